import { isoDate, type NamedCalendar, parseMoment, workingDayAfter } from '../../../core/facts/index.js';
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

/** When money that is paid back has usually arrived. */
export interface Arrival {
  readonly working_days: number;
  readonly calendar: NamedCalendar;
}

/** What was paid back of an order, the earliest first, each with the day by which it has usually arrived (null where none is said). */
export const refundsOf = ({ order_id }: Order, customer: Customer | undefined, arrival?: Arrival) =>
  (customer?.refunds ?? [])
    .filter(refund => refund.order_id === order_id)
    .map(({ amount, refunded_at }) => ({ amount, refunded_at, expected_by: expectedBy(refunded_at, arrival) }))
    .sort((a, b) => (a.refunded_at < b.refunded_at ? -1 : 1));

function expectedBy(refunded_at: string, arrival: Arrival | undefined): string | null {
  const paid = parseMoment(refunded_at);
  if (arrival === undefined || paid === undefined) return null;
  const day = workingDayAfter(paid.day, arrival.working_days, arrival.calendar);
  return day === null ? null : isoDate({ day, at: undefined });
}
