import { isByName } from '../conversation/references.js';
import { mergeSlots } from '../conversation/reading.js';
import { openTickets } from '../conversation/tickets.js';
import { messageParts } from '../conversation/wishes.js';
import { answersTo } from '../knowledge/several-questions.js';
import type { Told } from '../knowledge/question-index.js';
import type { Understanding } from '../understand/types.js';
import {
  answersItself,
  asks,
  isDecided,
  type ReadTurn,
  requests,
  shareIn,
  shareOf,
  tellsOfOrder,
  type Turn,
  type TurnMeaning
} from './turn.js';
import { aboutNamed } from './wishes-of-deeds.js';

interface Part {
  readonly start: number;
  readonly end: number;
  readonly said: Understanding;
  readonly asked: boolean;
}

const MOST_PARTS = 12;

/**
 * "I'd like the runner refunded, and how long will that take?": one part names a deed and asks nothing, another asks and
 * names none. The deed is the wish; a sentence of an article that answers the question is told with it.
 */
export function besideQuestion(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, found } = turn;
  const { pending, tickets } = conversation.memory;
  if (pending !== undefined || found.unknown.length > 0 || !asks(turn)) return undefined;
  const places = messageParts(turn.message, turn.policy.joints);
  if (places.length < 2 || places.length > MOST_PARTS) return undefined;
  const parts = partsOf(places, turn);
  const deeds = said.named.filter(name => isDecided(turn, name) && !said.declined.includes(name));
  if (deeds.length === 0) return statusBesideQuestion(parts, turn);
  const [deed, another] = deeds.filter(name => parts.some(part => !part.asked && part.said.named.includes(name)));
  if (deed === undefined || another !== undefined) return undefined;
  const does = parts.find(
    part => !part.asked && part.said.named.includes(deed) && !part.said.declined.includes(deed) && isWished(part, turn)
  );
  const questions = parts.filter(({ asked }) => asked);
  if (does === undefined || questions.length === 0) return undefined;
  // A question about another thing is a wish of its own, and so is one about a deed that no article answers.
  if (questions.some(part => namesThing(part, turn))) return undefined;
  const told = toldOf(questions, deed, turn);
  if (questions.some(part => part.said.named.length > 0) && told.length === 0) return undefined;
  // What is open already is asked about, or taken back.
  if (openTickets(tickets).some(({ intent }) => intent === deed) || takenBack(turn)) return undefined;
  const wish = aboutNamed(deed, mergeSlots({}, does.said.slots), turn);
  if (wish.kind !== 'wish') return undefined;
  return { ...wish, told };
}

/** "Where are my bowls, and do you deliver on Saturdays?": how the order stands, and then what an article says. */
function statusBesideQuestion(parts: readonly Part[], turn: Turn): TurnMeaning | undefined {
  const { policy, found } = turn;
  const { at: tells, rest } = firstOf(parts, each => namesThing(each, turn));
  const [order, another] = found.orders;
  if (tells === undefined || order === undefined || another !== undefined) return undefined;
  const [likely] = tells.said.likely;
  const teller = policy.intents.get(likely?.intent ?? '');
  if (
    teller === undefined ||
    !tellsOfOrder(teller) ||
    !tells.asked ||
    rest.some(part => !asksIn(part, turn) || namesThing(part, turn))
  )
    return undefined;
  const told = toldOf(rest, rest[0]?.said.intent ?? teller.name, turn);
  return told.length === 0
    ? undefined
    : { kind: 'wish', intent: teller.name, slots: { order_id: order.order_id }, resumed: false, told };
}

/** "Can I pay with PayPal" asks, where it names no deed. */
const asksIn = ({ start, end }: Part, { message, policy }: Turn): boolean =>
  asks({ message: message.slice(start, end), policy });

function firstOf(parts: readonly Part[], is: (part: Part) => boolean) {
  const at = parts.find(is);
  return { at, rest: parts.filter(part => part !== at) };
}

/** The sentence that answers these questions together, where one fits; `about`: the intent on which they lean. */
function toldOf(questions: readonly Part[], about: string, { message, policy }: Turn): readonly Told[] {
  const [first, last] = [questions[0], questions.at(-1)];
  if (first === undefined || last === undefined) return [];
  const topics = [policy.intents.get(about)?.topic ?? []].flat();
  const [best] = answersTo(message.slice(first.start, last.end), policy, { topics, about });
  if (best === undefined) return [];
  const least = topics.includes(best.topic) ? policy.weighing.article_fits_subject : policy.weighing.article_fits;
  return best.score >= least ? [best] : [];
}

const namesThing = ({ start, end }: Part, { found }: Turn): boolean =>
  found.mentions.some(each => each.start >= start && each.end <= end && isByName(each));

/** It names what it is about, and sounds like a wish: "I might return it" and "I sent it back" do not. */
const isWished = ({ start, end }: Part, { message, policy, found }: Turn): boolean =>
  found.mentions.some(each => each.start >= start && each.end <= end) &&
  shareOf({ heard: policy.heard.hear(message.slice(start, end)) }, 'new_wish', 'other_deed') >=
    policy.weighing.deed_beside_question;

/** What the parts of the message say; a question mark belongs to the part before it. */
function partsOf(places: ReturnType<typeof messageParts>, { message, policy, unfit }: Turn): readonly Part[] {
  return places.map(([start, stop]) => {
    const end = message[stop] === '?' ? stop + 1 : stop;
    const text = message.slice(start, end).trim();
    const asked = asks({ message: text, policy }) && !requests({ message: text, policy });
    return { start, end, said: policy.understander.understand(text, unfit), asked };
  });
}

/** "The tracking hasn't moved, is that normal?": beside what records say, the sentence that answers it in general. */
export function withSentence(read: ReadTurn, { told: [best], policy }: Turn): ReadTurn {
  const { meaning, by } = read;
  if (best === undefined || best.score < policy.weighing.article_beside || best.on_record?.includes(by) === true)
    return read;
  if (meaning.kind === 'task' && meaning.task.does === 'answer') {
    const ofRecords = meaning.task.followUps.some(({ articles }) => articles.length === 0);
    return ofRecords ? { ...read, meaning: { ...meaning, task: { ...meaning.task, beside: best } } } : read;
  }
  const intent = meaning.kind === 'wish' && !meaning.asked ? policy.intents.get(meaning.intent) : undefined;
  if (intent === undefined || meaning.kind !== 'wish' || meaning.told !== undefined || meaning.first !== undefined)
    return read;
  return answersItself(intent) && intent.requires.identity ? { ...read, meaning: { ...meaning, told: [best] } } : read;
}

const takenBack = ({ heard, conversation, policy }: Turn): boolean =>
  (conversation.memory.tickets ?? []).length > 0 &&
  heard.some(each => shareIn(each, 'withdraw', 'withdraw_one') >= policy.weighing.withdraws_beside);
