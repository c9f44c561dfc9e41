import { decimalOf, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import { itemsMeant } from '../conversation/items-meant.js';
import { openTickets } from '../conversation/tickets.js';
import { decideCase } from '../decide/decide-case.js';
import { buildCase } from '../decide/order-case.js';
import type { Trial } from '../kinds/follow-ups.js';
import type { KnownTicket } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { knownTo, recordsAbout } from './call-tool.js';
import { noteRule } from './rule-words.js';
import type { Run } from './run.js';
import type { Ready, ReplyData, Services } from './steps.js';

/** A request of the conversation, as its ticket holds it. */
export interface Case {
  readonly ticket_id: string;
  /** What was wished for, as choices say it. */
  readonly request: string;
  readonly intent: string;
  readonly order_id: string | null;
  readonly items: readonly string[];
  readonly amount: string | null;
  readonly status: 'open' | 'in_progress' | 'resolved' | 'withdrawn';
}

export interface Cases {
  /** Those that the question names, else all. */
  readonly meant: readonly Case[];
  readonly open: number;
  /** How many of those meant are open and have an amount, and what these come to. */
  readonly paying: number;
  readonly amount: string;
  readonly currency: string | null;
}

const MOST_CASES = 5;

/** With the requests of the conversation that the question is about. */
export function withCases(data: ReplyData, { found, said, memory }: Ready, run: Run): ReplyData {
  const { tickets = [], known = [], decisions = [] } = memory;
  const orders = found.orders.filter(({ how }) => how !== 'pronoun' && how !== 'only').map(({ order_id }) => order_id);
  const own = (ticket: KnownTicket) =>
    found.lines.length > 0
      ? found.lines.some(
          ({ order_id, line_id }) =>
            order_id === ticket.order_id && (ticket.line_ids.length === 0 || ticket.line_ids.includes(line_id))
        )
      : orders.includes(ticket.order_id ?? '');
  const wished = ({ intent }: KnownTicket) => said.named.includes(intent) || said.declined.includes(intent);
  const named = [[own, wished], [own], [wished]]
    .map(tests => tickets.filter(ticket => tests.every(test => test(ticket))))
    .find(each => each.length > 0);
  const meant = (named ?? tickets).slice(-MOST_CASES);
  const cases = meant.map(({ ticket_id, intent, order_id, line_ids, amount, withdrawn, worked }): Case => {
    const lines = known.find(order => order.order_id === order_id)?.lines ?? [];
    const items = lines.filter(({ line_id }) => line_ids.includes(line_id)).map(({ name }) => name);
    const request = run.policy.intents.get(intent)?.offer ?? run.policy.intents.get(intent)?.description ?? intent;
    return {
      ticket_id,
      request,
      intent,
      order_id,
      items,
      amount,
      status: withdrawn ? 'withdrawn' : (worked ?? 'open')
    };
  });
  const paying = cases.filter(({ amount, status }) => amount !== null && status !== 'withdrawn');
  const currencies = new Set(
    paying.map(
      each =>
        decisions.findLast(({ intent, order_id }) => intent === each.intent && order_id === each.order_id)?.currency
    )
  );
  const [currency = null] = currencies;
  const sums = currencies.size === 1 && currency !== null;
  const amount = formatMoney(sumMoney(paying.map(each => parseMoney(each.amount) ?? decimalOf(0))));
  const reference = `cases#${run.trace.length}`;
  for (const each of cases) {
    const { amount, ...rest } = each;
    const money = amount === null || currency === null ? {} : { amount, currency };
    run.evidence.push({ reference, kind: 'system_fact', text: evidenceText({ ...rest, ...money }) });
  }
  if (sums)
    run.evidence.push({
      reference,
      kind: 'system_fact',
      text: evidenceText({ amount, currency, items: paying.flatMap(({ items }) => items) })
    });
  return {
    ...data,
    cases: { meant: cases, open: openTickets(tickets).length, paying: sums ? paying.length : 0, amount, currency }
  };
}

/** What rules say of what is meant, without anything being asked for. */
export interface Ruling {
  readonly order_id: string;
  readonly items: readonly string[];
  readonly decision: string;
  readonly reason: string;
  readonly says: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601 day; null where no period runs. */
  readonly last_day: string | null;
}

const DAY_MS = 86_400_000;

/** With what the rules of a table say; as it is where they cannot be tried. */
export async function withRuling(
  data: ReplyData,
  { table, period }: Trial,
  given: Ready,
  { run, services }: { readonly run: Run; readonly services: Services }
): Promise<ReplyData> {
  const { slots, found, intent, memory } = given;
  const { order_id } = slots;
  const records = order_id === undefined ? undefined : await recordsAbout(order_id, intent, run, services);
  if (order_id === undefined || records?.order === undefined) return data;
  const { order } = records;
  const named = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const line_ids = named.length > 0 ? named : memory.order_id === order_id ? (memory.line_ids ?? []) : [];
  const request = { order_id, line_ids, quantity: given.said.slots.quantity };
  const store = { ...buildCase(table, request, records, run.now), ...knownTo(run) };
  const { decision, reason, says, amount, currency, record } = await decideCase(run.policy.tables, store);
  const days = record.settings[period ?? ''];
  const last_day =
    typeof days !== 'number' || order.delivered_at === null
      ? null
      : new Date(Date.parse(order.delivered_at) + days * DAY_MS).toISOString().slice(0, 10);
  const items = order.lines.filter(line => line_ids.includes(line.line_id)).map(({ name }) => name);
  const ruling = { order_id, items, decision, reason, says, amount, currency, last_day };
  const step = run.record({ type: 'recalled', decision: `${record.table}:${record.rule}`, order_id, ticket_id: null });
  const reference = `${record.table}@${step}:${record.rule}`;
  const { says: _says, ...stated } = ruling;
  run.evidence.push({ reference, kind: 'policy_decision', text: evidenceText({ ...stated, agent_may_pay: false }) });
  if (says !== '') run.evidence.push({ reference, kind: 'policy_decision', text: says });
  noteRule(record, says, run);
  return { ...data, ruling };
}

/** With the items of the order that the question is about, and what they cost. */
export function withItems(data: ReplyData, { found, said }: Ready, { conversation: { memory }, evidence, trace }: Run) {
  const { order, decided } = data;
  if (order === undefined) return data;
  const own = found.lines.filter(line => line.order_id === order.order_id);
  const named = own.filter(({ how }) => how !== 'pronoun').map(({ line_id }) => line_id);
  const pointed = own.map(({ line_id }) => line_id);
  const spokenOf = memory.order_id === order.order_id ? (memory.line_ids ?? []) : [];
  const settled = decided?.order_id === order.order_id ? (decided?.line_ids ?? []) : [];
  const items = itemsMeant(order, [named, pointed, spokenOf, settled], found.quantity ?? said.slots.quantity);
  if (items === undefined) return data;
  evidence.push({ reference: `items#${trace.length}`, kind: 'system_fact', text: items.evidence });
  return { ...data, meant: items.meant };
}
