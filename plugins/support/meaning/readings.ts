import type { FollowUp } from '../kinds/follow-ups/answer.js';
import type { Told } from '../knowledge/question-index.js';
import { ASKS_NOTHING } from '../stated/asked.js';
import { ordersSaid } from '../conversation/references.js';
import { situationOf } from '../conversation/situation.js';
import { withSentence } from './asked-parts.js';
import { commanded } from './commands.js';
import { bothTold, detail, fromArticle } from './follow-ups.js';
import { changeSaid } from './kept.js';
import { allOrders } from './questions-by-themselves.js';
import { elsewhere } from './changes.js';
import { halts } from './plain-answer.js';
import { tried, unanswered } from './questions.js';
import { BY_ITSELF, isDecided, type PartsRead, shareOf, type Task, type Turn, type TurnMeaning } from './turn.js';
import { severalOrders } from './wishes-of-deeds.js';
import { byItself } from './wishes.js';
import { weighedAs } from './traits/option.js';
import { triedAfterAll, wishedAgain } from './withdrawals.js';

/** One way to read a message in its conversation, and what leads to it. */
export interface PossibleReading {
  readonly meaning: TurnMeaning;
  /** Acts, or other ways to read a message; with `ask:` before it where what it would do is only offered. */
  readonly ways: readonly string[];
  /** Its parts, where each is read by itself; the meaning is that of the one that is done. */
  readonly several?: PartsRead;
}

/** Shares of an act from which on it is one way to read a message: as a whole, and in a clause or by the words alone. */
const HEARD = 0.04;
const HEARD_IN_PART = 0.1;
/** Acts that may be meant however little a message sounds like them. */
const ALWAYS = ['new_wish', 'names_thing', 'status', 'withdraw', 'yes', 'no', 'what_next', 'did_you'];
/** Intents that a message sounds like, and how much. */
const MOST_INTENTS = 3;
const SOUNDS_LIKE = 0.1;
const MOST_TOLD = 8;

/** Before a way by which something is offered that could be done at once. */
export const OFFERED = 'ask:';

/** All that a message may mean in its conversation, in a fixed order; never none. */
export function possibleReadings(turn: Turn): readonly PossibleReading[] {
  const found = new Found(turn);
  for (const act of actsHeard(turn)) found.add(act, commanded(act, turn));
  found.add(BY_ITSELF, byItself(turn));
  turn.told.slice(0, MOST_TOLD).forEach((told, nth) => found.add(`told_${nth + 1}`, fromArticle(told, turn)));
  found.add('told_both', bothTold(turn));
  found.add('detail', detail(turn));
  found.add('unanswered', unanswered(turn));
  found.add('tried', tried(turn));
  found.add('wished_again', wishedAgain(turn));
  found.add('after_all', triedAfterAll(turn));
  found.add('destination', elsewhere(turn));
  found.add('overview', allOrders(turn));
  for (const { intent, share } of turn.said.likely.slice(0, MOST_INTENTS))
    if (share >= SOUNDS_LIKE) found.add('sounds_like', wishFor(intent, turn));
  return found.readings;
}

/** Collects readings; what comes to the same is one. */
class Found {
  readonly readings: { readonly meaning: TurnMeaning; readonly ways: string[] }[] = [];
  readonly #places = new Map<string, number>();

  constructor(private readonly turn: Turn) {}

  /** With it comes what only offers to do it. */
  add(way: string, meaning: TurnMeaning | undefined): void {
    if (meaning === undefined || refused(meaning, this.turn) || (way === 'yes' && !agrees(this.turn))) return;
    this.#put(way, meaning);
    for (const other of othersSaid(meaning, this.turn)) this.#put(way, other);
    const offered = this.#offered(meaning);
    if (offered !== undefined) this.#put(OFFERED + way, offered);
  }

  #offered(meaning: TurnMeaning): TurnMeaning | undefined {
    if (meaning.kind === 'wish')
      return isDecided(this.turn, meaning.intent) && meaning.asked !== true ? { ...meaning, asked: true } : undefined;
    if (meaning.kind !== 'task' || meaning.task.does !== 'withdraw') return undefined;
    return { ...meaning, task: { ...meaning.task, does: 'ask_withdrawal' } };
  }

  /** By itself, and with the sentence that could be told beside it. */
  #put(way: string, meaning: TurnMeaning): void {
    this.#keep(way, meaning);
    const beside = withSentence(meaning, way, this.turn);
    if (beside !== meaning) this.#keep(way, beside);
  }

  #keep(way: string, meaning: TurnMeaning): void {
    const key = keyOf(meaning);
    const place = this.#places.get(key);
    const known = place === undefined ? undefined : this.readings[place]!;
    if (known === undefined) {
      this.#places.set(key, this.readings.length);
      this.readings.push({ meaning, ways: [way] });
    } else if (!known.ways.includes(way)) known.ways.push(way);
  }
}

/** Each other way in which the question is answered, as the first; not the one that what a shop says of its own goes before. */
function othersSaid(meaning: TurnMeaning, { policy }: Turn): readonly TurnMeaning[] {
  if (meaning.kind !== 'task' || meaning.task.does !== 'answer') return [];
  const { task } = meaning;
  const [, ...others] = task.followUps.filter(({ acts }) => acts.length > 0);
  const instead = weighedAs(task.followUps, policy);
  return others.filter(each => each !== instead).map(each => ({ ...meaning, task: saidFirst(each, task) }));
}

