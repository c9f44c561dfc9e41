import { decimalOf, formatMoney, parseMoney, sumMoney, timesQuantity } from '../../../core/money/index.js';
import type { Memory } from '../records/types.js';
import type { Resolution } from '../refer/types.js';
import { evidenceText } from '../verify/evidence-text.js';

type Fields = Readonly<Record<string, unknown>>;

/** The items of an order that a question is about. */
export interface ItemsMeant {
  readonly lines: readonly Fields[];
  /** The message names them itself, or so many of them. */
  readonly named: boolean;
  /** It points at them: "it". */
  readonly pointed: boolean;
  /** How many of what: "2 Cereal bowl and 1 Table runner". */
  readonly text: string;
  /** Its name, where it is a single piece. */
  readonly single: string | null;
  /** What these pieces cost. */
  readonly amount: string;
}

/** Lines of an order that the message names, those that it points at, those last spoken of and those decided about. */
export function linesInMind(
  order_id: unknown,
  { lines }: Pick<Resolution, 'lines'>,
  {
    order_id: last,
    line_ids = [],
    decided
  }: { readonly [K in 'order_id' | 'line_ids' | 'decided']?: Memory[K] | undefined }
): readonly (readonly string[])[] {
  const own = lines.filter(line => line.order_id === order_id);
  return [
    own.filter(({ how }) => how !== 'pronoun').map(({ line_id }) => line_id),
    own.map(({ line_id }) => line_id),
    last === order_id ? line_ids : [],
    decided?.order_id === order_id ? (decided?.line_ids ?? []) : []
  ];
}

/**
 * The items meant, and what they cost as evidence.
 * @param focus as `linesInMind` gives it; the first that holds some
 * @param asked how many pieces the message names, for a single line
 */
export function itemsMeant(
  order: Fields,
  focus: readonly (readonly string[])[],
  asked: number | null
): { readonly meant: ItemsMeant; readonly evidence: string } | undefined {
  const lines = (order['lines'] ?? []) as readonly Fields[];
  if (lines.length === 0) return undefined;
  const chosen = focus.map(ids => lines.filter(line => ids.includes(String(line['line_id']))));
  const meant = chosen.find(each => each.length > 0) ?? lines;
  const pieces = meant.length === 1 ? asked : null;
  const items = meant.map(({ name, quantity, unit_price, discount_per_unit, paid_each, weight_kg }) => {
    const price = parseMoney(paid_each) ?? decimalOf(0);
    const count = pieces !== null && pieces <= Number(quantity) ? pieces : Number(quantity);
    const amount = formatMoney(timesQuantity(price, count));
    return {
      name,
      quantity: count,
      unit_price,
      discount_per_unit,
      weight_kg: weight_kg ?? undefined,
      price: formatMoney(price),
      amount
    };
  });
  const amount = formatMoney(sumMoney(items.map(each => parseMoney(each.amount)!)));
  const text = items.map(({ name, quantity }) => `${quantity} ${String(name)}`).join(' and ');
  const [first, another] = items;
  const single = another === undefined && first?.quantity === 1 ? String(first.name) : null;
  const named = (chosen[0]?.length ?? 0) > 0 || pieces !== null;
  return {
    meant: { lines: meant, named, pointed: (chosen[1]?.length ?? 0) > 0, text, single, amount },
    evidence: evidenceText({ items, amount, currency: order['currency'] })
  };
}
