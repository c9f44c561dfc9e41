import { decimalOf, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import type { KnownTicket, Memory } from '../records/types.js';
import type { Resolution } from '../refer/types.js';
import type { Understanding } from '../understand/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { openTickets, overlap } from './tickets.js';

/** A request of the conversation, as its ticket holds it. */
export interface Case {
  readonly ticket_id: string;
  /** What was wished for, as choices say it. */
  readonly request: string;
  readonly order_id: string | null;
  /** Names of the items that it is about; none where it is about all of the order. */
  readonly items: readonly string[];
  readonly amount: string | null;
  readonly status: 'open' | 'in_progress' | 'resolved' | 'withdrawn';
}

export interface Cases {
  /** Those that the question names, else all. */
  readonly meant: readonly Case[];
  readonly open: number;
  /** How many of those meant have an amount that may be paid, and what these come to. */
  readonly paying: number;
  readonly amount: string;
  readonly currency: string | null;
}

interface Asking {
  readonly said: Pick<Understanding, 'named' | 'declined'>;
  readonly found: Pick<Resolution, 'orders' | 'lines'>;
}

const MOST_CASES = 5;

/**
 * The requests that a question is about, and each as evidence.
 * @param requestOf what an intent wishes for, as choices say it
 */
export function casesMeant(
  { tickets = [], known = [], decisions = [] }: Memory,
  asking: Asking,
  requestOf: (intent: string) => string
): { readonly cases: Cases; readonly evidence: readonly string[] } {
  const meant = ticketsMeant(tickets, asking).slice(-MOST_CASES);
  const named = (order_id: string | null, line_ids: readonly string[]) =>
    (known.find(order => order.order_id === order_id)?.lines ?? [])
      .filter(({ line_id }) => line_ids.includes(line_id))
      .map(({ name }) => name);
  const cases = meant.map(({ ticket_id, intent, order_id, line_ids, amount, withdrawn, worked }): Case => ({
    ticket_id,
    request: requestOf(intent),
    order_id,
    items: named(order_id, line_ids),
    amount,
    status: withdrawn ? 'withdrawn' : (worked ?? 'open')
  }));
  const paying = meant.filter(({ amount, withdrawn }) => amount !== null && !withdrawn);
  const currencyOf = ({ intent, order_id }: KnownTicket) =>
    decisions.findLast(each => each.intent === intent && each.order_id === order_id)?.currency ?? null;
  const [currency = null, another] = new Set(paying.map(currencyOf));
  const sums = currency !== null && another === undefined;
  const amount = formatMoney(sumMoney(paying.map(each => parseMoney(each.amount) ?? decimalOf(0))));
  const each = cases.map(one => evidenceText(sums ? { ...one, currency } : { ...one, amount: undefined }));
  const all = evidenceText({ amount, currency, items: cases.flatMap(({ items }) => items) });
  return {
    cases: { meant: cases, open: openTickets(tickets).length, paying: sums ? paying.length : 0, amount, currency },
    evidence: sums ? [...each, all] : each
  };
}

/** By what the question names: goods or an order, and a wish; all where it names none of them. */
function ticketsMeant(tickets: readonly KnownTicket[], { said, found }: Asking): readonly KnownTicket[] {
  const orders = found.orders.filter(({ how }) => how !== 'pronoun' && how !== 'only').map(({ order_id }) => order_id);
  const own = ({ order_id, line_ids }: KnownTicket) =>
    found.lines.length === 0
      ? orders.includes(order_id ?? '')
      : found.lines.some(
          line => line.order_id === order_id && (line_ids.length === 0 || line_ids.includes(line.line_id))
        );
  const wished = ({ intent }: KnownTicket) => said.named.includes(intent) || said.declined.includes(intent);
  const both = tickets.filter(ticket => own(ticket) && wished(ticket));
  const standing = tickets.filter((ticket, nth) => !isReplaced(ticket, tickets.slice(nth + 1)));
  const meant = [both, standing.filter(own), tickets.filter(wished)].find(each => each.length > 0) ?? standing;
  // "And the runner really stays?", after it was taken out of the request: what is open about its order is told.
  const meantOrders = new Set(meant.map(({ order_id }) => order_id));
  const beside = openTickets(standing).filter(
    ({ order_id, ticket_id }) =>
      meantOrders.has(order_id) && meant.every(each => each.withdrawn && each.ticket_id !== ticket_id)
  );
  return [...meant, ...beside];
}

/** A request that was taken back, where a later one about any of the same goods is open. */
const isReplaced = ({ withdrawn, order_id, line_ids }: KnownTicket, later: readonly KnownTicket[]): boolean =>
  withdrawn === true && openTickets(later).some(each => each.order_id === order_id && overlap(each.line_ids, line_ids));
