import { byAmount, byCount, byExtreme, byMoment, byPrice } from './comparisons.js';
import type { ItemFound } from './items.js';
import type { ReferenceFile } from './references-kind.js';
import { findTimes, ordersIn } from './times.js';
import type { How, KnownOrder, LineRef, ReferenceContext } from './types.js';
import type { PhraseHit, Reading } from './words.js';

/** Words that describe an order or a line: by what became of it, by when, by its price. */
export interface Described {
  readonly from: number;
  readonly to: number;
  readonly how: Extract<How, 'status' | 'time' | 'price' | 'measure'>;
  readonly orders: readonly string[];
  /** The lines of that price; empty for what describes orders. */
  readonly lines: readonly LineRef[];
  /** Everything that fits is meant: "the ones that have not shipped". */
  readonly all: boolean;
}

const REACH = 7;
const idsOf = (orders: readonly KnownOrder[]): string[] => orders.map(({ order_id }) => order_id);

/** Every description in a message; `orders` newest first. */
export function findDescriptions(
  reading: Reading,
  orders: readonly KnownOrder[],
  context: ReferenceContext,
  { file, items }: { readonly file: ReferenceFile; readonly items: readonly ItemFound[] }
): readonly Described[] {
  return [
    ...byExtreme(reading, orders, context),
    ...byCount(reading, orders),
    ...byMoment(reading, orders, context),
    ...byStatus(reading, orders, file),
    ...ofItems(reading, orders, items, file),
    ...timesBeside(byAmount(reading, orders), byTime(reading, orders, context.now, file)),
    ...byAge(reading, orders, context),
    ...byPrice(reading, orders)
  ];
}

/** "The 39.50 from 20 November": an amount says which order is meant, and the day what became of it. */
function timesBeside(amounts: readonly Described[], times: readonly Described[]): readonly Described[] {
  const meant = amounts.filter(({ orders }) => orders.length === 1).flatMap(({ orders }) => orders);
  return times.filter(({ orders }) => meant.every(order => orders.includes(order)));
}

/** "The cancelled one", "the one that hasn't shipped", "which order is still open". */
function byStatus(reading: Reading, orders: readonly KnownOrder[], file: ReferenceFile): Described[] {
  const found: Described[] = [];
  const { words } = reading;
  for (let at = 0; at < words.length; at++) {
    const thing = reading.at(at, 'thing') ?? reading.at(at, 'open_thing') ?? countAt(reading, at);
    if (thing === undefined) continue;
    const after = at + thing.size;
    const several = reading.at(at, 'thing') === undefined ? countAt(reading, at) : undefined;
    const all = thing.value !== 'open' ? isPlural(words[after - 1]!.text) : reading.at(at, 'single') === undefined;
    const said = reading.before(at, 'status');
    if (said !== undefined && thing.value !== 'open') {
      const from = at - said.size;
      const negated = reading.before(from, 'not') !== undefined;
      found.push({
        from,
        to: after,
        how: 'status',
        orders: ofStatus(orders, said.value, negated, file),
        lines: [],
        all
      });
      continue;
    }
    const asked = reading.before(at, 'which') !== undefined || reading.at(at, 'single') !== undefined;
    if (thing.value === 'order' && !asked && reading.at(after, 'relative') === undefined) continue;
    if (reading.at(after, 'relative_pronoun') === undefined && isQuestionAbout(reading, at)) continue;
    const hit = statusAfter(reading, after, orders, file);
    if (hit === undefined) continue;
    const every = several === undefined ? all : hit.orders.length === Number(several.value);
    found.push({ from: at, ...hit, how: 'status', lines: [], all: every });
    at = hit.to - 1;
  }
  return found;
}

/** "The two that …". */
function countAt(reading: Reading, at: number): PhraseHit | undefined {
  const count = reading.at(at, 'count');
  const several = count !== undefined && count.value !== '1' && reading.before(at, 'article') !== undefined;
  return several && reading.at(at + count.size, 'relative_pronoun') !== undefined ? count : undefined;
}

/** "The mug that's on its way". */
function ofItems(
  reading: Reading,
  orders: readonly KnownOrder[],
  items: readonly ItemFound[],
  file: ReferenceFile
): Described[] {
  return items.flatMap(({ to }): Described[] => {
    const hit = reading.at(to, 'relative') === undefined ? undefined : statusAfter(reading, to, orders, file);
    return hit === undefined ? [] : [{ from: to, ...hit, how: 'status', lines: [], all: false }];
  });
}

function ofStatus(
  orders: readonly KnownOrder[],
  place: string,
  negated: boolean,
  { statuses }: ReferenceFile
): string[] {
  const { means, not } = statuses[Number(place)]!;
  return idsOf(orders.filter(({ status }) => (negated ? not : means).includes(status)));
}

/** "Has that one shipped": a status is asked for and describes nothing. */
function isQuestionAbout(reading: Reading, thing: number): boolean {
  for (let back = 1; back <= 3; back++) if (reading.before(thing - back + 1, 'asking') !== undefined) return true;
  return false;
}

