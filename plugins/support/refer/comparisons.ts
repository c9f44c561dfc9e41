import { compareMoney, parseMoney } from '../../../core/money/index.js';
import type { Described } from './descriptions.js';
import type { KnownLine, KnownOrder, LineRef, ReferenceContext } from './types.js';
import type { Reading } from './words.js';

/** What orders and their lines are compared by. */
type Field = 'price' | 'weight';

interface Compared extends LineRef {
  /** Undefined where it is not known. */
  readonly value: number | undefined;
}

/** Of weights, the most has to outdo the next one by this: "the heavy one" of two that weigh about the same is neither. */
const CLEARLY = 2;

/** "The expensive one", "the heavier of the two", "the big parcel". */
export function byExtreme(reading: Reading, orders: readonly KnownOrder[], context: ReferenceContext): Described[] {
  return reading.words.flatMap((_, at): Described[] => {
    const hit = reading.at(at, 'extreme');
    if (hit === undefined) return [];
    const next = at + hit.size;
    const thing = reading.at(next, 'thing');
    const chosen = context.shown !== undefined && reading.before(at, 'article') !== undefined;
    if (thing === undefined && !(chosen && (reading.endsClause(next - 1) || reading.at(next, 'from')))) return [];
    const [field, end] = hit.value.split(' ') as [Field, 'most' | 'least'];
    const fits = extreme(poolOf(field, orders, context), field, end);
    if (fits.length === 0) return [];
    const lines = fits.filter(({ line_id }) => line_id !== '').map(({ order_id, line_id }) => ({ order_id, line_id }));
    const ids = [...new Set(fits.map(({ order_id }) => order_id))];
    return [{ from: at, to: next + (thing?.size ?? 0), how: 'measure', all: false, orders: ids, lines }];
  });
}

/** What was shown, the orders in play or the lines of the order spoken of, else every order. */
function poolOf(field: Field, orders: readonly KnownOrder[], { shown, focus }: ReferenceContext): readonly Compared[] {
  const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const valueOf = (line: KnownLine) => numberOf(field === 'price' ? line.unit_price : line.weight_kg);
  const lines = orders.flatMap(({ order_id, lines }) =>
    lines.map(line => ({ order_id, line_id: line.line_id, value: valueOf(line) }))
  );
  const near =
    shown?.kind === 'lines'
      ? lines.filter(line => shown.lines.some(one => one.order_id === line.order_id && one.line_id === line.line_id))
      : shown === undefined && focus?.order_id !== undefined
        ? lines.filter(({ order_id }) => order_id === focus.order_id)
        : [];
  if (near.length > 1) return near;
  const whole = orders.map(({ order_id, total, lines }) => {
    const weights = lines.map(line => (valueOf(line) ?? NaN) * line.quantity);
    const weight = weights.reduce((sum, each) => sum + each, 0);
    return {
      order_id,
      line_id: '',
      value: field === 'price' ? Number(total) : Number.isNaN(weight) ? undefined : weight
    };
  });
  const listed = shown?.kind === 'orders' ? shown.orders : (focus?.in_play ?? []);
  const shownOrders = whole.filter(({ order_id }) => listed.includes(order_id));
  return shownOrders.length > 1 ? shownOrders : whole;
}

/** The most or least of them: several where none is it clearly, nothing where one of them cannot be compared. */
function extreme(pool: readonly Compared[], field: Field, end: 'most' | 'least'): readonly Compared[] {
  const known = pool.flatMap(({ value, ...each }) => (value === undefined ? [] : [{ ...each, value }]));
  if (known.length < pool.length) return [];
  const sorted = known.sort((a, b) => (end === 'most' ? b.value - a.value : a.value - b.value));
  const [first] = sorted;
  if (first === undefined) return [];
  const near = (value: number): boolean =>
    field === 'weight' ? Math.max(value, first.value) < Math.min(value, first.value) * CLEARLY : value === first.value;
  return sorted.filter(each => each === first || near(each.value));
}

