import { OF_OFFERS, without } from '../../conversation/asked.js';
import { messageParts } from '../../conversation/wishes.js';
import { asks, messageSentences, opensAsWish, requests } from '../../conversation/sentence-form.js';
import { askedParts, possibleParts } from '../../meaning/asked-parts.js';
import {
  deedOf,
  isCourtesy,
  isDecided,
  type PartAsked,
  type PartsRead,
  type ReadTurn,
  type Received,
  type Task,
  type TurnMeaning
} from '../../meaning/turn.js';
import { halts, namesOther, offerAnswer, plainAnswer } from '../../meaning/plain-answer.js';
import { likeliestOf, meaningOf } from '../../meaning/weigh.js';
import { hear } from '../receive.js';
import type { Run } from '../run.js';
import type { Services } from '../steps.js';
import { likelihoodOf, type PartRead, readPieces } from './read-parts.js';

/**
 * "Nah, leave it. Have I paid for it yet?", "yes please, and will I get an e-mail?": what was offered is answered in the
 * first sentence, or before the first joint, and the rest is read by itself. Undefined where what stands first is no such
 * answer, or where the rest asks for nothing and says no goodbye.
 */
export function answeredFirst(
  whole: Received,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): ReadTurn | undefined {
  const { offered, to_withdraw, pending, waiting } = run.conversation.memory;
  if ((offered ?? to_withdraw) === undefined || pending !== undefined || waiting !== undefined) return undefined;
  const [sentence, ...sentences] = messageSentences(run.message);
  const [part, ...parts] = messageParts(run.message, run.policy.joints);
  const bySentence = sentences.length === 0 ? undefined : answeredIn(sentence!, whole, run, services);
  if (bySentence !== undefined || parts.length === 0) return bySentence;
  // "Yes but not today": with nothing to tell or to do beside it, it is read as a whole.
  const byPart = answeredIn(part!, whole, run, services);
  return byPart?.several?.declined === true || (byPart?.weighed.length ?? 0) > 1 ? byPart : undefined;
}

/** The same, where the answer stands there. */
function answeredIn(
  [start, end]: readonly [number, number],
  whole: Received,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): ReadTurn | undefined {
  const { policy, conversation, message } = run;
  const received = hear(message.slice(start, end), conversation, run);
  const read = meaningOf({ ...received, conversation, policy, part: true });
  const rest = message.slice(end).replace(NO_WORDS, '');
  if (read.meaning.kind === 'dropped') return restInstead(rest, whole, run);
  if (!takes(read.meaning, conversation.memory.offered) || halts(message, policy)) return undefined;
  const ways = withRest({ received, read }, rest, run, services);
  const turn = { ...whole, conversation, policy };
  // "Yes. No, wait": what follows may take it back, or be about something else.
  const { takes: taken = 0, declines = 0 } = offerAnswer(turn) ?? {};
  const doubted = declines > taken || namesOther(turn) || policy.understander.understand(rest).slots.opens === 'no';
  const alone = { main: { received, read }, before: [], after: [], share: 1, sure: true };
  if (ways.length === 0) return doubted ? undefined : likeliestOf([alone], turn);
  // "Ok, and how long would it take?" is no yes by itself: that is weighed with all that it may mean.
  const plain = plainAnswer(turn);
  return plain !== undefined && takes(plain, conversation.memory.offered)
    ? likeliestOf([alone, ...ways], turn)
    : meaningOf(turn, ways);
}

/** What stands before the words of the rest. */
const NO_WORDS = /^[^\p{L}\p{N}]+/u;

/** It does what was offered: the deed, or taking a request back. */
const takes = (meaning: TurnMeaning, offered: string | undefined): boolean =>
  meaning.kind === 'wish' ? meaning.intent === offered : meaning.kind === 'task' && meaning.task.does === 'withdraw';

/** What was declined is offered no more; what else the message says is what it means. */
function restInstead(rest: string, whole: Received, run: Run): ReadTurn | undefined {
  if (rest === '') return undefined;
  const { policy } = run;
  const conversation = { ...run.conversation, memory: without(run.conversation.memory, ...OF_OFFERS, 'offer_waits') };
  const asked = { message: rest, policy };
  const [last] = messageSentences(rest).slice(-1);
  const goodbye = last === undefined ? '' : rest.slice(...last);
  const farewell = isCourtesy(policy.intents.get(policy.understander.understand(goodbye).intent));
  const wants = asks(asked) || requests(asked) || opensAsWish(asked);
  const heard = hear(wants || !farewell ? rest : goodbye, conversation, run);
  // "There is nothing wrong with it, please return it": what was denied first is denied of that too.
  const { fault_denied } = whole.said.slots;
  const received = fault_denied
    ? { ...heard, said: { ...heard.said, slots: { ...heard.said.slots, fault_denied } } }
    : heard;
  const read = meaningOf({ ...received, conversation, policy });
  if (!wants && !farewell && !isMeant(read, run)) return undefined;
  return { ...read, several: { main: { received, read }, before: [], after: [], declined: true } };
}

/** "No, change the colour instead", "no, not yet. Just the last day, please": it surely wishes for what rules decide about, or is answered. */
function isMeant({ meaning, weighed: [likeliest] }: ReadTurn, { policy }: Run): boolean {
  const wishes = meaning.kind === 'wish' && isDecided({ policy }, meaning.intent);
  const asks = meaning.kind === 'task' && (meaning.task.does === 'tell' || answersQuestion(meaning.task));
  return (wishes || asks) && (likeliest?.share ?? 0) >= policy.weighing.act_surely;
}

const answersQuestion = (task: Task): boolean => task.does === 'answer' && task.question !== undefined;

/** What was taken is done, with what is asked besides told after it. */
function withRest(
  main: PartAsked,
  rest: string,
  run: Run,
  services: Pick<Services, 'requireIdentity'>
): readonly PartsRead[] {
  const asked = askedParts({ message: rest, policy: run.policy });
  const pieces = asked.length > 0 ? asked : possibleParts({ message: rest, policy: run.policy });
  const ways = readPieces(pieces, { conversation: run.conversation, opened: true, run, services });
  return ways.flatMap(parts => besideAnswer(main, parts) ?? []);
}

/** What only tells is told after it, and one thing more that is wished for waits until it is done. */
function besideAnswer(main: PartAsked, parts: readonly PartRead[]): PartsRead | undefined {
  const after = parts.filter(({ does }) => does === 'tells');
  const opens = parts.filter(({ does }) => does === 'opens');
  const { meaning } = main.read;
  const [wish, another] = opens.map(deedOf);
  if (parts.length === 0 || another !== undefined) return undefined;
  const known = { before: [], after, ...likelihoodOf(parts) };
  if (wish === undefined) return { main, ...known };
  if (meaning.kind !== 'wish' || wish.kind !== 'wish' || meaning.intent === wish.intent) return undefined;
  const waiting = [{ intent: wish.intent, slots: wish.slots }];
  return { main: { ...main, read: { ...main.read, meaning: { ...meaning, waiting } } }, ...known };
}
