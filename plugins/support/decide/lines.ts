import { groupBy } from '../../../core/index.js';
import { type Decimal, timesQuantity } from '../../../core/money/index.js';
import type { Facts } from '../../../core/rules/index.js';
import type { AskedLine, CaseLine, CaseOrder, RequestKind } from './case.js';
import { amount, count, entries, identifier, weight, word } from './read-values.js';

/** One line of an order, read; null where something is missing or contradicts itself. */
export interface OrderLine {
  readonly id: string;
  /** Bought minus already refunded (refund) or already returned (anything else). */
  readonly remaining: number | null;
  /** What one unit cost after its share of the discount. */
  readonly unitCharge: Decimal | null;
  readonly weightKg: number | null;
  readonly facts: Facts;
}

/** A line asked for, all requests for it added up; `line` is undefined when the order does not have it just once. */
export interface Asked {
  readonly id: string;
  readonly quantity: number | null;
  readonly line: OrderLine | undefined;
}

/** Facts that the line table may look at, with their types. */
export const LINE_FACTS = { line_category: 'string', line_condition: 'string', line_reported_issue: 'string' } as const;

export function orderLines(order: CaseOrder, kind: RequestKind | null): OrderLine[] {
  return entries(order.lines).map(line => ({
    id: identifier(line.line_id),
    remaining: remainingOf(line, kind),
    unitCharge: unitCharge(line),
    weightKg: weight(line.weight_kg),
    facts: {
      line_category: word(line.category),
      line_condition: word(line.condition),
      line_reported_issue: line.reported_issue === null ? 'none' : word(line.reported_issue)
    } satisfies Record<keyof typeof LINE_FACTS, unknown>
  }));
}

function remainingOf(line: CaseLine, kind: RequestKind | null): number | null {
  const bought = count(line.quantity);
  const gone = count(kind === 'refund' ? line.quantity_refunded : line.quantity_returned);
  // More given back than was ever bought, or nothing bought, is a contradiction, not a remainder.
  return bought === null || bought === 0 || gone === null || gone > bought ? null : bought - gone;
}

function unitCharge(line: CaseLine): Decimal | null {
  const price = amount(line.unit_price);
  const discount = amount(line.discount_per_unit);
  return price === null || discount === null || discount.gt(price) ? null : price.minus(discount);
}

export function askedLines(asked: readonly AskedLine[] | null | undefined, lines: readonly OrderLine[]): Asked[] {
  const byId = groupBy(lines, line => line.id);
  const quantities = new Map<string, number | null>();
  for (const { line_id, quantity } of entries(asked)) {
    const id = identifier(line_id);
    const more = count(quantity) || null;
    const before = quantities.has(id) ? quantities.get(id)! : 0;
    quantities.set(id, more === null || before === null ? null : before + more);
  }
  return [...quantities].map(([id, quantity]) => {
    const found = byId.get(id) ?? [];
    return { id, quantity, line: found.length === 1 && id !== '' ? found[0] : undefined };
  });
}

/** What some units of a line cost; null when that is not known. */
export function chargeFor(line: OrderLine | undefined, quantity: number | null): Decimal | null {
  return line?.unitCharge == null || quantity === null ? null : timesQuantity(line.unitCharge, quantity);
}
