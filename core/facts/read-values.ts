import { type Decimal, parseMoney } from '../money/decimal.js';
import { parseMoment } from './moments.js';
import type { FactType, FactValue } from './typed-values.js';

/** A name from a closed vocabulary, written alike whatever its case, spaces and hyphens; null for what is none. */
export function word(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().toLowerCase().replace(/[\s-]/g, '_') : '';
  return text === '' ? null : text;
}

/** An ISO 4217 code, whatever its case. */
function currency(value: unknown): string | null {
  const code = word(value)?.toUpperCase();
  return code !== undefined && /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Beyond these a value is nonsense, and sums of nonsense would not stay exact. */
const MOST_UNITS = 1e12;
const MOST_MONEY = '1000000000000';

/** Money as it is kept between operations: exact, with two decimals at least. */
export function moneyText(amount: Decimal): string {
  const exact = amount.toFixed();
  return (exact.split('.')[1]?.length ?? 0) > 2 ? exact : amount.toFixed(2);
}

function money(value: unknown): string | null {
  const amount = parseMoney(value);
  return amount === undefined || amount.abs().gt(MOST_MONEY) ? null : moneyText(amount);
}

const number = (value: unknown): number | null =>
  typeof value === 'number' && Math.abs(value) <= MOST_UNITS ? value : null;

/** What an expression may be read as: a type of facts, or a point in time. */
export type ExpressionType = FactType | 'moment';

/** Readers of what a record holds: a value of the right type, or null for "not known". Nothing throws. */
export const READERS: Readonly<Record<ExpressionType, (value: unknown) => FactValue>> = {
  boolean: value => (typeof value === 'boolean' ? value : null),
  integer: value => (Number.isInteger(value) ? number(value) : null),
  number,
  money,
  string: word,
  date: value => {
    const moment = parseMoment(value);
    return moment === undefined ? null : new Date(moment.day * 86_400_000).toISOString().slice(0, 10);
  },
  moment: value => (parseMoment(value) === undefined ? null : (value as string))
};

/** Other ways to read a text. */
export const TEXT_READERS: Readonly<Record<string, (value: unknown) => FactValue>> = {
  word,
  text: value => (typeof value === 'string' && value !== '' ? value : null),
  currency
};

/** A value of which only what it holds tells the type. */
export const anyScalar = (value: unknown): FactValue =>
  typeof value === 'boolean' ? value : typeof value === 'number' ? number(value) : word(value);
