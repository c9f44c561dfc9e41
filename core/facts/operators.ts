import { compareMoney } from '../money/decimal.js';
import type { FactType, FactValue } from './typed-values.js';

export const OPERATORS = [
  'equal',
  'notEqual',
  'in',
  'notIn',
  'lessThan',
  'lessThanInclusive',
  'greaterThan',
  'greaterThanInclusive',
  'isKnown'
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A constant a fact is compared with; lists only with `in` and `notIn`. */
export type Constant = boolean | number | string | readonly string[] | readonly number[];

export type Test = (fact: FactValue, constant: Constant) => boolean;

const OPPOSITE: Readonly<Record<Operator, Operator>> = {
  equal: 'notEqual',
  notEqual: 'equal',
  in: 'notIn',
  notIn: 'in',
  lessThan: 'greaterThanInclusive',
  greaterThanInclusive: 'lessThan',
  greaterThan: 'lessThanInclusive',
  lessThanInclusive: 'greaterThan',
  isKnown: 'isKnown'
};

/** `not` is resolved when a table is compiled, so that a fact nobody knows can never satisfy a negation. */
export function negated(operator: Operator, constant: Constant): { operator: Operator; constant: Constant } {
  return { operator: OPPOSITE[operator], constant: operator === 'isKnown' ? !constant : constant };
}

/** An unknown fact satisfies no comparison at all, `notEqual` and `notIn` included; only `isKnown` sees it. */
const known =
  (test: (fact: never, constant: never) => boolean): Test =>
  (fact, constant) =>
    fact !== null && test(fact as never, constant as never);

const isKnown: Test = (fact, constant) => (fact !== null) === constant;

const equality = {
  equal: known((fact: unknown, constant: unknown) => fact === constant),
  notEqual: known((fact: unknown, constant: unknown) => fact !== constant),
  isKnown
};
const membership = {
  in: known((fact: unknown, list: readonly unknown[]) => list.includes(fact)),
  notIn: known((fact: unknown, list: readonly unknown[]) => !list.includes(fact))
};
const ordering = <T>(compare: (left: T, right: T) => number) => ({
  lessThan: known((fact: T, constant: T) => compare(fact, constant) < 0),
  lessThanInclusive: known((fact: T, constant: T) => compare(fact, constant) <= 0),
  greaterThan: known((fact: T, constant: T) => compare(fact, constant) > 0),
  greaterThanInclusive: known((fact: T, constant: T) => compare(fact, constant) >= 0)
});

const number = { ...equality, ...membership, ...ordering<number>((left, right) => left - right) };
const money = ordering<string>(compareMoney);

/** The comparisons each type allows. The runtime engine and the closures both take them from here. */
export const TESTS: Readonly<Record<FactType, Readonly<Partial<Record<Operator, Test>>>>> = {
  boolean: equality,
  integer: number,
  number,
  string: { ...equality, ...membership },
  // Written YYYY-MM-DD, dates sort as text.
  date: { ...equality, ...ordering<string>((left, right) => (left < right ? -1 : left > right ? 1 : 0)) },
  money: {
    ...money,
    equal: known((fact: string, constant: string) => compareMoney(fact, constant) === 0),
    notEqual: known((fact: string, constant: string) => compareMoney(fact, constant) !== 0),
    isKnown
  }
};
