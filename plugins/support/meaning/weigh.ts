import { isDeepStrictEqual } from 'node:util';
import { situationOf } from '../conversation/situation.js';
import { asks, requests } from '../conversation/sentence-form.js';
import { commanded } from './commands.js';
import { plainAnswer } from './plain-answer.js';
import { changeSaid, deedShare, withdrawnShare } from './kept.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { putRight } from './put-right.js';
import {
  answersItself,
  BY_ITSELF,
  deedOf,
  isDecided,
  type PartsRead,
  type ReadTurn,
  type Turn,
  type TurnMeaning
} from './turn.js';
import { answeredBefore, likeliestAct } from './traits/option.js';
import { OFFERED, possibleReadings, type PossibleReading } from './readings.js';
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
  const likeliest = askedInstead(order, readings, turn) ?? order[0] ?? 0;
  const { meaning: meant, several: parts } = readings[likeliest]!;
  const alike = readings.reduce((sum, each, nth) => sum + (doesTheSame(each.meaning, meant) ? shares[nth]! : 0), 0);
  // What a part of it does was weighed with that part.
  const apart = readings.some(each => each.several?.sure === true && doesTheSame(each.meaning, meant));
  const plain = parts !== undefined || apart || takesUp(readings[likeliest]!, turn);
  const least = plain ? turn.policy.weighing.writes_at : leastFor(meant, turn);
  const surely = alike >= least;
  const best = surely ? likeliest : offeredFirst(likeliest, readings);
  const { meaning, several } = readings[best]!;
  const weighed = traced(order, shares, way => wayOf(readings[way]!, turn));
  if (alike < turn.policy.weighing.tells_at && tellsArticles(meaning) && turn.part !== true)
    return { meaning: anything(turn), by: IN_DOUBT, weighed };
  const next = order.find(nth => nth !== best && onlyTells(readings[nth]!.meaning, turn));
  return {
    meaning,
    by: wayOf(readings[best]!, turn),
    weighed,
    several,
    next: next === undefined ? undefined : { meaning: readings[next]!.meaning, share: shares[next]! }
  };
}

const tellsArticles = (meaning: TurnMeaning): boolean => meaning.kind === 'task' && meaning.task.does === 'tell';

/** Any wish: which, the agent asks. */
const anything = ({ policy }: Turn): TurnMeaning => ({
  kind: 'wish',
  intent: policy.unknown.name,
  slots: {},
  resumed: false
});

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
  const own = ofOwnTool(turn) ?? ofOwnIssue(turn);
  return own === undefined ? undefined : { meaning: own, by: BY_ITSELF };
}

/** Nothing is opened, changed or asked by it. */
const onlyTells = (meaning: TurnMeaning, { policy }: Turn): boolean =>
  meaning.kind === 'task'
    ? meaning.task.does === 'answer' || meaning.task.does === 'tell'
    : meaning.kind === 'wish' && answersItself(policy.intents.get(meaning.intent));

/**
 * "I know what it cost, was it paid back?": what was just answered is not asked again where another question is heard.
 * @param order of the readings, the likeliest first
 */
function askedInstead(order: readonly number[], readings: readonly PossibleReading[], turn: Turn): number | undefined {
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

/** The yes to what was offered, or to whether requests are to be taken back: nothing more is asked of it than of any deed. */
const takesUp = ({ ways }: PossibleReading, { conversation: { memory } }: Turn): boolean =>
  ways.includes('yes') && (memory.offered !== undefined || memory.to_withdraw !== undefined);

/** More than any share: it is always asked. */
const NEVER = 2;

/** "1001 came yesterday, lovely": it names no deed, and does not sound as if anything was to be done. */
function isUnbacked(turn: Turn): boolean {
  const { said, policy } = turn;
  if (said.named.length + said.hits.length > 0) return false;
  return (deedShare(turn) ?? 1) < policy.weighing.deed_heard;
}

/** What a reading needs to be done: a deed needs more in a question, and taking requests back where the message does not sound like it. */
function leastFor(meaning: TurnMeaning, turn: Turn): number {
  const { writes_at, writes_asked_at, withdraws_at, withdraws_never } = turn.policy.weighing;
  if (meaning.kind === 'wish') {
    if (isDecided(turn, meaning.intent) && !meaning.resumed && isUnbacked(turn)) return NEVER;
    return asks(turn) && !requests(turn) ? writes_asked_at : writes_at;
  }
  const withdraws = meaning.kind === 'task' && meaning.task.does === 'withdraw';
  if (!withdraws || changeSaid(turn) !== undefined) return writes_at;
  const sounds = withdrawnShare(turn);
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