/** "The order with two things in it", "the two-item order", "the parcel with several items". */
export function byCount(reading: Reading, orders: readonly KnownOrder[]): Described[] {
  const found: Described[] = [];
  const add = (from: number, to: number, count: string): void => {
    const fits = orders.filter(({ lines }) =>
      count === 'several' ? lines.length > 1 : lines.length === Number(count)
    );
    const ids = fits.map(({ order_id }) => order_id);
    if (ids.length > 0) found.push({ from, to, how: 'measure', orders: ids, lines: [], all: false });
  };
  for (let at = 0; at < reading.words.length; at++) {
    const count = reading.at(at, 'many') ?? reading.at(at, 'count');
    const goods = count === undefined ? undefined : reading.at(at + count.size, 'thing');
    if (count === undefined || goods?.value !== 'item') continue;
    const next = at + count.size + goods.size;
    const behind = reading.at(next, 'thing');
    if (behind !== undefined && behind.value !== 'item') add(at, next + behind.size, count.value);
    const holds = reading.before(at, 'holding');
    const thing = holds === undefined ? undefined : reading.before(at - holds.size, 'thing');
    if (holds === undefined || thing === undefined || thing.value === 'item') continue;
    add(at - holds.size - thing.size, next + (reading.at(next, 'inside')?.size ?? 0), count.value);
  }
  return found;
}

/** "The last thing that came", "the one delivered first", "the one that came before that". */
export function byMoment(reading: Reading, orders: readonly KnownOrder[], { focus }: ReferenceContext): Described[] {
  return reading.words.flatMap((_, at): Described[] => {
    const event = reading.at(at, 'event');
    if (event === undefined || reading.before(at, 'not') !== undefined) return [];
    const end = at + event.size;
    // "The first item of order 1001".
    if (/^\d/.test(reading.words[end]?.text ?? '')) return [];
    const rank = rankBefore(reading, at) ?? rankAfter(reading, at, end);
    // "The first one delivered this month" is not the first of all.
    if (rank === undefined || namesTime(reading, Math.max(rank.to, end))) return [];
    const dayOf = ({ ordered_at, delivered_at }: KnownOrder) =>
      (event.value === 'arrived' ? delivered_at : ordered_at)?.slice(0, 10);
    const days = orders.flatMap(order => dayOf(order) ?? []).sort();
    const spokenOf = orders.find(({ order_id }) => order_id === focus?.order_id);
    const since = spokenOf === undefined ? undefined : dayOf(spokenOf);
    const before = days.findLast(day => since !== undefined && day < since);
    const after = days.find(day => since !== undefined && day > since);
    const day = { newest: days.at(-1), oldest: days[0], before, after }[rank.end];
    const fits = orders.filter(order => day !== undefined && dayOf(order) === day);
    if (fits.length === 0) return [];
    const ids = fits.map(({ order_id }) => order_id);
    return [{ from: rank.from, to: Math.max(rank.to, end), how: 'time', orders: ids, lines: [], all: false }];
  });
}

/** A day, week or month behind it in the clause. */
function namesTime(reading: Reading, from: number): boolean {
  for (let at = from; reading.words[at]?.clause === reading.words[from - 1]?.clause; at++)
    if (TIMES.some(purpose => reading.at(at, purpose) !== undefined)) return true;
  return false;
}

const TIMES = ['this_or_last', 'month', 'weekday', 'day', 'ago'];

interface Rank {
  readonly end: 'newest' | 'oldest' | 'before' | 'after';
  readonly from: number;
  readonly to: number;
}

const REACH = 5;

/** "The last thing that …" before what happened. */
function rankBefore(reading: Reading, event: number): Rank | undefined {
  let things = 0;
  for (let at = event - 1; at >= Math.max(0, event - REACH); at--) {
    if (reading.words[at]!.sentence !== reading.words[event]!.sentence) return undefined;
    const rank = rankAt(reading, at);
    if (rank !== undefined) return things > 0 ? { ...rank, from: at } : undefined;
    if (reading.at(at, 'thing') !== undefined || reading.at(at, 'open_thing') !== undefined) things++;
    else if (reading.at(at, 'relating') === undefined) return undefined;
  }
  return undefined;
}

