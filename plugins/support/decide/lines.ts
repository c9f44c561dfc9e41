import { groupBy } from '../../../core/index.js';
import type { AskedLine, CaseLine, CaseOrder, RequestKind } from './case.js';

/** One line of an order, as facts read it. */
export interface OrderLine {
  readonly id: string;
  /** Bought minus already refunded (refund) or already returned (anything else); null where these contradict each other. */
  readonly remaining: number | null;
  readonly record: CaseLine & { readonly remaining: number | null };
}

/** A line asked for, all requests for it added up; `line` is undefined when the order does not have it just once. */
export interface AskedPieces {
  readonly id: string;
  readonly quantity: number | null;
  readonly line: OrderLine | undefined;
}

export function orderLines(order: CaseOrder, kind: RequestKind | null): OrderLine[] {
  return entries(order.lines).map(line => {
    const remaining = remainingOf(line, kind);
    return { id: identifier(line.line_id), remaining, record: { ...line, remaining } };
  });
}

function remainingOf(line: CaseLine, kind: RequestKind | null): number | null {
  const bought = count(line.quantity);
  const gone = count(kind === 'refund' ? line.quantity_refunded : line.quantity_returned);
  // More given back than was ever bought, or nothing bought, is a contradiction, not a remainder.
  return bought === null || bought === 0 || gone === null || gone > bought ? null : bought - gone;
}

export function askedLines(asked: readonly AskedLine[] | null | undefined, lines: readonly OrderLine[]): AskedPieces[] {
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

/** Beyond this a quantity is nonsense. */
const MOST_UNITS = 1_000_000;

/** A whole number that counts something: never negative. */
const count = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_UNITS ? (value as number) : null;

const identifier = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The entries of a list that are objects; nothing of what is no list. */
const entries = <T extends object>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list.filter(entry => typeof entry === 'object' && entry !== null) : [];
