import { isDeepStrictEqual } from 'node:util';
import { asks, requests } from '../conversation/sentence-form.js';
import { messageWords } from '../conversation/phrases.js';
import { messageParts } from '../conversation/wishes.js';
import { situationOf } from '../conversation/situation.js';
import type { FollowUp } from '../kinds/follow-ups/answer.js';
import { commanded } from './commands.js';
import { offerAnswer, plainAnswer } from './plain-answer.js';
import { changeSaid, deedShare, ticketsTakenBack, withdrawnInPart, withdrawnShare } from './kept.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { putRight } from './put-right.js';
import { saidRather, tellsArticles } from './said-rather.js';
import {
  answersItself,
  BY_ITSELF,
  deedOf,
  isAsking,
  isDecided,
  onlyAsks,
  type PartsRead,
  type ReadTurn,
  type Turn,
  type TurnMeaning
} from './turn.js';
import { isLearned, likeliestAct } from './traits/option.js';
import { OFFERED, possibleReadings, type PossibleReading, saidFirst } from './readings.js';
import { choiceOf } from './traits/choice.js';

const MOST_TRACED = 3;

/** How a message is read of which nothing is likely that could be told. */
const IN_DOUBT = 'in doubt';

/** How a message is read whose parts were each read by themselves. */
const IN_PARTS = 'in_parts';

/**
 * What plainly answers an open question is that; else, of all that a message may mean in its conversation, what is likeliest
 * by conversations that were played.
 * @param inParts what its parts may mean, each by itself
 */
export function meaningOf(turn: Turn, inParts: readonly PartsRead[] = []): ReadTurn {
  const known = inParts.some(({ sure }) => sure) ? undefined : knownMeaning(turn);
  if (known !== undefined) return { ...known, weighed: [] };
  const readings = [...possibleReadings(turn), ...inParts.map(ofParts)];
  const { shares, order } = weighedOf(readings, turn);
  const rather = saidRather({ readings, shares, order }, turn);
  const likeliest = rather?.nth ?? order[0] ?? 0;
  const { meaning: meant, several: parts } = readings[likeliest]!;
  const alike = readings.reduce((sum, each, nth) => sum + (doesTheSame(each.meaning, meant) ? shares[nth]! : 0), 0);
  // What a part of it does was weighed with that part.
  const apart = readings.some(each => each.several?.sure === true && doesTheSame(each.meaning, meant));
  const plain = parts !== undefined || apart || takesUp(readings[likeliest]!, turn);
  const least = plain ? turn.policy.weighing.writes_at : leastFor(meant, turn);
  const surely = rather?.surely === true || alike >= least;
  const weighed = traced(order, shares, way => wayOf(readings[way]!, turn));
  const doubtful = alike < turn.policy.weighing.tells_at && tellsArticles(meant) && turn.part !== true;
  const answers = ({ meaning }: PossibleReading) =>
    meaning.kind === 'task' && meaning.task.does === 'answer' && meaning.task.beside === undefined;
  const answer = doubtful ? order.find(nth => answers(readings[nth]!)) : undefined;
  if (doubtful && answer === undefined) return { meaning: { kind: 'unclear', slots: {} }, by: IN_DOUBT, weighed };
  const best = answer ?? (surely ? likeliest : offeredFirst(likeliest, readings));
  const { meaning, several } = readings[best]!;
  const next = order.find(nth => nth !== best && onlyTells(readings[nth]!.meaning, turn));
  return {
    meaning,
    by: wayOf(readings[best]!, turn),
    weighed,
    several,
    next: next === undefined ? undefined : { meaning: readings[next]!.meaning, share: shares[next]! }
  };
}

/** What is likeliest of a message whose parts were read by themselves, and that means nothing else. */
export function likeliestOf(ways: readonly PartsRead[], turn: Turn): ReadTurn {
  const { shares, order } = weighedOf(ways.map(ofParts), turn);
  const several = ways[order[0]!]!;
  return { ...several.main.read, weighed: traced(order, shares, () => IN_PARTS), several };
}

const ofParts = (several: PartsRead): PossibleReading => ({
  meaning: deedOf(several.main),
  ways: [IN_PARTS],
  several
});