/** "The one that came last" behind it. */
function rankAfter(reading: Reading, event: number, end: number): Rank | undefined {
  const ranks = (at: number): boolean =>
    ['place', 'age', 'since_that'].some(purpose => reading.at(at, purpose) !== undefined);
  const at = [end, end + 1, end + 2].find(ranks) ?? end;
  const rank = reading.endsClause(end - 1) ? undefined : rankAt(reading, at);
  if (rank === undefined || !reading.endsClause(rank.to - 1)) return undefined;
  for (let from = event - 1; from >= Math.max(0, event - REACH); from--) {
    if ((reading.at(from, 'thing') ?? reading.at(from, 'open_thing')) !== undefined) return { ...rank, from };
    const which = reading.before(from + 1, 'which');
    if (which !== undefined) return { ...rank, from: from + 1 - which.size };
    if (reading.at(from, 'relating') === undefined) return undefined;
  }
  return undefined;
}

function rankAt(reading: Reading, at: number): Rank | undefined {
  const since = reading.at(at, 'since_that');
  if (since !== undefined) return { end: since.value as 'before' | 'after', from: at, to: at + since.size };
  const age = reading.at(at, 'age');
  const place = reading.at(at, 'place');
  const newest = age?.value === 'newest' || place?.value === 'last';
  const oldest = age?.value === 'oldest' || place?.value === '1';
  if ((!newest && !oldest && age?.value !== 'before') || reading.before(at, 'not_place') !== undefined)
    return undefined;
  const end = newest ? 'newest' : oldest ? 'oldest' : 'before';
  return { end, from: at, to: at + Math.max(age?.size ?? 0, place?.size ?? 0) };
}

/** "The 25 dollar one", "the one for $25", "whichever was $25". */
export function byPrice(reading: Reading, orders: readonly KnownOrder[]): Described[] {
  const found: Described[] = [];
  const { words } = reading;
  for (let at = 0; at < words.length; at++) {
    const amount = parseMoney(words[at]!.text.replace(/,/g, ''));
    if (amount === undefined) continue;
    const currency = reading.at(at + 1, 'currency');
    const after = at + 1 + (currency?.size ?? 0);
    const before = reading.before(at, 'price_before');
    const anchored = before !== undefined && reading.before(at - before.size, 'thing') !== undefined;
    const which = priceOf(reading, at, after);
    if (!anchored && which === undefined && reading.at(after, 'thing') === undefined) continue;
    const from = anchored ? at - before.size - 1 : (which ?? at);
    const fits = priced(orders, words[at]!.text.replace(/,/g, ''));
    if (fits.orders.length > 0) found.push({ from, to: after, how: 'price', all: false, ...fits });
  }
  return found;
}

/** "There is 40.95 on my card": what came to just that, where it is one thing. */
export function byAmount(reading: Reading, orders: readonly KnownOrder[]): Described[] {
  return reading.words.flatMap(({ text }, at): Described[] => {
    const amount = text.replace(/,/g, '');
    const money = /\d[.]\d\d$|\d{3}/.test(amount) || reading.at(at + 1, 'currency') !== undefined;
    if (!money || parseMoney(amount) === undefined) return [];
    const fits = priced(orders, amount);
    const ofAll = orders.filter(({ total }) => compareMoney(total, amount) === 0);
    const meant = new Set([...fits.orders, ...ofAll.map(({ order_id }) => order_id)]);
    return meant.size === 1 ? [{ from: at, to: at + 1, how: 'price', all: false, ...fits }] : [];
  });
}

/** Lines of that price apiece, or else orders that came to it in all. */
function priced(orders: readonly KnownOrder[], amount: string): Pick<Described, 'orders' | 'lines'> {
  const same = (price: string): boolean => compareMoney(price, amount) === 0;
  const lines = orders.flatMap(({ order_id, lines }) =>
    lines.filter(({ unit_price }) => same(unit_price)).map(({ line_id }) => ({ order_id, line_id }))
  );
  if (lines.length > 0) return { orders: [...new Set(lines.map(({ order_id }) => order_id))], lines };
  return { orders: orders.filter(({ total }) => same(total)).map(({ order_id }) => order_id), lines: [] };
}

/** "Which was $25": where what costs it stands. */
function priceOf(reading: Reading, at: number, after: number): number | undefined {
  if (!reading.endsClause(after - 1)) return undefined;
  let from = at - 1;
  while (from > at - REACH && (reading.at(from, 'relating') ?? reading.at(from, 'price_before')) !== undefined) from--;
  return reading.at(from, 'open_thing') === undefined && reading.at(from, 'which') === undefined ? undefined : from;
}
