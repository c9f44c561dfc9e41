import type { Pointed } from './places.js';
import type { ReferenceContext } from './types.js';
import type { Reading } from './words.js';

/** An order that is named by its number or an item of it, and where. */
export interface NamedOrder {
  readonly from: number;
  readonly to: number;
  readonly orders: readonly string[];
}

/** "The thing right under it", "the one above the mat": what stands beside it in the list. */
export function neighbour(
  reading: Reading,
  at: number,
  { shown, focus }: ReferenceContext,
  named: readonly NamedOrder[]
): Pointed | undefined {
  const first = at + (reading.at(at, 'article')?.size ?? 0);
  const thing = reading.at(first, 'thing');
  const side = thing === undefined ? undefined : reading.at(first + thing.size, 'neighbour');
  if (thing === undefined || side === undefined || shown?.kind !== 'orders') return undefined;
  const next = first + thing.size + side.size;
  const behind = named.find(({ from }) => from >= next && from <= next + 2);
  const anchor = behind ?? named.filter(({ from }) => from < at).at(-1);
  const place = shown.orders.indexOf(anchor?.orders[0] ?? focus?.order_id ?? '');
  const order = place < 0 ? undefined : shown.orders[place + (side.value === 'below' ? 1 : -1)];
  if (order === undefined) return undefined;
  const to = behind?.to ?? next + (reading.at(next, 'pronoun')?.size ?? 0);
  return { from: at, to, how: 'place', orders: [order], lines: [], all: false };
}
