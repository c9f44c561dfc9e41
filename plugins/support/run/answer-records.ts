import { casesMeant } from '../conversation/cases.js';
import { itemsMeant, linesInMind } from '../conversation/items-meant.js';
import { listed, MOST_TOLD, ordersDescribed, sumsOf } from '../conversation/known-orders.js';
import { ordersSaid } from '../conversation/references.js';
import { wishAbout } from '../conversation/wishes.js';
import { tableOf, tryRules } from '../decide/ruling.js';
import type { FollowUp, Trial } from '../kinds/follow-ups/answer.js';
import { personIntent } from '../meaning/turn.js';
import type { Memory } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { identityHolds, knownTo, recordsAbout } from './call-tool.js';
import { noteRule } from './evidence.js';
import type { Run } from './run.js';
import type { Around, Ready, ReplyData } from './steps.js';

/** With what else the answer reads, each as evidence: the rules that are tried, the items and the requests that are meant. */
export async function withRecords(
  data: ReplyData,
  { says, tries }: FollowUp,
  given: Ready,
  { run, services }: Around
): Promise<ReplyData> {
  const reads = (name: string) => says.reads.some(each => each.startsWith(name));
  const tried = tries === undefined ? data : await withRuling(data, tries, given, { run, services });
  const items = reads('meant') ? withItems(tried, given, run) : tried;
  const summed = reads('sums') ? withSums(items, given, run) : items;
  if (reads('orders')) {
    const named = ordersSaid(given.found);
    // What is summed up is what is told.
    const ids = reads('sums') && named.length > 0 ? named : ordersDescribed(given.found);
    return { ...summed, orders: listed(ids, given.memory.known, MOST_TOLD) };
  }
  if (reads('sums')) return summed;
  if (!reads('cases')) return items;
  const { intents } = run.policy;
  // What was never understood was handed to a person.
  const person = intents.get(personIntent(run.policy) ?? '')?.offer;
  const { cases, evidence } = casesMeant(given.memory, given, intent => intents.get(intent)?.offer ?? person ?? intent);
  const reference = `cases#${run.trace.length}`;
  run.evidence.push(...evidence.map(text => ({ reference, kind: 'system_fact' as const, text })));
  return { ...items, cases };
}

/** As it is where the rules cannot be tried. */
async function withRuling(data: ReplyData, tries: Trial, given: Ready, { run, services }: Around): Promise<ReplyData> {
  const { slots, found, intent, memory, said } = given;
  const table = tries.table ?? tableOf(wishAbout(slots.order_id, memory), run.policy);
  const { order_id } = slots;
  if (order_id === undefined || table === undefined || !identityHolds(run, services)) return data;
  const { order, customer } = (await recordsAbout(order_id, intent, run, services)) ?? {};
  if (order === undefined) return data;
  const line_ids = linesMeant(order_id, found, memory) ?? [];
  const request = { order_id, line_ids, quantity: said.slots.quantity };
  const known = { order, customer, known: knownTo(run), now: run.now };
  const { ruling, record } = await tryRules(run.policy.tables, { ...tries, table }, request, known);
  const step = run.record({ type: 'recalled', decision: `${record.table}:${record.rule}`, order_id, ticket_id: null });
  const of = { reference: `${record.table}@${step}:${record.rule}`, kind: 'policy_decision' as const };
  const { says, ...facts } = ruling;
  run.evidence.push({ ...of, text: evidenceText({ ...facts, agent_may_pay: false }) }, { ...of, text: says });
  noteRule(record, says, run);
  return { ...data, ruling };
}

/** Lines of the order that the question is about; undefined where it is about none of them in particular. */
export const linesMeant = (order_id: string, found: Ready['found'], memory: Memory): readonly string[] | undefined =>
  linesInMind(order_id, found, memory).find(each => each.length > 0);

/** With the items of the order that the question is about, and what they cost. */
function withItems(
  data: ReplyData,
  { found, said }: Ready,
  { conversation: { memory }, evidence, trace }: Run
): ReplyData {
  const { order, decided } = data;
  if (order === undefined) return data;
  const inMind = linesInMind(order.order_id, found, { ...memory, decided });
  const items = itemsMeant(order, inMind, found.quantity ?? said.slots.quantity);
  if (items === undefined) return data;
  evidence.push({ reference: `items#${trace.length}`, kind: 'system_fact', text: items.evidence });
  return { ...data, meant: items.meant };
}

/** With what the orders that are named come to, or all of the customer's. */
function withSums(data: ReplyData, { found, memory }: Ready, { evidence, trace }: Run): ReplyData {
  const sums = sumsOf(ordersSaid(found), memory.known);
  if (sums === undefined) return data;
  evidence.push({ reference: `orders#${trace.length}`, kind: 'system_fact', text: evidenceText({ ...sums }) });
  return { ...data, sums };
}
