import { type Decimal, parseMoney } from '../../../core/money/index.js';

/** Readers of what a store or a case file gives: a value of the right type, or null for "not known". */

export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** A name from a closed vocabulary, written alike whatever its case, spaces and hyphens. */
export function word(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().toLowerCase().replace(/[\s-]/g, '_') : '';
  return text === '' ? null : text;
}

/** An ISO 4217 code, whatever its case. */
export function currency(value: unknown): string | null {
  const code = word(value)?.toUpperCase();
  return code !== undefined && /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Beyond these a value is nonsense, and sums of nonsense would not stay exact. */
const MOST_UNITS = 1_000_000;
const MOST_MONEY = '1000000000000';

/** A whole number that counts something: never negative. */
export const count = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_UNITS ? (value as number) : null;

/** An amount of money that is not negative. */
export function amount(value: unknown): Decimal | null {
  const money = parseMoney(value);
  return money === undefined || money.lt('0') || money.gt(MOST_MONEY) ? null : money;
}

export const identifier = (value: unknown): string => (typeof value === 'string' ? value : '');

export const weight = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** The entries of a list that are objects; nothing of what is no list. */
export const entries = <T extends object>(list: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(list) ? list.filter(entry => typeof entry === 'object' && entry !== null) : [];
