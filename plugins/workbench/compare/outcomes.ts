import type { ParamText, Rule } from '../../../core/rules/index.js';

/** What a rule comes to, apart from how it is told. */
export interface Outcome {
  readonly decision: string;
  readonly reason: string;
  readonly params: Readonly<Record<string, ParamText>>;
}

export const outcomeOf = ({ decision, reason, params }: Rule): Outcome => ({ decision, reason, params });

/** Numbers outcomes, so that equal ones have one number. */
export class Outcomes {
  readonly #numbers = new Map<string, number>();
  readonly #all: Outcome[] = [];

  numberOf(rule: Rule): number {
    const { decision, reason, params } = outcomeOf(rule);
    const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([decision, reason, sorted]);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#all.push(outcomeOf(rule)) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  at(number: number): Outcome {
    return this.#all[number]!;
  }

  get size(): number {
    return this.#all.length;
  }
}
