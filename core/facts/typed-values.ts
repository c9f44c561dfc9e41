import { parseMoney } from '../money/decimal.js';

export const FACT_TYPES = ['boolean', 'integer', 'number', 'money', 'string', 'date'] as const;
export type FactType = (typeof FACT_TYPES)[number];

/** `null` says that the value is not known. Money is a decimal string, a date is YYYY-MM-DD. */
export type FactValue = boolean | number | string | null;
export type Facts = Readonly<Record<string, FactValue>>;

/** The type of a fact, a setting or a parameter of a decision. */
export interface ValueType {
  readonly type: FactType;
  /** For strings: the only values there are. */
  readonly values?: readonly string[];
}

/** Says why a known value does not fit its type; undefined when it fits. */
export function misfit({ type, values }: ValueType, value: unknown): string | undefined {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'integer':
      return Number.isSafeInteger(value) ? undefined : 'must be a whole number';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : 'must be a number';
    case 'money':
      return parseMoney(value) ? undefined : 'must be an amount in quotes, for example "500.00"';
    case 'date':
      return isDate(value) ? undefined : 'must be a calendar date in quotes, for example "2026-04-06"';
    case 'string':
      if (typeof value !== 'string') return 'must be a string';
      return values === undefined || values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;
  }
}

/** A real calendar date: 2026-02-30 is none. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const DAY_MS = 86_400_000;

/** The calendar date so many days after another; before it, where there are less than none. */
export const dayBeside = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
