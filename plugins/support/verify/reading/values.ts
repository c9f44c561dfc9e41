/** A typed value in a text. Numbers are canonical decimal strings: "1,284.50" and "1284.5" are both `1284.5`. */
export type Value =
  | { readonly type: 'money'; readonly amount: string; readonly currencies: readonly string[] }
  | { readonly type: 'number'; readonly amount: string }
  | { readonly type: 'percent'; readonly amount: string }
  | { readonly type: 'duration'; readonly base: string; readonly size: number }
  | { readonly type: 'date'; readonly options: readonly Day[] }
  | { readonly type: 'weekday'; readonly weekday: number }
  | { readonly type: 'days_away'; readonly days: number }
  /** Of `twelve` hours, where nothing says which half of the day. */
  | { readonly type: 'time'; readonly minutes: number; readonly twelve?: boolean }
  | { readonly type: 'identifier'; readonly id: string; readonly partial?: boolean };

/** A calendar day; what the text leaves out is undefined. */
export interface Day {
  readonly year?: number | undefined;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly value: Value;
}

/** Case and separators carry no meaning in an identifier; every other character does. */
export function identifier(text: string): string {
  return text
    .toLowerCase()
    .replace(/^mailto:|^https?:\/\/(?:www\.)?|^www\./, '')
    .replace(/[\s\-_#()/.+]+/g, '');
}

/** Canonical decimal of a number in any of the usual notations. */
export function decimal(text: string): string {
  let s = text.replace(/[\s'\u00a0\u202f]/g, '');
  const comma = s.lastIndexOf(',');
  const point = s.lastIndexOf('.');
  if (comma >= 0 && point >= 0) s = comma > point ? s.replaceAll('.', '').replace(',', '.') : s.replaceAll(',', '');
  else if (comma >= 0) s = /^\d{1,3}(?:,\d{3})+$/.test(s) ? s.replaceAll(',', '') : s.replace(',', '.');
  else if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(s)) s = s.replaceAll('.', '');
  const [whole = '0', fraction = ''] = s.split('.');
  const trimmed = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (trimmed ? `.${trimmed}` : '');
}

const DAY = 86_400_000;

/** Whole days from the UTC day of `clock` to `day`. */
export function daysFrom(clock: Date, day: Day): number | undefined {
  if (day.year === undefined || day.month === undefined || day.day === undefined) return undefined;
  const today = Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate());
  return Math.round((Date.UTC(day.year, day.month - 1, day.day) - today) / DAY);
}

/** How far two times of the day are apart, in minutes. */
export function minutesApart(said: Extract<Value, { type: 'time' }>, known: Extract<Value, { type: 'time' }>): number {
  const round = said.twelve === true || known.twelve === true ? 720 : 1440;
  const apart = Math.abs(said.minutes - known.minutes) % round;
  return Math.min(apart, round - apart);
}

/** Whether the reply's `said` says no more than the evidence's `known`. */
export function matches(said: Value, known: Value, clock: Date): boolean {
  switch (said.type) {
    case 'money':
      if (known.type !== 'money') return false;
      return said.amount === known.amount && sameCurrency(said.currencies, known.currencies);
    case 'number':
      if (known.type === 'money' || known.type === 'number') return said.amount === known.amount;
      // Shops number orders 727 as well; of ORD-727 the digits alone are too few to name it.
      if (known.type !== 'identifier') return false;
      return said.amount.length > (known.id === said.amount ? 2 : 3) && known.id.replace(/\D/g, '') === said.amount;
    case 'percent':
      return known.type === 'percent' && said.amount === known.amount;
    case 'duration':
      return known.type === 'duration' && said.base === known.base && said.size === known.size;
    case 'date':
      return known.type === 'date' && said.options.some(a => known.options.some(b => sameDay(a, b)));
    case 'weekday':
      return known.type === 'weekday'
        ? said.weekday === known.weekday
        : known.type === 'date' && known.options.some(day => weekday(day) === said.weekday);
    case 'days_away':
      if (known.type === 'days_away') return said.days === known.days;
      return known.type === 'date' && known.options.some(day => daysFrom(clock, day) === said.days);
    case 'time':
      return known.type === 'time' && minutesApart(said, known) === 0;
    case 'identifier':
      return known.type === 'identifier'
        ? sameIdentifier(said, known.id)
        : known.type === 'number' && said.id === known.amount;
  }
}

const TIMES: ReadonlySet<string> = new Set(['minute', 'month', 'working_day']);

/** Two values of one family compete for the same place in a sentence: two dates do, a date and a price do not, nor do weeks and grams. */
export function family(value: Value): string {
  if (value.type === 'weekday' || value.type === 'days_away') return 'date';
  return value.type === 'duration' && !TIMES.has(value.base) ? value.base : value.type;
}

export function sameCurrency(said: readonly string[], known: readonly string[]): boolean {
  return said.length === 0 || known.length === 0 || said.some(currency => known.includes(currency));
}

function sameDay(said: Day, known: Day): boolean {
  const fits = (a: number | undefined, b: number | undefined) => a === undefined || a === b;
  return fits(said.year, known.year) && fits(said.month, known.month) && fits(said.day, known.day);
}

function weekday({ year, month, day }: Day): number | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function sameIdentifier(said: { id: string; partial?: boolean }, known: string): boolean {
  if (said.id === known) return true;
  if (said.partial) return known.endsWith(said.id);
  // "order 90001" names ORD-90001; all the digits of the identifier, so that none is left to chance
  return /^\d{4,}$/.test(said.id) && /^[a-z]{1,6}\d+$/.test(known) && known.replace(/^[a-z]+/, '') === said.id;
}

/** Whether two values may stand in each other's place. */
export function comparable(said: Value, known: Value): boolean {
  if (family(said) === family(known)) return true;
  return (
    (said.type === 'number' && (known.type === 'money' || known.type === 'identifier')) ||
    (said.type === 'identifier' && known.type === 'number')
  );
}
