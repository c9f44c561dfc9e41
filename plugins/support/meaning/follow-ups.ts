import { ordersSaid } from '../conversation/references.js';
import { openTickets, ticketInMind } from '../conversation/tickets.js';
import type { FollowUp, Need } from '../kinds/follow-ups/answer.js';
import type { Told } from '../knowledge/question-index.js';
import type { Mention, Resolution } from '../refer/types.js';
import type { KnownTicket, LastDecision, Memory } from '../records/types.js';
import { messageWords } from '../conversation/phrases.js';
import { asTask, personIntent, tellsOfOrder, type Turn, type TurnMeaning } from './turn.js';

/** The ways to answer a question that fit, the most particular first: one that does any of these acts; without one, any other. */
export function followUpsFor(
  { message, said, found, told, conversation, policy }: Turn,
  ...acts: readonly string[]
): readonly FollowUp[] {
  const acting = actingOn(policy.followUps, acts);
  if (acting.length === 0) return acting;
  const { memory, identity_verified } = conversation;
  const hints = [said.intent, ...said.candidates];
  const words = messageWords(message);
  const best = (told[0]?.score ?? 0) >= policy.weighing.article_fits_little ? told[0]?.article : undefined;
  const [order] = ordersSaid(found);
  // Of an order that was not settled there is nothing to recall; it can be looked up.
  const about = decisionAbout(memory, { order, lines: found.lines.map(({ line_id }) => line_id) });
  const other = order !== undefined && about === undefined;
  const { decided: _decided, tickets = [], subject: _subject, settled: _settled, order_id: _order, ...rest } = memory;
  const known: Memory = other
    ? { order_id: order, tickets: tickets.filter(({ order_id }) => order_id === order), ...rest }
    : about === undefined
      ? memory
      : Object.assign({}, memory, { decided: about }, order === undefined ? {} : { subject: about.intent });
  const readers = [...policy.intents.values()].filter(tellsOfOrder);
  const last = other ? readers.map(({ name }) => name) : lastIntents(known);
  return acting.filter(
    each =>
      fits(each.after, last) &&
      fits(each.hints, hints) &&
      fits(each.decisions, [known.decided?.decision]) &&
      fits(each.reasons, [known.decided?.reason]) &&
      fits(each.articles, [best]) &&
      (each.words.length === 0 || each.words.some(all => all.every(word => words.includes(word)))) &&
      !each.unlessWords.some(word => words.includes(word)) &&
      fits(each.before, [memory.question]) &&
      each.needs.every(need => HOLDS[need](known, identity_verified, found))
  );
}

/** Of some ways to answer, those that do an act; under the empty name those that do none. */
const byAct = new WeakMap<readonly FollowUp[], Map<string, readonly FollowUp[]>>();

/** Those that do any of these acts; without one, those that do none. */
function actingOn(followUps: readonly FollowUp[], [act = '', ...others]: readonly string[]): readonly FollowUp[] {
  if (others.length > 0) return followUps.filter(each => each.acts.includes(act) || doesAny(each, others));
  const known = byAct.get(followUps) ?? new Map<string, readonly FollowUp[]>();
  let acting = known.get(act);
  if (acting === undefined) {
    acting = followUps.filter(({ acts }) => (act === '' ? acts.length === 0 : acts.includes(act)));
    byAct.set(followUps, known.set(act, acting));
  }
  return acting;
}

const doesAny = ({ acts }: FollowUp, wanted: readonly string[]): boolean => wanted.some(act => acts.includes(act));

/** What was decided last about the order and lines that are named, or at all. */
export function decisionAbout(
  { decided, decisions = [] }: Memory,
  { order, lines }: { readonly order: string | undefined; readonly lines: readonly string[] }
): LastDecision | undefined {
  if (order === undefined) return decided;
  const own = decisions.filter(each => each.order_id === order);
  const exact = own.filter(each => each.line_ids.some(line => lines.includes(line)));
  return (lines.length > 0 ? exact.at(-1) : undefined) ?? own.at(-1);
}

/** What the conversation was about last: what was settled, and what was handed over last. */
const lastIntents = ({ tickets, decided, settled, subject }: Memory) => [
  subject ?? decided?.intent ?? settled,
  openTickets(tickets).at(-1)?.intent
];

const fits = (wanted: readonly string[], had: readonly (string | undefined)[]) =>
  wanted.length === 0 || had.some(each => each !== undefined && wanted.includes(each));

