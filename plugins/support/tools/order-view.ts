import { formatMoney, parseMoney } from '../../../core/money/index.js';
import type { Customer, Order } from '../records/types.js';

const DAY_MS = 86_400_000;

/** What an order's record says between its fields; a field is null where it is not known. */
export interface OrderView extends Omit<Order, 'lines'> {
  readonly lines: readonly (Order['lines'][number] & { readonly paid_each: string | null })[];
  /** Whole days between the promised day and the delivery, or today; 0 where it is in time. */
  readonly days_late: number | null;
}

/** An order with what follows from its fields: what each piece cost, and by how many days it is late. */
export function orderView(order: Order, now: Date): OrderView {
  const lines = order.lines.map(line => Object.assign({}, line, { paid_each: paidEach(line) }));
  return Object.assign({}, order, { lines, days_late: daysLate(order, now) });
}

function paidEach({ unit_price, discount_per_unit }: Order['lines'][number]): string | null {
  const [price, discount] = [parseMoney(unit_price), parseMoney(discount_per_unit)];
  return price === undefined || discount === undefined ? null : formatMoney(price.minus(discount));
}

/** When an order was to come, and whether it did. */
interface Promised extends Pick<Order, 'promised_by' | 'delivered_at'> {
  readonly status: string;
}

/** Whole days after the promised day; 0 where it is in time, null where none is promised any more. */
export function daysLate({ status, promised_by, delivered_at }: Promised, now: Date): number | null {
  if (promised_by === null || status === 'cancelled') return null;
  const reached = (delivered_at ?? now.toISOString()).slice(0, 10);
  const days = (Date.parse(reached) - Date.parse(promised_by.slice(0, 10))) / DAY_MS;
  return Number.isFinite(days) ? Math.max(0, days) : null;
}

/** What was paid back of an order, the earliest first. */
export const refundsOf = ({ order_id }: Order, customer: Customer | undefined) =>
  (customer?.refunds ?? [])
    .filter(refund => refund.order_id === order_id)
    .map(({ amount, refunded_at }) => ({ amount, refunded_at }))
    .sort((a, b) => (a.refunded_at < b.refunded_at ? -1 : 1));
