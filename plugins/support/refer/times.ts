import type { ReferenceFile } from './references-kind.js';
import type { KnownOrder } from './types.js';
import type { Reading } from './words.js';

/** Days in UTC, both ends included, counted from 1970. `loose` is what people also mean by the same words. */
export interface Period {
  readonly from: number;
  readonly to: number;
  readonly loose: readonly [from: number, to: number];
}

export interface TimeFound {
  /** First and last word, end exclusive. */
  readonly from: number;
  readonly to: number;
  readonly period: Period;
}

const DAY_MS = 86_400_000;
const dayOf = (moment: Date | string): number => Math.floor(new Date(moment).getTime() / DAY_MS);
const near = (from: number, to = from, slack = 1): Period => ({ from, to, loose: [from - slack, to + slack] });

/** Every time in the past that a message names: "yesterday", "three days ago", "last week", "on Monday", "October 3". */
export function findTimes(reading: Reading, now: Date, file: ReferenceFile): readonly TimeFound[] {
  const found: TimeFound[] = [];
  for (let at = 0; at < reading.words.length; at++) {
    const time = relative(reading, at, now) ?? ago(reading, at, now, file) ?? calendar(reading, at, now);
    if (time === undefined) continue;
    found.push({ from: at, ...time });
    at = time.to - 1;
  }
  return found;
}

type Found = Omit<TimeFound, 'from'>;

/** "Today", "yesterday", "last week", "this month", "the other day". */
function relative(reading: Reading, at: number, now: Date): Found | undefined {
  const today = dayOf(now);
  const day = reading.at(at, 'day');
  if (day !== undefined) {
    const to = at + day.size;
    if (reading.at(to, 'ago') !== undefined) return undefined;
    if (day.value === 'today') return { to, period: { from: today, to: today, loose: [today, today] } };
    if (day.value === 'yesterday')
      return { to, period: { from: today - 1, to: today - 1, loose: [today - 1, today - 1] } };
    return { to, period: { from: today - 6, to: today - 1, loose: [today - 10, today] } };
  }
  const which = reading.at(at, 'this_or_last');
  const unit = which === undefined ? undefined : reading.at(at + which.size, 'unit');
  if (which === undefined || unit === undefined || unit.value === 'day') return undefined;
  const to = at + which.size + unit.size;
  const last = which.value === 'last';
  if (unit.value === 'week') {
    const monday = today - ((now.getUTCDay() + 6) % 7);
    return last
      ? { to, period: { from: monday - 7, to: monday - 1, loose: [today - 13, today - 3] } }
      : { to, period: { from: monday, to: today, loose: [today - 6, today] } };
  }
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (last ? 1 : 0), 1);
  const end = last ? dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))) : today;
  const loose: Period['loose'] = last ? [today - 45, today - 14] : [today - 30, today];
  return { to, period: { from: dayOf(new Date(first)), to: end, loose } };
}

/** "Three days ago", "a couple of weeks ago". */
function ago(reading: Reading, at: number, now: Date, { counts }: ReferenceFile): Found | undefined {
  const few = reading.at(at, 'few');
  const word = reading.words[at]!.text;
  const count = few !== undefined ? 3 : /^\d{1,3}$/.test(word) ? Number(word) : counts[word];
  if (count === undefined) return undefined;
  let next = at + (few?.size ?? 1);
  // "A few", "a couple of".
  if (few === undefined && (word === 'a' || word === 'an')) {
    const rest = reading.at(next, 'few');
    if (rest !== undefined) return ago(reading, next, now, { counts } as ReferenceFile);
  }
  if (reading.words[next]?.text === 'of') next++;
  const unit = reading.at(next, 'unit');
  const end = unit === undefined ? undefined : reading.at(next + unit.size, 'ago');
  if (unit === undefined || end === undefined) return undefined;
  const days = { day: 1, week: 7, month: 30 }[unit.value] ?? 1;
  const day = dayOf(now) - count * days;
  const slack = few !== undefined ? 2 * days : days === 1 ? (count > 2 ? 1 : 0) : Math.ceil(days / 2);
  const exact =
    few !== undefined ? near(day, day, slack) : days === 30 ? near(day - 5, day + 5, slack) : near(day, day, slack);
  return { to: next + unit.size + end.size, period: exact };
}

/** "On Monday", "in October", "October 3", "3rd of October", "2026-10-03". */
function calendar(reading: Reading, at: number, now: Date): Found | undefined {
  const today = dayOf(now);
  const weekday = reading.at(at, 'weekday');
  if (weekday !== undefined) {
    const back = (now.getUTCDay() - Number(weekday.value) + 7) % 7 || 7;
    const day = today - back;
    return { to: at + weekday.size, period: { from: day, to: day, loose: [day - 7, day - 7] } };
  }
  const month = reading.at(at, 'month');
  if (month !== undefined) {
    const to = at + month.size;
    const after = dayNumber(reading.words[to]?.text);
    const day = after ?? dayNumber(reading.words[at - 1]?.text) ?? dayNumber(reading.words[at - 2]?.text);
    return { to: after === undefined ? to : to + 1, period: dated(Number(month.value), day, now) };
  }
  const [year, monthNumber, dayOfMonth] = reading.words.slice(at, at + 3).map(({ text }) => text);
  if (/^20\d\d$/.test(year ?? '') && /^[01]?\d$/.test(monthNumber ?? '') && /^[0-3]?\d$/.test(dayOfMonth ?? '')) {
    const day = dayOf(new Date(Date.UTC(Number(year), Number(monthNumber) - 1, Number(dayOfMonth))));
    return { to: at + 3, period: { from: day, to: day, loose: [day, day] } };
  }
  return undefined;
}

function dayNumber(word: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '') ?? [];
  const day = Number(digits);
  return digits !== undefined && day >= 1 && day <= 31 ? day : undefined;
}

/** The latest such day or month that is not in the future. */
function dated(month: number, day: number | undefined, now: Date): Period {
  const year = now.getUTCFullYear() - (Date.UTC(now.getUTCFullYear(), month, day ?? 1) > now.getTime() ? 1 : 0);
  if (day === undefined) {
    const from = dayOf(new Date(Date.UTC(year, month, 1)));
    const to = dayOf(new Date(Date.UTC(year, month + 1, 0)));
    return { from, to, loose: [from, to] };
  }
  return near(dayOf(new Date(Date.UTC(year, month, day))));
}

/** The orders of a period: those in it, or else those near it. */
export function ordersIn(
  orders: readonly KnownOrder[],
  period: Period,
  moment: 'ordered_at' | 'delivered_at'
): readonly KnownOrder[] {
  const within = (from: number, to: number): readonly KnownOrder[] =>
    orders.filter(order => {
      const at = order[moment];
      return at !== null && dayOf(at) >= from && dayOf(at) <= to;
    });
  const exact = within(period.from, period.to);
  return exact.length > 0 ? exact : within(...period.loose);
}
