import { casesMeant } from '../conversation/cases.js';
import { itemsMeant, linesInMind } from '../conversation/items-meant.js';
import { listed, MOST_TOLD, ordersDescribed, ordersOfTime, sumsOf } from '../conversation/known-orders.js';
import { ordersSaid } from '../conversation/references.js';
import { wishAbout } from '../conversation/wishes.js';
import type { OrderRequest } from '../decide/order-case.js';
import { type Ruling, tableOf, tryRules } from '../decide/ruling.js';
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
  const around = { run, services };
  const tried =
    tries === undefined
      ? data
      : await (tries.allowing === undefined ? withRuling : withRulings)(data, tries, given, around);
  const items = reads('meant') ? withItems(tried, given, run) : tried;
  const summed = reads('sums') ? withSums(items, given, run) : items;
  if (reads('orders')) {
    // What is summed up is what is told.
    const summedUp = reads('sums') ? ordersSummed(given) : [];
    const ids = summedUp.length > 0 ? summedUp : ordersDescribed(given.found);
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
async function withRuling(data: ReplyData, tries: Trial, given: Ready, around: Around): Promise<ReplyData> {
  const { slots, found, memory, said } = given;
  const { order_id } = slots;
  const rules = order_id === undefined ? undefined : await rulesFor(order_id, tries, given, around);
  if (order_id === undefined || rules === undefined) return data;
  const line_ids = linesMeant(order_id, found, memory) ?? [];
  const tried = await rules.tryOn({ line_ids, quantity: said.slots.quantity });
  tried.note();
  return { ...data, ruling: tried.ruling };
}

/** "Which of them can still go back?": the orders of which it can be done, each with the items that it can be done with. */
async function withRulings(data: ReplyData, tries: Trial, given: Ready, around: Around): Promise<ReplyData> {
  const named = ordersSaid(given.found);
  const known = given.memory.known ?? [];
  const asked = named.length > 1 ? known.filter(({ order_id }) => named.includes(order_id)) : known;
  const tried = asked.slice(0, MOST_TOLD);
  const rulings: Ruling[] = [];
  for (const { order_id, lines } of tried) {
    const rules = await rulesFor(order_id, tries, given, around);
    if (rules === undefined) return data;
    const isAllowed = ({ ruling }: { readonly ruling: Ruling }) => tries.allowing?.includes(ruling.reason) === true;
    const whole = await rules.tryOn({ line_ids: lines.map(({ line_id }) => line_id) });
    const apart = lines.map(({ line_id }) => rules.tryOn({ line_ids: [line_id] }));
    const allowed = isAllowed(whole) ? [whole] : (await Promise.all(apart)).filter(isAllowed);
    const [first] = allowed;
    if (first === undefined) continue;
    first.note();
    rulings.push({ ...first.ruling, items: allowed.flatMap(({ ruling }) => ruling.items) });
  }
  // That there is none is known only of those that were tried.
  if (rulings.length === 0 && (tried.length === 0 || tried.length < asked.length)) return data;
  const orders = rulings.map(({ order_id, items, last_day }) => ({ order_id, items, last_day }));
  const reference = `orders#${around.run.trace.length}`;
  around.run.evidence.push({ reference, kind: 'policy_decision', text: evidenceText({ orders }) });
  return { ...data, rulings };
}

/** The rules for an order, to be tried on some of it; undefined where they cannot be. */
async function rulesFor(order_id: string, tries: Trial, { intent, memory }: Ready, { run, services }: Around) {
  const table = tries.table ?? tableOf(wishAbout(order_id, memory), run.policy);
  if (table === undefined || !identityHolds(run, services)) return undefined;
  const { order, customer } = (await recordsAbout(order_id, intent, run, services)) ?? {};
  if (order === undefined) return undefined;
  const known = { order, customer, known: knownTo(run), now: run.now };
  const tryOn = async (some: Omit<OrderRequest, 'order_id'>) => {
    const { ruling, record } = await tryRules(run.policy.tables, { ...tries, table }, { order_id, ...some }, known);
    const note = (): void => {
      const step = run.record({
        type: 'recalled',
        decision: `${record.table}:${record.rule}`,
        order_id,
        ticket_id: null
      });
      const of = { reference: `${record.table}@${step}:${record.rule}`, kind: 'policy_decision' as const };
      const { says, ...facts } = ruling;
      run.evidence.push({ ...of, text: evidenceText({ ...facts, agent_may_pay: false }) }, { ...of, text: says });
      noteRule(record, says, run);
    };
    return { ruling, note };
  };
  return { tryOn };
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

/** Orders that are named, or of a time that is. */
function ordersSummed({ found }: Ready): readonly string[] {
  const named = ordersSaid(found);
  return named.length > 0 ? named : ordersOfTime(found);
}

/** With what the orders that are named come to, or all of the customer's. */
function withSums(data: ReplyData, given: Ready, { evidence, trace }: Run): ReplyData {
  const sums = sumsOf(ordersSummed(given), given.memory.known);
  if (sums === undefined) return data;
  evidence.push({ reference: `orders#${trace.length}`, kind: 'system_fact', text: evidenceText({ ...sums }) });
  return { ...data, sums };
}
