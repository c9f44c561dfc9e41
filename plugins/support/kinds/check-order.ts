import { Big } from 'big.js';
import type { Report } from '../../../core/index.js';
import type { OrderFacts, SeedOrder } from './seed-order.js';
import { dayOffset, minuteOffset } from './seed-moment.js';

/** Lines after discount plus delivery charge, exact, with two decimal places. */
export function orderTotal(order: Pick<OrderFacts, 'lines' | 'delivery_charge'>): string {
  return order.lines
    .reduce(
      (sum, line) => sum.plus(new Big(line.unit_price).minus(line.discount_per_unit).times(line.quantity)),
      new Big(order.delivery_charge)
    )
    .toFixed(2);
}

/** Reports where an order contradicts itself: dates, status, money, quantities. */
export function checkOrder(order: SeedOrder, report: Report): void {
  checkDates(order, report);
  checkStatus(order, report);
  checkLines(order, report);
  const total = orderTotal(order);
  if (total !== order.total)
    report('/total', 'total_differs', `lines after discount plus delivery charge make ${total}, not ${order.total}`);
}

function checkDates(order: SeedOrder, report: Report): void {
  const ordered = minuteOffset(order.ordered_at);
  const shipped = order.shipped_at === null ? undefined : minuteOffset(order.shipped_at);
  if (shipped !== undefined && shipped < ordered)
    report('/shipped_at', 'date_order', 'the order shipped before it was placed (ordered_at)');
  if (order.delivered_at !== null && shipped !== undefined && minuteOffset(order.delivered_at) < shipped)
    report('/delivered_at', 'date_order', 'the order was delivered before it shipped (shipped_at)');
  if (dayOffset(order.promised_by) < -order.ordered_at.days_ago)
    report('/promised_by', 'date_order', 'the promised date is before the day of the order (ordered_at)');
}

function checkStatus(order: SeedOrder, report: Report): void {
  const { status } = order;
  const left = status === 'shipped' || status === 'delivered';
  const expected = { shipped_at: left, delivered_at: status === 'delivered', carrier: left, tracking_number: left };
  for (const [field, given] of Object.entries(expected) as [keyof typeof expected, boolean][])
    if ((order[field] !== null) !== given)
      report(`/${field}`, 'status_contradicted', `an order that is ${status} ${given ? 'has one' : 'has none'}`);
  if (left && !order.charged) report('/charged', 'status_contradicted', `an order that is ${status} was charged`);
}

/** Reports where the lines of an order contradict themselves. */
export function checkLines(order: Pick<OrderFacts, 'lines' | 'charged'>, report: Report): void {
  const seen = new Set<string>();
  order.lines.forEach((line, i) => {
    if (seen.has(line.line_id))
      report(`/lines/${i}/line_id`, 'duplicate_line', `${line.line_id} is the name of an earlier line`);
    seen.add(line.line_id);
    for (const field of ['quantity_returned', 'quantity_refunded'] as const)
      if (line[field] > line.quantity)
        report(`/lines/${i}/${field}`, 'quantity_exceeded', `${line[field]} of ${line.quantity} bought`);
    if (line.quantity_refunded > 0 && !order.charged)
      report(`/lines/${i}/quantity_refunded`, 'refund_without_charge', 'the order was never charged');
    if (new Big(line.discount_per_unit).gt(line.unit_price))
      report(`/lines/${i}/discount_per_unit`, 'discount_exceeds_price', `the unit price is ${line.unit_price}`);
  });
}