/** How likely each is, of 1, and their places by that. Where nobody learned it, most is said that is sure. */
function weighedOf(readings: readonly PossibleReading[], turn: Turn) {
  const { chooser } = turn.policy;
  const alone = ({ ways, several }: PossibleReading): number =>
    several === undefined
      ? +ways.includes(BY_ITSELF)
      : several.sure
        ? 1 + several.before.length + several.after.length
        : 0;
  const shares = chooser?.shares(choiceOf(readings, turn), turn.part === true) ?? Float64Array.from(readings, alone);
  const order = readings.map((_, nth) => nth).sort((one, other) => shares[other]! - shares[one]! || one - other);
  return { shares, order };
}

const traced = (order: readonly number[], shares: Float64Array, name: (nth: number) => string) =>
  order.slice(0, MOST_TRACED).map(nth => ({ command: name(nth), share: Math.round(100 * shares[nth]!) / 100 }));

/** What no lesson has to tell: a plain answer, what is put right, and what only this shop has. */
function knownMeaning(turn: Turn): Pick<ReadTurn, 'meaning' | 'by'> | undefined {
  const answer = plainAnswer(turn);
  if (answer !== undefined) return { meaning: answer, by: 'plain answer' };
  const right = putRight(turn);
  if (right !== undefined) return { meaning: right, by: 'put right' };
  const own = ofOwnTool(turn) ?? ofOwnIssue(turn) ?? ofOwnAnswer(turn);
  return own === undefined ? undefined : { meaning: own, by: BY_ITSELF };
}

/** Nothing is opened, changed or asked by it. */
const onlyTells = (meaning: TurnMeaning, { policy }: Turn): boolean =>
  meaning.kind === 'task'
    ? meaning.task.does === 'answer' || meaning.task.does === 'tell'
    : meaning.kind === 'wish' && answersItself(policy.intents.get(meaning.intent));

/**
 * "When does the shop open?", of an intent that answers with a tool of its own: no lesson knows what a shop adds. Undefined
 * where it is not plainly that, or where an article says just what is asked.
 */
function ofOwnTool({ said, told, policy, conversation }: Turn): TurnMeaning | undefined {
  const intent = policy.intents.get(said.intent);
  if (!answersItself(intent) || intent.requires.identity || intent.requires.order) return undefined;
  const { intent_clearly, article_fits } = policy.weighing;
  const plain = said.confidence >= intent_clearly && (told[0]?.score ?? 0) < article_fits;
  const asks = intent.plan.some(({ tool }) => tool !== OWN_TOOLS.articles) && conversation.memory.pending === undefined;
  return plain && asks ? { kind: 'wish', intent: intent.name, slots: {}, resumed: false } : undefined;
}

/** "It came too late for the wedding", of a kind of issue that only this shop has: no lesson knows it. Undefined where it is not surely that. */
function ofOwnIssue(turn: Turn): TurnMeaning | undefined {
  const [act, share] = likeliestAct(turn.heard[0]);
  const own = act !== undefined && turn.policy.heard.ownIssues.has(act);
  return own && share >= turn.policy.weighing.act_surely && !asks(turn) ? commanded('fault', turn) : undefined;
}

/**
 * "Who deals with it?", which a shop answers in words of its own: no lesson knows them. Undefined where that is not surely
 * asked, by what is heard and by what is asked for.
 */
function ofOwnAnswer(turn: Turn): TurnMeaning | undefined {
  const { weighing, readers, intents, followUps } = turn.policy;
  const [act, share] = likeliestAct(turn.heard[0]);
  if (act === undefined || share < weighing.act_surely || !isAsking(act, turn.policy)) return undefined;
  const isOwn = (each: FollowUp) => each.own && each.acts.includes(act) && !isLearned(each, turn.policy);
  if (!followUps.some(isOwn)) return undefined;
  const [question] = readers.asked?.likeliest(turn.message, situationOf(turn.conversation, intents).after) ?? [];
  if (question !== undefined && (question[0] !== act || question[1] < weighing.act_surely)) return undefined;
  const meaning = commanded(act, turn);
  if (meaning?.kind !== 'task' || meaning.task.does !== 'answer') return undefined;
  const own = meaning.task.followUps.find(isOwn);
  return own && { ...meaning, task: saidFirst(own, meaning.task) };
}

/** The yes to what was offered, or to whether requests are to be taken back: nothing more is asked of it than of any deed. */
function takesUp({ ways }: PossibleReading, turn: Turn): boolean {
  const { memory } = turn.conversation;
  if (!ways.includes('yes') || (memory.offered === undefined && memory.to_withdraw === undefined)) return false;
  return !holdsBack(turn);
}

