import { Denied } from '../sandbox/denied.js';

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS
};
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;
const AGO = /^(\d{1,5}) ?(minute|hour|day|week|month|year)s?(?: ago)?$/;

/**
 * Seconds since 1970 of a date, a time or a span before `nowMs`. A date alone is its first second for `since` and its last for
 * `until`, in UTC; git itself would take the present time of that day. Throws `Denied` invalid_argument.
 */
export function secondsOf(name: 'since' | 'until', text: string, nowMs: number): number {
  const ago = AGO.exec(text.trim().toLowerCase());
  let at = Number.NaN;
  if (ago !== null) at = nowMs - Number(ago[1]) * UNITS[ago[2]!]!;
  else if (DATE.test(text)) at = Date.parse(`${text}T${name === 'since' ? '00:00:00' : '23:59:59'}Z`);
  else {
    const zone = TIME.exec(text);
    if (zone !== null) at = Date.parse(zone[1] === undefined ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'));
  }
  if (Number.isNaN(at))
    throw new Denied('invalid_argument', `${name} takes 2026-03-01, 2026-03-01T12:00:00Z or a span such as '3 weeks'`);
  return Math.max(0, Math.trunc(at / 1000));
}

export const gitTime = (seconds: number): string => `@${seconds} +0000`;
