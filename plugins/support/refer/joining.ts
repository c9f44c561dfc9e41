import type { Mentioned } from './mentions.js';
import type { Reading } from './words.js';

/** How a mention stands to those before it. */
export interface Standing {
  /** What was named before it is put right by it: "the runner, or no, the pot". */
  readonly corrects: boolean;
  /** Listed together with the one before it: "the pot and the runner", "the runner too". */
  readonly listed: boolean;
  /** Only tells where another thing came from, or is praised: "the order with the pot", "the pot is lovely". */
  readonly aside: boolean;
}

/** Words. */
const LONGEST_GAP = 7;
const NEAR = 4;
/** Within so many words behind "order" stands its number: "order no. 1001". */
const BEHIND = 2;
const ORDER_NUMBER = /\d{3}/;

/** How a mention stands in its message; `before` is the last thing that is named before it. */
export function standingOf(reading: Reading, one: Mentioned, before: Mentioned | undefined): Standing {
  const gap = before === undefined ? undefined : gapOf(reading, before.to, one.from);
  const also = isAlso(reading, one);
  const listed = before !== undefined && (gap === 'list' || also) && !isApart(reading, before, one);
  return {
    corrects:
      before !== undefined && !also && differ(before, one) && (gap === 'correction' || isPutRight(reading, one)),
    listed,
    aside: one.how === 'item' && (isOrigin(reading, one) || isPraised(reading, one))
  };
}

/** A number and a thing in another sentence: "Sorry, reading glasses! 1001." */
const isApart = ({ words }: Reading, before: Mentioned, one: Mentioned): boolean =>
  (before.how === 'number') !== (one.how === 'number') && words[before.from]!.sentence !== words[one.from]!.sentence;

/** Nothing that both mean. */
function differ(a: Mentioned, b: Mentioned): boolean {
  if (a.lines.length > 0 && b.lines.length > 0)
    return !a.lines.some(line =>
      b.lines.some(each => each.order_id === line.order_id && each.line_id === line.line_id)
    );
  return !a.orders.some(order => b.orders.includes(order));
}

/** What stands between two mentions: only words of a list, only words that put right what was said, or more. */
function gapOf(reading: Reading, from: number, to: number): 'list' | 'correction' | undefined {
  if (to - from > LONGEST_GAP) return undefined;
  let [list, correction] = [true, false];
  for (let at = from; at < to;) {
    const announced = reading.at(at, 'announced_by');
    const put = reading.at(at, 'correction') ?? reading.at(at, 'correction_opening');
    const size = announced === undefined || announced.size < 2 ? put?.size : undefined;
    if (size !== undefined) correction = true;
    else if (reading.at(at, 'listing') !== undefined) return listOnly(reading, at, to) ? 'list' : undefined;
    else if (reading.at(at, 'determiner') === undefined && announced === undefined) {
      if (reading.at(at, 'correction_filler') === undefined) return undefined;
      list = false;
    }
    at += size ?? announced?.size ?? 1;
  }
  return correction ? 'correction' : list ? 'list' : undefined;
}

function listOnly(reading: Reading, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if (['listing', 'determiner', 'also', 'count', 'thing'].every(purpose => reading.at(at, purpose) === undefined))
      return false;
  return true;
}

/** "The runner too", "also the runner". */
function isAlso(reading: Reading, { from, to }: Mentioned): boolean {
  const { clause } = reading.words[from]!;
  if (reading.at(to, 'also') !== undefined && reading.words[to]!.sentence === reading.words[from]!.sentence)
    return true;
  for (let at = from - 1; at >= 0 && reading.words[at]!.clause === clause; at--)
    if (reading.at(at, 'also') !== undefined) return true;
  return false;
}

/** "1004, 1005 I mean". */
function isPutRight(reading: Reading, { to, how }: Mentioned): boolean {
  const hit = reading.at(to, 'correction') ?? (how === 'number' ? reading.at(to, 'correction_opening') : undefined);
  return hit !== undefined && reading.endsClause(to + hit.size - 1);
}

/** "The pot order", and not "the pot, order 1001". */
function isOrderOf(reading: Reading, { from, to }: Mentioned): boolean {
  const { words } = reading;
  const order = reading.at(to, 'thing');
  if (order?.value !== 'order' || words[to]!.clause !== words[from]!.clause) return false;
  const behind = words.slice(to + order.size, to + order.size + BEHIND);
  return !behind.some(({ text }) => ORDER_NUMBER.test(text));
}

/** "The runner that came with the pot", "the pot order", "with the pot there came a runner". */
function isOrigin(reading: Reading, one: Mentioned): boolean {
  const { from, to } = one;
  if (isOrderOf(reading, one)) return true;
  let at = from;
  while (reading.before(at, 'article') !== undefined) at--;
  const beside = reading.before(at, 'beside');
  if (beside === undefined) return false;
  const tells = (place: number): boolean =>
    reading.words[place]?.sentence === reading.words[from]!.sentence &&
    (reading.at(place, 'event') !== undefined || reading.at(place, 'thing')?.value === 'order');
  const start = at - beside.size;
  const first = start === 0 || reading.words[start - 1]!.sentence !== reading.words[start]!.sentence;
  return Array.from({ length: NEAR }, (_, i) => (first ? to + i : start - 1 - i)).some(tells);
}

/** "The pot is lovely", "the cloth I like", "I love the pot". */
function isPraised(reading: Reading, { from, to }: Mentioned): boolean {
  const { clause } = reading.words[from]!;
  const praises = (at: number): boolean =>
    reading.words[at]?.clause === clause && reading.at(at, 'praise') !== undefined && !isDenied(reading, at);
  for (let at = to; reading.words[at]?.clause === clause; at++) if (praises(at)) return true;
  let at = from;
  while (reading.before(at, 'article') !== undefined) at--;
  const before = reading.before(at, 'praise');
  return before !== undefined && praises(at - before.size);
}

function isDenied(reading: Reading, at: number): boolean {
  const { clause } = reading.words[at]!;
  for (let back = at - 1; reading.words[back]?.clause === clause; back--)
    if (reading.at(back, 'not') !== undefined) return true;
  return false;
}
