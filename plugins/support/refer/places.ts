import type { How, KnownOrder, LineRef, ReferenceContext, Shown } from './types.js';
import type { Reading } from './words.js';

/** Words that mean something by its place, all of it, the other one, or what was last spoken of. */
export interface Pointed {
  readonly from: number;
  readonly to: number;
  readonly how: Extract<How, 'place' | 'all' | 'other' | 'pronoun'>;
  readonly orders: readonly string[];
  readonly lines: readonly LineRef[];
  readonly all: boolean;
}

/** An order that is named by its number or an item of it, and where. */
export interface NamedOrder {
  readonly from: number;
  readonly to: number;
  readonly orders: readonly string[];
}

/** Things that can be counted through or chosen between. */
interface Pool {
  readonly orders: readonly string[];
  readonly lines: readonly LineRef[];
  readonly size: number;
}

const ofOrders = (orders: readonly string[]): Pool => ({ orders, lines: [], size: orders.length });
const ofLines = (lines: readonly LineRef[]): Pool => ({
  orders: [...new Set(lines.map(({ order_id }) => order_id))],
  lines,
  size: lines.length
});
const poolOf = (shown: Shown): Pool => (shown.kind === 'orders' ? ofOrders(shown.orders) : ofLines(shown.lines));

const slice = (pool: Pool, from: number, to?: number): Pool =>
  pool.lines.length > 0 ? ofLines(pool.lines.slice(from, to)) : ofOrders(pool.orders.slice(from, to));

/** Every such expression in a message, beside the numbers that were found in it. */
export function findPointed(
  reading: Reading,
  orders: readonly KnownOrder[],
  context: ReferenceContext,
  { numbers, items }: Readonly<Record<'numbers' | 'items', readonly NamedOrder[]>>
): Pointed[] {
  const found: Pointed[] = [];
  for (let at = 0; at < reading.words.length; at++) {
    const one =
      restOf(reading, at, orders, context) ??
      otherOf(reading, at, orders, context) ??
      together(reading, at, orders, context) ??
      neighbour(reading, at, context, [...numbers, ...items]) ??
      placed(reading, at, context, itemsBehind(reading, at, orders, numbers) ?? listOf(context, orders)) ??
      pronoun(reading, at, context);
    if (one === undefined) continue;
    found.push(one);
    at = one.to - 1;
  }
  return found;
}

/** The list that places count in: what was shown, else the orders in play, of one its items. */
function listOf({ shown, focus }: ReferenceContext, orders: readonly KnownOrder[] = []): Pool {
  if (shown !== undefined) return poolOf(shown);
  const { in_play = [] } = focus ?? {};
  return in_play.length === 1 ? itemsOf(orders.find(({ order_id }) => order_id === in_play[0])) : ofOrders(in_play);
}

const itemsOf = (order: KnownOrder | undefined): Pool =>
  ofLines((order?.lines ?? []).map(({ line_id }) => ({ order_id: order!.order_id, line_id })));

/** "The second item of ORD-1001": the lines of the order that is named behind it. */
function itemsBehind(
  reading: Reading,
  at: number,
  orders: readonly KnownOrder[],
  numbers: readonly NamedOrder[]
): Pool | undefined {
  const place = reading.at(at, 'place');
  const thing = place === undefined ? undefined : reading.at(at + place.size, 'thing');
  if (place === undefined || thing === undefined || thing.value === 'order') return undefined;
  const next = at + place.size + thing.size;
  const number = numbers.find(({ from }) => from > next && from <= next + BEHIND);
  const [only, another] = number?.orders ?? [];
  const order = orders.find(({ order_id }) => order_id === only);
  if (order === undefined || another !== undefined || reading.at(next, 'place_before') === undefined) return undefined;
  return itemsOf(order);
}

/** Words. */
const BEHIND = 4;

