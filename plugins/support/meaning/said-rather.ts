import { messageWords } from '../conversation/phrases.js';
import { situationOf } from '../conversation/situation.js';
import { asks, isConditional, messageSentences } from '../conversation/sentence-form.js';
import { openTickets } from '../conversation/tickets.js';
import { drops, ticketsTakenBack, withdrawnInPart } from './kept.js';
import type { PossibleReading } from './readings.js';
import { answeredBefore } from './traits/option.js';
import { issueHeard } from './troubles.js';
import { isDecided, onlyAsks, shareIn, type Turn, type TurnMeaning } from './turn.js';

/** What a message may mean, and how likely each is. */
export interface WeighedReadings {
  readonly readings: readonly PossibleReading[];
  /** Of 1, by the place of the reading. */
  readonly shares: Float64Array;
  /** Places of the readings, the likeliest first. */
  readonly order: readonly number[];
}

interface Rather {
  /** The place of the reading. */
  readonly nth: number;
  /** It is done however likely it is. */
  readonly surely: boolean;
}

/** The reading that goes before the likeliest one because the message plainly says so; undefined where none does. */
export function saidRather(weighed: WeighedReadings, turn: Turn): Rather | undefined {
  const instead = wishedInstead(weighed, turn) ?? withdrawnRather(weighed, turn);
  if (instead !== undefined) return { nth: instead, surely: true };
  const nth = requestedRather(weighed, turn) ?? reportedRather(weighed, turn) ?? askedInstead(weighed, turn);
  return nth === undefined ? undefined : { nth, surely: false };
}

/**
 * "Forget the discount, I'll return it": what another clause plainly wishes for goes before that something is taken back or declined.
 */
function wishedInstead({ order, readings }: WeighedReadings, turn: Turn): number | undefined {
  const first = readings[order[0] ?? 0]?.meaning;
  if (first === undefined || !onlyDeclines(first)) return undefined;
  const intent = otherDeed(turn) ?? namedInstead(turn);
  return intent === undefined ? undefined : order.find(nth => wishesFor(intent, readings[nth]!));
}

/**
 * "You opened a return, I only asked. Please withdraw that request": a plain command to take a request back, in a sentence that also
 * sounds like it, goes before what only tells something or does nothing new.
 */
function withdrawnRather({ order, readings }: WeighedReadings, turn: Turn): number | undefined {
  const first = readings[order[0] ?? 0];
  if (first === undefined || openTickets(turn.conversation.memory.tickets).length === 0 || onlyAsks(turn))
    return undefined;
  const { meaning, several } = first;
  const does = meaning.kind === 'task' ? meaning.task.does : undefined;
  const wishes = meaning.kind === 'wish' && isDecided(turn, meaning.intent) && turn.said.named.length > 1;
  if (several !== undefined || does === 'withdraw' || does === 'issue' || wishes) return undefined;
  const plain = drops(turn) || takesBack(turn) || ticketsTakenBack(turn) !== undefined;
  if (!plain || withdrawnInPart(turn) < turn.policy.weighing.act_surely) return undefined;
  return order.find(nth => {
    const { meaning: other, several: parts } = readings[nth]!;
    return parts === undefined && other.kind === 'task' && other.task.does === 'withdraw';
  });
}

/** "Please take it back". */
function takesBack({ message, policy }: Turn): boolean {
  const { taking, back } = policy.requestWords;
  const words = messageWords(message);
  return words.some(
    (word, at) => taking.includes(word) && words.slice(at + 1, at + NEAR).some(each => back.includes(each))
  );
}

/** Words between the two. */
const NEAR = 4;

/**
 * "It is not broken, please make a return", "I want all my money back": a plain request goes before a sentence of an article that is
 * little likely, and before a note on what is open.
 */
function requestedRather({ order, readings, shares }: WeighedReadings, turn: Turn): number | undefined {
  const [first = 0] = order;
  const meaning = readings[first]?.meaning;
  if (meaning === undefined) return undefined;
  const notes = meaning.kind === 'task' && meaning.task.does === 'note' ? meaning.task.ticket : undefined;
  if (notes === undefined && (!tellsArticles(meaning) || shares[first]! >= turn.policy.weighing.act_surely))
    return undefined;
  const intent = plainRequest(turn);
  return intent === undefined || intent === notes?.intent
    ? undefined
    : order.find(nth => wishesFor(intent, readings[nth]!));
}