/** More than any share: it is always asked. */
const NEVER = 2;

/** "1001 came yesterday, lovely": it names no deed, and does not sound as if anything was to be done. */
function isUnbacked(turn: Turn): boolean {
  const { said, policy } = turn;
  if (said.named.length + said.hits.length > 0) return false;
  return (deedShare(turn) ?? 1) < policy.weighing.deed_heard;
}

/** "No wait, why would they refund it?", to an offer. */
const holdsBack = (turn: Turn): boolean =>
  turn.said.slots.opens === 'no' && (offerAnswer(turn)?.takes ?? 1) < turn.policy.weighing.heard;

/** "You said that it cannot go back, so why would they refund it". */
const asksInPart = ({ message, policy }: Turn): boolean =>
  messageParts(message, policy.joints).some(([start, end]) => {
    const first = messageWords(message.slice(start, end)).find(word => !policy.leadsIn.has(word));
    return first !== undefined && policy.interrogatives.has(first);
  });

/** What a reading needs to be done: a deed needs more in a question, and taking requests back where the message does not sound like it. */
function leastFor(meaning: TurnMeaning, turn: Turn): number {
  const { writes_at, writes_asked_at, withdraws_at, withdraws_never } = turn.policy.weighing;
  if (meaning.kind === 'wish') {
    if (isDecided(turn, meaning.intent) && !meaning.resumed && isUnbacked(turn)) return NEVER;
    if (meaning.intent === turn.conversation.memory.offered && holdsBack(turn)) return NEVER;
    return (asks(turn) || asksInPart(turn)) && !requests(turn) ? writes_asked_at : writes_at;
  }
  if (meaning.kind !== 'task' || meaning.task.does !== 'withdraw') return writes_at;
  const { tickets } = meaning.task;
  const ofAll = turn.found.whole || turn.found.mentions.some(({ how }) => how === 'all');
  // "Forget the one, the other goes on": which of several is meant is asked unless all of them are named.
  if (tickets.length > 1 && !ofAll && ticketsTakenBack(turn) === undefined) return NEVER;
  if (changeSaid(turn) !== undefined) return writes_at;
  // "Don't you need the address?"
  if (onlyAsks(turn)) return NEVER;
  const sounds = Math.max(withdrawnShare(turn), withdrawnInPart(turn));
  if (sounds >= writes_at) return writes_at;
  // In a language without examples of it nobody hears it.
  const heard =
    turn.policy.readers.standing === undefined || sounds >= withdraws_never || turn.said.slots.opens === 'no';
  return heard ? withdraws_at : NEVER;
}

/** The same deed with the same things, whatever led to it. */
const doesTheSame = (one: TurnMeaning, other: TurnMeaning): boolean =>
  one === other ||
  (one.kind === 'wish' &&
    other.kind === 'wish' &&
    one.asked !== true &&
    other.asked !== true &&
    one.intent === other.intent &&
    one.slots.order_id === other.slots.order_id &&
    isDeepStrictEqual(one.slots.line_ids, other.slots.line_ids));

/** What would be done on little is offered, where it can be. */
function offeredFirst(likeliest: number, readings: readonly PossibleReading[]): number {
  const { ways, meaning, several } = readings[likeliest]!;
  const offers = (each: PossibleReading): boolean =>
    several === undefined
      ? each.ways.some(way => ways.some(taken => way === OFFERED + taken))
      : each.meaning.kind === 'wish' && each.meaning.asked === true && doesTheSame(done(each.meaning), meaning);
  const offered = readings.findIndex(offers);
  return offered < 0 ? likeliest : offered;
}

/** What is offered, as it would be done. */
const done = (meaning: Extract<TurnMeaning, { kind: 'wish' }>): TurnMeaning => {
  const { asked: _asked, ...wish } = meaning;
  return wish;
};

/** The way of a reading that is heard most; of those that are not heard, the first. */
function wayOf({ ways }: PossibleReading, { heard: [whole], policy }: Turn): string {
  const issues = policy.issues.map(({ name }) => name);
  const shareOf = (way: string): number =>
    Math.max(0, ...(way === 'fault' ? issues : [way]).map(act => whole?.shares.get(act) ?? 0));
  const plain = ways.map(way => (way.startsWith(OFFERED) ? way.slice(OFFERED.length) : way));
  return plain.reduce((most, way) => (shareOf(way) > shareOf(most) ? way : most));
}
