import { type Decimal, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import type { DecisionRecord, Given } from '../../../core/rules/index.js';

/** Sums of money by currency, exact. Amounts without a known currency go under `unknown`. */
export class MoneySum {
  readonly #sums = new Map<string, Decimal>();

  /** Adds the money that a decision gives, by what its table says of it. */
  add({ params, facts }: Pick<DecisionRecord, 'params' | 'facts'>, gives: Readonly<Record<string, Given>>): void {
    for (const [name, { type, currency = '' }] of Object.entries(gives)) {
      const amount = type === 'money' ? parseMoney(params[name]) : undefined;
      if (amount === undefined) continue;
      const code = typeof facts[currency] === 'string' ? facts[currency] : 'unknown';
      this.#sums.set(code, sumMoney([amount, this.#sums.get(code) ?? sumMoney([])]));
    }
  }

  /** "25.00" by currency. */
  get amounts(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, sum]) => [code, formatMoney(sum)])
    );
  }
}
