import { isDate } from './typed-values.js';

const DAY = 86_400_000;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?(Z|[+-][01]\d:?[0-5]\d)?)?$/i;

/** A point in time as far as a text tells it. */
export interface Moment {
  /** Whole UTC days since 1970-01-01. */
  readonly day: number;
  /** Milliseconds since 1970-01-01T00:00Z; undefined when the text is only a date. */
  readonly at: number | undefined;
}

/** Reads an ISO 8601 date or date and time; a time without an offset is UTC. Impossible dates are undefined. */
export function parseMoment(text: unknown): Moment | undefined {
  const match = typeof text === 'string' ? MOMENT.exec(text) : null;
  if (match === null || !isDate(match[1])) return undefined;
  const [, date, hours, minutes, seconds = '00', fraction = '', offset = 'Z'] = match;
  if (hours === undefined) return { day: Date.parse(`${date}T00:00:00Z`) / DAY, at: undefined };
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}${fraction.slice(0, 4)}${zone}`);
  return { day: Math.floor(at / DAY), at };
}

/** True when `left` is later; a bare date is only ever later than an earlier UTC date. */
export function isAfter(left: Moment, right: Moment): boolean {
  return left.at !== undefined && right.at !== undefined ? left.at > right.at : left.day > right.day;
}

/** The UTC date of a moment, YYYY-MM-DD; null when it is not known. */
export const isoDate = (moment: Moment | undefined): string | null =>
  moment === undefined ? null : new Date(moment.day * DAY).toISOString().slice(0, 10);

/** A reader of the same moment with its `day` counted in a time zone; undefined for a zone that nobody knows. */
export function inZone(zone: string): ((moment: Moment) => Moment) | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return undefined;
  }
  // A bare date is that day wherever one is.
  return moment => (moment.at === undefined ? moment : { ...moment, day: dayNumber(format.format(moment.at)) });
}

/** Days on which a business works. */
export interface WorkCalendar {
  /** Weekdays, Sunday is 0. */
  readonly weekdays: ReadonlySet<number>;
  /** Days since 1970-01-01 that are no working days all the same. */
  readonly holidays: ReadonlySet<number>;
}

const MOST_DAYS = 40_000;
const THURSDAY = 4;

/** Working days after one day up to and with another; less than none where that lies before. Null beyond a century. */
export function workingDays(from: number, to: number, calendar: WorkCalendar): number | null {
  const [first, last] = from <= to ? [from, to] : [to, from];
  if (last - first > MOST_DAYS) return null;
  let count = 0;
  for (let day = first + 1; day <= last; day++) if (isWorking(day, calendar)) count++;
  return from <= to ? count : -count;
}

/** The working day that is so many after a day. Null beyond a century, as in a calendar without any. */
export function workingDayAfter(from: number, count: number, calendar: WorkCalendar): number | null {
  let left = count;
  for (let day = from + 1; day - from <= MOST_DAYS; day++) if (isWorking(day, calendar) && --left <= 0) return day;
  return null;
}

const isWorking = (day: number, { weekdays, holidays }: WorkCalendar): boolean =>
  weekdays.has((((day + THURSDAY) % 7) + 7) % 7) && !holidays.has(day);

/** Days since 1970-01-01 of a date written YYYY-MM-DD. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