/** "The casserole has a crack, what can you do?": what is plainly reported goes before a sentence of an article about it. */
function reportedRather({ order, readings }: WeighedReadings, turn: Turn): number | undefined {
  const first = readings[order[0] ?? 0]?.meaning;
  if (first === undefined || !tellsArticles(first) || onlyAsks(turn)) return undefined;
  const { message, policy, found } = turn;
  const heard = issueHeard(turn);
  if (heard === undefined || heard.share < policy.weighing.issue_by_itself || !heard.issue.requires.order)
    return undefined;
  const supposes = messageSentences(message).some(([start, end]) =>
    isConditional({ message: message.slice(start, end), policy })
  );
  if (supposes || !found.lines.some(({ how }) => how === 'item')) return undefined;
  return order.find(nth => reports(readings[nth]!.meaning));
}

const reports = (meaning: TurnMeaning): boolean =>
  meaning.kind === 'task' && meaning.task.does === 'issue' && meaning.slots.order_id !== undefined;

const wishesFor = (intent: string, { meaning }: PossibleReading): boolean =>
  meaning.kind === 'wish' && meaning.intent === intent && meaning.asked !== true;

/** Nothing comes of it but that something is not done. */
const onlyDeclines = (meaning: TurnMeaning): boolean =>
  meaning.kind === 'dropped' || (meaning.kind === 'task' && meaning.task.does === 'withdraw');

/** "It is not broken, please make a return": the deed that a clause plainly wishes for by itself, in a message that asks nothing. */
function plainRequest({ heard, message, policy, said, unfit }: Turn): string | undefined {
  if (asks({ message, policy })) return undefined;
  for (const { start, end } of heard) {
    const text = message.slice(start, end);
    if (isConditional({ message: text, policy })) continue;
    const { intent, confidence, declined, named } = policy.understander.understand(text, unfit);
    const plain = confidence >= policy.weighing.intent_clearly && named.includes(intent) && declined.length === 0;
    if (plain && isDecided({ policy }, intent) && !said.declined.includes(intent)) return intent;
  }
  return undefined;
}

/** "Please cancel it instead of changing its colour": of two deeds that are named, the one for which nothing is open. */
function otherDeed(turn: Turn): string | undefined {
  const { said, policy, conversation } = turn;
  // "Cancel that refund".
  if (ticketsTakenBack(turn) !== undefined) return undefined;
  const deeds = said.named.filter(name => isDecided({ policy }, name));
  const open = openTickets(conversation.memory.tickets).map(({ intent }) => intent);
  const others = deeds.filter(name => !open.includes(name) && !said.declined.includes(name));
  return deeds.length === 2 && others.length === 1 ? others[0] : undefined;
}

/**
 * "Forget the discount, I'll return it", "no need for that, please cancel it": of a message that declines or takes something back,
 * the one deed that another clause names and does not ask about.
 */
function namedInstead(turn: Turn): string | undefined {
  const { heard, message, policy, said, conversation } = turn;
  const open = openTickets(conversation.memory.tickets);
  for (const clause of heard.slice(1)) {
    const { start, end } = clause;
    const text = message.slice(start, end);
    // "Take it back", "scratch that"; "then cancel the blanket" takes nothing back.
    const takes =
      shareIn(clause, 'withdraw', 'withdraw_one') >= policy.weighing.heard ||
      messageWords(text).some(word => policy.takesBack.has(word));
    const goods =
      open.length === 0 &&
      turn.found.mentions.some(each => each.how === 'item' && each.start >= start && each.end <= end);
    if ((takes && !goods) || asks({ message: text, policy })) continue;
    const { named, declined } = policy.understander.understand(text, turn.unfit);
    const [deed, another] = named.filter(name => isDecided(turn, name));
    if (deed === undefined || another !== undefined || declined.length > 0 || said.declined.includes(deed)) continue;
    if (open.every(({ intent }) => intent !== deed)) return deed;
  }
  return undefined;
}

/**
 * "I know what it cost, was it paid back?": what was just answered is not asked again where another question is heard.
 */
function askedInstead({ order, readings }: WeighedReadings, turn: Turn): number | undefined {
  const { policy, conversation, message } = turn;
  const [first] = order;
  if (first === undefined || readings[first]!.several !== undefined) return undefined;
  if (!answeredBefore(readings[first]!.meaning, turn)) return undefined;
  const { after } = situationOf(conversation, policy.intents);
  const heard = policy.readers.asked?.likeliest(message, after) ?? [];
  const [asked] =
    heard.find(([each, share]) => each !== conversation.memory.question && share >= policy.weighing.asked_instead) ??
    [];
  if (asked === undefined) return undefined;
  return order.find(nth => {
    const { meaning } = readings[nth]!;
    const asks = meaning.kind === 'task' && meaning.task.does === 'answer' && meaning.task.question === asked;
    return asks && !answeredBefore(meaning, turn);
  });
}

export const tellsArticles = (meaning: TurnMeaning): boolean => meaning.kind === 'task' && meaning.task.does === 'tell';