const HOLDS: Readonly<Record<Need, (memory: Memory, verified: boolean, found: Resolution) => boolean>> = {
  cases: ({ tickets = [] }) => tickets.length > 1 || tickets.some(({ withdrawn }) => withdrawn),
  no_case: ({ tickets = [] }) => tickets.length === 0,
  ticket: ({ tickets }) => openTickets(tickets).length > 0,
  no_ticket: ({ tickets }) => openTickets(tickets).length === 0,
  in_progress: ({ tickets }) => openTickets(tickets).at(-1)?.worked === 'in_progress',
  resolved: ({ tickets }) => ticketInMind(tickets)?.worked === 'resolved',
  withdrawn: ({ tickets = [] }) => tickets.some(({ withdrawn }) => withdrawn),
  decision: ({ decided }) => decided !== undefined,
  amount: ({ decided }) => decided !== undefined && decided.amount !== null,
  order: ({ order_id }) => order_id !== undefined,
  no_order: ({ order_id }) => order_id === undefined,
  coming: ({ order_id, known = [] }) => known.find(each => each.order_id === order_id)?.delivered_at === null,
  no_question: ({ pending, waiting, offered, unclear }) =>
    [pending, waiting, offered, unclear].every(each => each === undefined),
  settled: ({ decided, settled, subject }) => [decided, settled, subject].some(each => each !== undefined),
  nothing_before: ({ tickets = [], decided, settled, subject, order_id }) =>
    tickets.length === 0 && [decided, settled, subject, order_id].every(each => each === undefined),
  by_amount: (_memory, _verified, { orders }) => orders.length === 1 && orders[0]!.how === 'price',
  identity_asked: ({ pending }, verified) => pending?.missing === 'identity' && !verified
};

/** What the files say to it, else the intent of that name. */
export function remark(act: string, turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn, act);
  if (followUps.length > 0) return asTask({ does: 'answer', followUps }, turn);
  return turn.policy.intents.has(act) ? { kind: 'wish', intent: act, slots: {}, resumed: false } : undefined;
}

/** The open ticket of the order that is talked about, else the last one; of goods that are named, only one that may be about them. */
function ticketAbout({ conversation: { memory }, found }: Turn): KnownTicket | undefined {
  const named = new Set(found.mentions.filter(namesGoods).flatMap(({ orders }) => orders));
  // "The crack has nothing to do with the blanket, it is the casserole": of several nobody knows which it is about.
  const fits = ({ order_id }: KnownTicket) => order_id === null || named.size === 0 || named.has(order_id);
  const open = openTickets(memory.tickets).filter(fits);
  return open.findLast(each => each.order_id === memory.order_id) ?? open.at(-1);
}

const namesGoods = ({ how, excluded }: Mention): boolean => !excluded && (how === 'number' || how === 'item');

/** More about what is settled: a person works on it, who should know. */
export function detail(turn: Turn): TurnMeaning | undefined {
  const ticket = ticketAbout(turn);
  if (turn.conversation.memory.pending !== undefined) return undefined;
  return ticket === undefined
    ? (remark('add_note', turn) ??
        (turn.conversation.memory.decided === undefined ? undefined : remark('insist', turn)))
    : asTask({ does: 'note', ticket }, turn);
}

/** A person is asked for. */
export function person({ policy }: Turn): TurnMeaning | undefined {
  const intent = personIntent(policy);
  return intent === undefined ? undefined : { kind: 'wish', intent, slots: {}, resumed: false };
}

/** A sentence of an article, as an answer to the intent that asks for it, or else to that of its topic. */
export function fromArticle(best: Told, turn: Turn): TurnMeaning {
  const { said, policy } = turn;
  // What the article says in general may be said of the customer's own order.
  const followUps = followUpsFor(turn, 'rules').filter(({ articles }) => articles.length > 0);
  const task = asTask(
    followUps.length === 0 ? { does: 'tell', told: certainOf(best, turn) } : { does: 'answer', followUps, told: best },
    turn
  );
  if (!('intent' in task)) return task;
  if (said.intent !== policy.unknown.name) return { ...task, intent: said.intent };
  if (task.intent !== policy.unknown.name) return task;
  const ofTopic = [...policy.intents.values()].find(
    ({ topic, decide }) => topic === best.topic && decide === undefined
  );
  return { ...task, intent: ofTopic?.name ?? task.intent };
}

/** The sentence that answers best, where it fits at least so well. */
export function fromBest(least: number, turn: Turn): TurnMeaning | undefined {
  const [best] = turn.told;
  return best !== undefined && best.score >= least ? fromArticle(best, turn) : undefined;
}

/** Questions of one message that are answered. */
const MOST_TOLD = 2;

/** Two sentences that answer nearly as well, where it is not known which is asked for. */
export function bothTold(turn: Turn): TurnMeaning | undefined {
  const [best, second] = turn.told;
  if (best === undefined || second === undefined || certainOf(best, turn).length > 1) return undefined;
  const { article_nearly, article_fits_little } = turn.policy.weighing;
  if (best.score < article_fits_little || second.score < best.score * article_nearly) return undefined;
  const meaning = fromArticle(best, turn);
  if (meaning.kind !== 'task' || meaning.task.does !== 'tell') return undefined;
  return { ...meaning, task: { ...meaning.task, told: [best, second] } };
}

/** "How long does it take? And who pays the postage?": both, in the order asked, where both answers are certain. */
export function certainOf(best: Told, { told, policy }: Turn): readonly Told[] {
  const each = told
    .filter(({ question, score }) => question !== undefined && score >= policy.weighing.article_fits)
    .sort((one, other) => one.question! - other.question!);
  return each.includes(best) ? each.slice(0, MOST_TOLD) : [best];
}
