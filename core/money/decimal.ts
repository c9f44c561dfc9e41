import Big, { type Big as Decimal } from 'big.js';

/**
 * Money is a decimal string ("25.00") wherever it is stored, compared or shown, and a big.js number in between.
 * No amount ever passes through a binary floating point number.
 */
const Exact = Big();
Exact.strict = true;

const ROUND_HALF_UP = 1;
const AMOUNT = /^-?\d{1,30}(?:\.\d{1,6})?$/;

export type { Decimal };

/** Reads a plain decimal amount: no exponent, no thousands separator, no currency. Anything else is undefined. */
export function parseMoney(text: unknown): Decimal | undefined {
  return typeof text === 'string' && AMOUNT.test(text) ? new Exact(text) : undefined;
}

/** The decimal that a finite number is written as: 0.1 is a tenth, not its nearest binary fraction. */
export const decimalOf = (value: number): Decimal => new Exact(String(value));

export function sumMoney(amounts: Iterable<Decimal>): Decimal {
  let sum = new Exact('0');
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
}

/** `quantity` is a whole number. */
export function timesQuantity(amount: Decimal, quantity: number): Decimal {
  return amount.times(new Exact(BigInt(quantity).toString()));
}

/** -1, 0 or 1; both texts must be amounts that `parseMoney` reads. "25" equals "25.00". */
export function compareMoney(left: string, right: string): -1 | 0 | 1 {
  return new Exact(left).cmp(new Exact(right));
}

/** Two decimals, rounded half up, with the currency code behind it when one is given: "25.00", "25.00 USD". */
export function formatMoney(amount: Decimal, currency?: string): string {
  const text = amount.toFixed(2, ROUND_HALF_UP);
  return currency === undefined ? text : `${text} ${currency}`;
}