/** The same question, answered in this way first. */
export const saidFirst = (first: FollowUp, task: Extract<Task, { does: 'answer' }>): typeof task => ({
  ...task,
  followUps: [first, ...task.followUps.filter(each => each !== first)]
});

/** What was offered is taken by who says so a little at least. */
const agrees = (turn: Turn): boolean => {
  const { offered, offer_waits, to_withdraw } = turn.conversation.memory;
  if (offered === undefined && to_withdraw === undefined) return true;
  if (offer_waits === true) return shareOf(turn, 'yes') >= turn.policy.weighing.act_surely;
  const { affirmation, opens } = turn.said.slots;
  if (halts(turn.message, turn.policy)) return false;
  return affirmation === 'yes' || opens === 'yes' || shareOf(turn, 'yes') >= HEARD;
};

/** "No, I want the grey one", to an offer: what was offered is not meant; nor is a request taken back of which that was asked. */
function refused(meaning: TurnMeaning, { said, conversation, policy, found }: Turn): boolean {
  const { offered, to_withdraw } = conversation.memory;
  const withdraws = meaning.kind === 'task' && ['withdraw', 'ask_withdrawal'].includes(meaning.task.does);
  const leavesOut = found.excluded.orders.length + found.excluded.lines.length > 0;
  // "There is nothing wrong with it, please return it", to an offer that took it for faulty.
  if (meaning.kind === 'wish' && said.slots.fault_denied && meaning.slots.reported_issue !== undefined) return true;
  if (withdraws && said.slots.opens === 'no' && to_withdraw !== undefined) return !leavesOut;
  if (said.slots.opens !== 'no' || meaning.kind !== 'wish' || meaning.intent !== offered) return false;
  return isDecided({ policy }, offered) && !said.named.includes(offered);
}

/** Acts that the message may do, by their place in the conversation, by its words alone, or in one of its clauses. */
function actsHeard(turn: Turn): ReadonlySet<string> {
  const { heard, alone, policy, said, message, found } = turn;
  // Words that nobody knows do nothing.
  if (said.strange && !policy.heard.knows(message)) return new Set();
  const issues = new Set(policy.issues.map(({ name }) => name));
  const acts = new Set<string>(ALWAYS);
  const hear = (shares: Iterable<readonly [string, number]>, least: number) => {
    for (const [act, share] of shares) if (share >= least) acts.add(issues.has(act) ? 'fault' : act);
  };
  const [whole, ...clauses] = heard;
  if (whole !== undefined) hear(whole.shares, HEARD);
  for (const { shares } of clauses) hear(shares, HEARD_IN_PART);
  for (const { shares } of alone().slice(0, 1)) hear(shares, HEARD_IN_PART);
  const { after } = situationOf(turn.conversation, policy.intents);
  for (const [asked, share] of policy.readers.asked?.likeliest(message, after) ?? [])
    if (share >= HEARD_IN_PART && asked !== undefined && asked !== ASKS_NOTHING) acts.add(asked);
  const change = changeSaid(turn);
  if (change !== undefined) acts.add(change);
  // "Can the blanket still be cancelled?" asks of that one.
  if (ordersSaid(found).length === 1) for (const act of policy.weighing.of_several) acts.delete(act);
  return acts;
}

/** What the intent does, about what the message names, else what was talked about last. */
function wishFor(intent: string, turn: Turn): TurnMeaning {
  const { found, conversation, policy } = turn;
  const orders = ordersSaid(found);
  const [named, another] = orders;
  if (another !== undefined && isDecided(turn, intent))
    return severalOrders({ kind: 'which_order', intent, orders, slots: {} }, turn);
  const last = policy.intents.get(intent)?.requires.order === true ? conversation.memory.order_id : undefined;
  const order_id = named !== undefined && another === undefined ? named : last;
  const line_ids = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const slots = { ...(order_id !== undefined && { order_id }), ...(line_ids.length > 0 && { line_ids }) };
  return { kind: 'wish', intent, slots, resumed: false };
}

/** Numbers of ways to answer, by which two are told apart. */
const numbers = new WeakMap<FollowUp, number>();
let counted = 0;

function numberOf(followUp: FollowUp): number {
  const known = numbers.get(followUp) ?? ++counted;
  numbers.set(followUp, known);
  return known;
}

const textOf = (told: Told | undefined): string => told?.text ?? '';

/** Two meanings with one key come to the same. */
function keyOf(meaning: TurnMeaning): string {
  if (meaning.kind !== 'task')
    return JSON.stringify(meaning, (key, value) => (key === 'told' ? (value as readonly Told[]).map(textOf) : value));
  const { task, intent, slots } = meaning;
  return JSON.stringify([task.does, taskKey(task), intent, slots]);
}

function taskKey(task: Task): unknown {
  switch (task.does) {
    case 'answer':
      return [task.followUps.map(numberOf), task.question, task.ofAll, textOf(task.told), textOf(task.beside)];
    case 'tell':
      return task.told.map(textOf);
    case 'issue':
      return task.issue.name;
    case 'overview':
      return task.orders;
    case 'note':
      return [task.ticket.ticket_id, task.issue, textOf(task.beside)];
    case 'withdraw':
    case 'ask_withdrawal':
      return task.tickets.map(({ ticket_id }) => ticket_id);
    default:
      return undefined;
  }
}