/** "The second one", "2", "the last", "the first two". */
function placed(reading: Reading, at: number, context: ReferenceContext, pool: Pool): Pointed | undefined {
  if (pool.size === 0) return undefined;
  const place = reading.at(at, 'place');
  if (place === undefined) return bareNumber(reading, at, context, pool);
  if (reading.before(at, 'not_place') !== undefined) return undefined;
  const back = reading.at(at + place.size, 'from_end');
  const behind = back === undefined ? 0 : Number(place.value);
  if (place.value === 'last_but_one' || behind > 0) {
    const nth = pool.size - (behind || 2);
    const { orders, lines } = slice(pool, Math.max(0, nth), Math.max(0, nth + 1));
    return { from: at, to: at + place.size + (back?.size ?? 0), how: 'place', orders, lines, all: false };
  }
  const next = at + place.size;
  // "Is number two late?"
  const told = context.shown !== undefined && place.size > 1 && reading.at(at, 'place_number') !== undefined;
  const counted = reading.at(next, 'count');
  const count = counted === undefined || counted.value === '1' ? undefined : counted;
  const many = Number(count?.value ?? 1);
  const thing = reading.at(next + (count?.size ?? 0), 'thing');
  const stops = reading.endsClause(next - 1) || reading.at(next, 'place_before') !== undefined;
  const ended = (stops || told) && reading.at(next, 'place_nouns') === undefined;
  if (thing === undefined && count === undefined && !ended) return undefined;
  if (thing?.value === 'order' && pool.lines.length > 0) return undefined;
  if (thing === undefined && count === undefined && !told && !marked(reading, at, place.size)) return undefined;
  const to = next + (count?.size ?? 0) + (thing?.size ?? 0);
  const chosen =
    place.value === 'last'
      ? slice(pool, Math.max(0, pool.size - many))
      : slice(pool, Number(place.value) - 1, Number(place.value) - 1 + many);
  return { from: at, to, how: 'place', orders: chosen.orders, lines: chosen.lines, all: many > 1 };
}

/** "The second" or "second" as a whole clause; "second" inside a sentence is a time or a count. */
function marked(reading: Reading, at: number, size: number): boolean {
  if (reading.before(at, 'place_behind') !== undefined) return true;
  const { words } = reading;
  const clause = words[at]!.clause;
  return words.filter(word => word.clause === clause).length <= size + 2;
}

/** "2", where that many were shown and the message says little else. */
function bareNumber(reading: Reading, at: number, { shown, asked }: ReferenceContext, pool: Pool): Pointed | undefined {
  const { words } = reading;
  const word = words[at]!.text;
  const number = /^#?\d$/.test(word) ? Number(word.replace('#', '')) : NaN;
  if (shown === undefined || asked === 'quantity' || !(number >= 1 && number <= pool.size)) return undefined;
  const marked = reading.before(at, 'place_number') !== undefined;
  if (!marked && words.length > 4) return undefined;
  const chosen = slice(pool, number - 1, number);
  return { from: at, to: at + 1, how: 'place', orders: chosen.orders, lines: chosen.lines, all: false };
}

/** "Both", "all of them", "both items", "the two". */
function together(
  reading: Reading,
  at: number,
  orders: readonly KnownOrder[],
  context: ReferenceContext
): Pointed | undefined {
  const hit = reading.at(at, 'together');
  if (hit === undefined) return undefined;
  const next = at + hit.size;
  const thing = reading.at(next, 'thing');
  const loose = thing === undefined && hit.size === 1 && hit.value === 'all';
  if (loose && (!reading.endsClause(at) || reading.before(at, 'not_all') !== undefined)) return undefined;
  const { focus, shown } = context;
  const order = orders.find(({ order_id }) => order_id === focus?.order_id);
  const ofFocus = itemsOf(order);
  const list = listOf(context);
  const fits = (pool: Pool): boolean => (hit.value === 'both' ? pool.size === 2 : pool.size > 1);
  const everyOrder = thing?.value === 'order' && hit.value === 'all' && shown === undefined;
  const pool = everyOrder
    ? ofOrders(orders.map(({ order_id }) => order_id))
    : thing?.value === 'item'
      ? [shown?.kind === 'lines' ? list : ofFocus, list].find(fits)
      : [list, ofFocus].find(fits);
  const to = next + (thing?.size ?? 0);
  if (pool === undefined || !fits(pool)) return { from: at, to, how: 'all', orders: [], lines: [], all: true };
  return { from: at, to, how: 'all', orders: pool.orders, lines: pool.lines, all: true };
}

