import { type Decimal, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import type { DecisionRecord, Given } from '../../../core/rules/index.js';

/** Decisions of one table that went from one outcome to another. */
export interface Transition {
  readonly table: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
  /** Money by currency that was given, and that would be. */
  readonly money_before: Readonly<Record<string, string>>;
  readonly money_after: Readonly<Record<string, string>>;
  /** The first of them. */
  readonly ids: readonly string[];
}

type Outcome = Pick<DecisionRecord, 'table' | 'decision' | 'reason' | 'params' | 'facts'>;

const MOST_IDS = 20;

/** Counts outcomes that changed; what it keeps grows with the kinds of change and not with their number. */
export class Transitions {
  readonly #all = new Map<
    string,
    { table: string; before: string; after: string; count: number; was: MoneySum; is: MoneySum; ids: string[] }
  >();

  add(id: string, before: Outcome, after: Omit<Outcome, 'table'>, gives: Readonly<Record<string, Given>>): void {
    const names = { table: before.table, before: wordsOf(before), after: wordsOf(after) };
    const key = Object.values(names).join('\0');
    let one = this.#all.get(key);
    if (one === undefined)
      this.#all.set(key, (one = { ...names, count: 0, was: new MoneySum(), is: new MoneySum(), ids: [] }));
    one.count++;
    one.was.add(before, gives);
    one.is.add(after, gives);
    if (one.ids.length < MOST_IDS) one.ids.push(id);
  }

  /** The most frequent first. */
  get found(): readonly Transition[] {
    return [...this.#all.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ was, is, ...one }) => ({ ...one, money_before: was.amounts, money_after: is.amounts }));
  }
}

const wordsOf = ({ decision, reason }: Pick<Outcome, 'decision' | 'reason'>) => `${decision} (${reason})`;

/** Sums of money by currency, exact. Amounts without a known currency go under `unknown`. */
class MoneySum {
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