/** What is said of a thing behind it: "that isn't here yet but has left". */
function statusAfter(
  reading: Reading,
  from: number,
  orders: readonly KnownOrder[],
  file: ReferenceFile
): Pick<Described, 'orders' | 'to'> | undefined {
  const { words } = reading;
  let fits: readonly string[] | undefined;
  let [negated, to] = [false, from];
  for (let at = from; at < Math.min(to + REACH, words.length); at++) {
    if (words[at]!.sentence !== words[from]!.sentence) break;
    // "The second one, is it late?"
    const opens = words[at]!.clause !== words[at - 1]!.clause;
    if (opens && reading.at(at, 'asking') !== undefined) break;
    const status = reading.at(at, 'status');
    if (status !== undefined) {
      const own = ofStatus(orders, status.value, negated, file);
      const both = fits?.filter(order => own.includes(order));
      fits = both === undefined ? own : both.length > 0 ? both : fits;
      at += status.size - 1;
      [negated, to] = [false, at + 1];
    } else if (reading.at(at, 'not') !== undefined) negated = true;
    else if (reading.at(at, 'relating') === undefined && (fits === undefined || reading.at(at, 'clause') === undefined))
      break;
  }
  return fits === undefined ? undefined : { orders: fits, to };
}

/** "From last week", "the one I ordered on Monday", "the parcel that came three days ago". */
function byTime(reading: Reading, orders: readonly KnownOrder[], now: Date, file: ReferenceFile): Described[] {
  return findTimes(reading, now, file).flatMap(({ from, to, period }): Described[] => {
    const moments = momentsOf(reading, from, to);
    const [moment, another] = moments;
    if (moment === undefined) return [];
    const day = { ...period, loose: [period.from, period.to] as const };
    const exact = new Set(
      another === undefined || period.from !== period.to ? [] : moments.flatMap(each => ordersIn(orders, day, each))
    );
    const fits = exact.size > 0 ? orders.filter(order => exact.has(order)) : ordersIn(orders, period, moment);
    // "It came yesterday" tells something and chooses nothing where nothing came.
    if (fits.length === 0 && !describes(reading, from)) return [];
    return [{ from, to, how: 'time', orders: idsOf(fits), lines: [], all: false }];
  });
}

/** "The one I ordered on Friday". */
function describes(reading: Reading, from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 5); at--) if (reading.at(at, 'thing') !== undefined) return true;
  return reading.at(from + 1, 'thing') !== undefined;
}

type Moment = 'ordered_at' | 'delivered_at';

/** What happened at that time, if the words around it say that something did: of "the one from Monday" either may have. */
function momentsOf(reading: Reading, from: number, to: number): readonly Moment[] {
  const { words } = reading;
  const ofEvent = (value: string): readonly Moment[] => [value === 'arrived' ? 'delivered_at' : 'ordered_at'];
  const ofThing = (at: number): readonly Moment[] => {
    const event = reading.at(at, 'event') ?? reading.at(at, 'event_thing');
    return event === undefined ? ['ordered_at', 'delivered_at'] : ofEvent(event.value);
  };
  if (reading.at(to, 'thing') !== undefined) return ofThing(to);
  const sentence = words[from]!.sentence;
  let linked = false;
  for (let at = from - 1; at >= Math.max(0, from - 5); at--) {
    if (words[at]!.sentence !== sentence) break;
    if (reading.at(at, 'coming') !== undefined) return [];
    if (linked && reading.at(at, 'thing') !== undefined) return ofThing(at);
    const event = reading.at(at, 'event');
    if (event !== undefined) return reading.before(at, 'not') === undefined ? ofEvent(event.value) : [];
    if (reading.at(at, 'from') !== undefined) linked = true;
  }
  if (linked) return ['ordered_at'];
  for (let at = to; at < Math.min(to + 3, words.length) && words[at]!.sentence === sentence; at++) {
    const event = reading.at(at, 'event');
    if (event !== undefined) return ofEvent(event.value);
  }
  return [];
}

/** "My latest order", "the oldest one", "the order before that". */
function byAge(reading: Reading, orders: readonly KnownOrder[], { shown, focus }: ReferenceContext): Described[] {
  const found: Described[] = [];
  const describe = (from: number, to: number, order: KnownOrder | undefined): void => {
    if (order !== undefined) found.push({ from, to, how: 'time', orders: [order.order_id], lines: [], all: false });
  };
  for (let at = 0; at < reading.words.length; at++) {
    const age = reading.at(at, 'age');
    if (age === undefined) continue;
    const thing = reading.at(at + age.size, 'thing');
    const to = at + age.size + (thing?.size ?? 0);
    const { order_id, in_play = [] } = focus ?? {};
    const pair = orders.filter(order => in_play.includes(order.order_id));
    if (age.value === 'before') {
      const now = orders.findIndex(order => order.order_id === order_id);
      const other = pair.length === 2 ? pair.find(order => order.order_id !== order_id) : orders[now + 1];
      if (now >= 0) describe(at, to, other);
      continue;
    }
    if (age.value === 'earlier' || age.value === 'later') {
      const end = age.value === 'earlier' ? -1 : 0;
      const said = end === 0 ? in_play.at(-1) : in_play[0];
      // What was spoken of earlier, and bought earlier.
      if (thing !== undefined && pair.length === 2 && pair.at(end)?.order_id === said) describe(at, to, pair.at(end));
      continue;
    }
    const loose = reading.at(at, 'age_or_place')?.size === age.size;
    // "The last one", "the last but one" is a place where a list was shown.
    if (loose && (thing === undefined || thing.value === 'item' || (thing.value === 'any' && shown !== undefined)))
      continue;
    if (loose && isPlural(reading.words[to - 1]!.text)) continue;
    if (thing === undefined && !reading.endsClause(at + age.size - 1)) continue;
    describe(at, to, orders.at({ newest: 0, second: 1 }[age.value] ?? -1));
  }
  return found;
}

const isPlural = (word: string): boolean => word.endsWith('s') && !word.endsWith('ss');