/** "The rest of that order": its lines that were not spoken of. */
function restOf(
  reading: Reading,
  at: number,
  orders: readonly KnownOrder[],
  { focus: { order_id, line_ids = [] } = {} }: ReferenceContext
): Pointed | undefined {
  const hit = reading.at(at, 'rest');
  if (hit === undefined || line_ids.length === 0) return undefined;
  if (reading.before(at, 'article') === undefined && reading.at(at, 'all_but') === undefined) return undefined;
  const lines = orders.find(one => one.order_id === order_id)?.lines ?? [];
  const left = lines.filter(({ line_id }) => !line_ids.includes(line_id));
  if (order_id === undefined || left.length === 0) return undefined;
  const rest = ofLines(left.map(({ line_id }) => ({ order_id, line_id })));
  return { from: at, to: at + hit.size, how: 'other', orders: rest.orders, lines: rest.lines, all: true };
}

/** "The other one": what is left of two when the one last spoken of is taken away. */
function otherOf(
  reading: Reading,
  at: number,
  orders: readonly KnownOrder[],
  context: ReferenceContext
): Pointed | undefined {
  const hit = reading.at(at, 'other');
  if (hit === undefined || reading.before(at, 'article') === undefined) return undefined;
  const next = at + hit.size;
  const thing = reading.at(next, 'thing');
  if (
    thing === undefined &&
    hit.size === 1 &&
    !reading.endsClause(at) &&
    reading.at(next, 'place_before') === undefined
  )
    return undefined;
  const { focus, shown } = context;
  const { order_id, line_ids = [], in_play = [] } = focus ?? {};
  const isFocus = (line: LineRef): boolean => line.order_id === order_id && line_ids.includes(line.line_id);
  const order = orders.find(one => one.order_id === order_id);
  const rest = (order?.lines ?? [])
    .map(({ line_id }) => ({ order_id: order!.order_id, line_id }))
    .filter(line => !isFocus(line));
  const linesLeft =
    shown?.kind === 'lines' ? shown.lines.filter(line => !isFocus(line)) : line_ids.length === 0 ? [] : rest;
  const pool = shown?.kind === 'orders' && shown.orders.includes(order_id ?? '') ? shown.orders : in_play;
  const ordersLeft = [...new Set(pool)].filter(id => id !== order_id);
  const meansLine =
    thing?.value === 'item' || (thing?.value !== 'order' && linesLeft.length > 0 && shown?.kind !== 'orders');
  const left = meansLine && linesLeft.length > 0 ? ofLines(linesLeft) : ofOrders(ordersLeft);
  const to = next + (thing?.size ?? 0);
  const all = reading.words[to - 1]!.text.endsWith('s');
  return { from: at, to, how: 'other', orders: left.orders, lines: left.lines, all };
}

/** "It", "that one", "my order": the order last spoken of, with its lines; nothing where none was spoken of. */
function pronoun(reading: Reading, at: number, { focus }: ReferenceContext): Pointed | undefined {
  const hit = reading.at(at, 'pronoun');
  const order_id = focus?.order_id;
  if (hit === undefined) return undefined;
  if (order_id === undefined)
    return { from: at, to: at + hit.size, how: 'pronoun', orders: [], lines: [], all: hit.value === 'several' };
  const lines = (focus?.line_ids ?? []).map(line_id => ({ order_id, line_id }));
  return {
    from: at,
    to: at + hit.size,
    how: 'pronoun',
    orders: [order_id],
    lines,
    all: hit.value === 'several' || lines.length > 1
  };
}

/** "The thing right under it", "the one above the mat": what stands beside it in the list. */
function neighbour(
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
