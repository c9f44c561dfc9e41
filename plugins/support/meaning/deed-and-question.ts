import { isByName } from '../conversation/references.js';
import { messageParts } from '../conversation/wishes.js';
import { openTickets } from '../conversation/tickets.js';
import { answersTo } from '../knowledge/several-questions.js';
import type { Understanding } from '../understand/types.js';
import { asks, isDecided, requests, type Turn, type TurnMeaning } from './turn.js';

interface Part {
  readonly start: number;
  readonly end: number;
  readonly said: Understanding;
  readonly asked: boolean;
}

const MOST_PARTS = 12;
/** Of acts that take a request back, from which share on the deed may be meant so. */
const TAKES_BACK = 0.3;

/**
 * "I'd like the runner refunded, and how long will that take?": one part names a deed and asks nothing, another asks and
 * names none. The deed is the wish; a sentence of an article that answers the question is told with it.
 */
export function deedBesideQuestion(
  turn: Turn,
  wishFor: (intent: string, slots: Understanding['slots']) => TurnMeaning
): TurnMeaning | undefined {
  const { message, said, policy, conversation, found } = turn;
  const { pending, tickets } = conversation.memory;
  const deeds = said.named.filter(name => isDecided(turn, name) && !said.declined.includes(name));
  if (deeds.length !== 1 || pending !== undefined || found.unknown.length > 0 || !asks(turn)) return undefined;
  const parts = partsOf(turn);
  if (parts.length < 2 || parts.length > MOST_PARTS) return undefined;
  const [deed = ''] = deeds;
  const does = parts.find(
    part => !part.asked && part.said.named.includes(deed) && !part.said.declined.includes(deed) && isWished(part, turn)
  );
  const questions = parts.filter(({ asked }) => asked);
  if (does === undefined || questions.length === 0) return undefined;
  // A question about a deed, or about another thing, is a wish of its own.
  if (questions.some(part => part.said.named.length > 0 || namesThing(part, turn))) return undefined;
  // What is open already is asked about, or taken back.
  if (openTickets(tickets).some(({ intent }) => intent === deed) || takenBack(turn)) return undefined;
  const wish = wishFor(deed, does.said.slots);
  if (wish.kind !== 'wish') return undefined;
  const [first, last] = [questions[0]!, questions.at(-1)!];
  const topics = [policy.intents.get(deed)?.topic ?? []].flat();
  const [best] = answersTo(message.slice(first.start, last.end), policy, { topics, about: deed });
  const told = best !== undefined && best.score >= policy.weighing.article_fits ? [best] : [];
  return { ...wish, told };
}

const namesThing = ({ start, end }: Part, { found }: Turn): boolean =>
  found.mentions.some(each => each.start >= start && each.end <= end && isByName(each));

/** It names what it is about, and sounds like a wish: "I might return it" and "I sent it back" do not. */
const isWished = ({ start, end }: Part, { message, policy, found }: Turn): boolean =>
  found.mentions.some(each => each.start >= start && each.end <= end) &&
  (policy.heard.hear(message.slice(start, end))[0]?.shares.get('new_wish') ?? 0) >=
    policy.weighing.deed_beside_question;

/** The parts of the message; a question mark belongs to the part before it. */
function partsOf({ message, policy, unfit }: Turn): readonly Part[] {
  return messageParts(message, policy.joints).map(([start, stop]) => {
    const end = message[stop] === '?' ? stop + 1 : stop;
    const text = message.slice(start, end).trim();
    const asked = asks({ message: text, policy }) && !requests({ message: text, policy });
    return { start, end, said: policy.understander.understand(text, unfit), asked };
  });
}

const takenBack = ({ heard, conversation }: Turn): boolean =>
  (conversation.memory.tickets ?? []).length > 0 &&
  heard.some(({ shares }) => (shares.get('withdraw') ?? 0) + (shares.get('withdraw_one') ?? 0) >= TAKES_BACK);
