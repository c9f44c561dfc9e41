import { negated, type Constant, type Operator } from '../facts/operators.js';
import type { FactType } from '../facts/typed-values.js';

/** A fact compared with a constant; settings are already their values and `not` is already resolved. */
export interface Comparison {
  readonly kind: 'comparison';
  readonly fact: string;
  readonly type: FactType;
  readonly operator: Operator;
  readonly value: Constant;
  readonly setting?: string;
  readonly line: number;
}

export interface Group {
  readonly kind: 'all' | 'any';
  /** The named condition this group was expanded from. */
  readonly name?: string;
  readonly of: readonly Condition[];
  readonly line: number;
}

export type Condition = Comparison | Group;

/** Every comparison of a condition, in the order of the file. */
export function comparisonsIn(condition: Condition | undefined): readonly Comparison[] {
  if (condition === undefined) return [];
  return condition.kind === 'comparison' ? [condition] : condition.of.flatMap(comparisonsIn);
}

export const factsIn = (condition: Condition | undefined): ReadonlySet<string> =>
  new Set(comparisonsIn(condition).map(({ fact }) => fact));

/** The condition that holds exactly where another one does not, facts that are not known included. */
export function complement(condition: Condition): Condition {
  const { line } = condition;
  if (condition.kind !== 'comparison')
    return { kind: condition.kind === 'all' ? 'any' : 'all', of: condition.of.map(complement), line };
  const { operator, constant } = negated(condition.operator, condition.value);
  const opposite: Comparison = { ...condition, operator, value: constant };
  if (operator === 'isKnown') return opposite;
  const { fact, type } = condition;
  return {
    kind: 'any',
    of: [opposite, { kind: 'comparison', fact, type, operator: 'isKnown', value: false, line }],
    line
  };
}
