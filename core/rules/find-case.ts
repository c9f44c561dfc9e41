import { comparisonsIn, type Condition } from './conditions.js';
import { TESTS, type Constant } from '../facts/operators.js';
import type { RuleTable } from './rule-table.js';
import { formatMoney, parseMoney } from '../money/decimal.js';
import { dayBeside, type Facts, type FactType, type FactValue } from '../facts/typed-values.js';

/** A condition that a case has to meet, or must not. */
export interface Demand {
  readonly condition: Condition;
  readonly holds: boolean;
}

/** Partial cases tried before the search gives up; a table of a hundred rules needs a few thousand. */
const MOST_STEPS = 200_000;

/**
 * Finds facts that meet all demands at once; undefined where there are none, `'unknown'` where the search was too
 * long. Exact, because conditions compare one fact with constants: each fact has only a few values that differ to
 * any condition. Facts are chosen one at a time, and a choice that breaks a demand is never built upon.
 */
export function findCase(table: RuleTable, demands: readonly Demand[]): Facts | 'unknown' | undefined {
  const classes = classesOf(table);
  const chosen: Record<string, FactValue> = {};
  let steps = 0;

  const search = (): boolean => {
    if (++steps > MOST_STEPS) throw new TooLong();
    let open: string | undefined;
    for (const { condition, holds } of demands) {
      const state = judge(condition, chosen);
      if (typeof state === 'boolean' && state !== holds) return false;
      if (typeof state === 'string') open ??= state;
    }
    if (open === undefined) return true;
    for (const value of classes.get(open)!) {
      chosen[open] = value;
      if (search()) return true;
    }
    delete chosen[open];
    return false;
  };
  try {
    return search() ? { ...table.baseline, ...chosen } : undefined;
  } catch (error) {
    if (error instanceof TooLong) return 'unknown';
    throw error;
  }
}

/** That no rule above the one at `index` fires, which is what it takes to be tried. */
export const pastRulesAbove = ({ rules }: RuleTable, index: number): readonly Demand[] =>
  rules.slice(0, index).map(({ when }) => ({ condition: when!, holds: false }));

/** Whether some case is decided by the rule at `index`; true as well where the search was too long to tell. */
export function canWin(table: RuleTable, index: number): boolean {
  const { when } = table.rules[index]!;
  const itself = when === undefined ? [] : [{ condition: when, holds: true }];
  return findCase(table, [...itself, ...pastRulesAbove(table, index)]) !== undefined;
}

class TooLong extends Error {}

/** Whether a condition holds by the facts chosen so far, or the name of a fact that it depends on. */
function judge(condition: Condition, chosen: Facts): boolean | string {
  if (condition.kind === 'comparison') {
    const { fact, type, operator, value } = condition;
    return Object.hasOwn(chosen, fact) ? TESTS[type][operator]!(chosen[fact]!, value) : fact;
  }
  const settles = condition.kind === 'any';
  let open: string | undefined;
  for (const part of condition.of) {
    const state = judge(part, chosen);
    if (state === settles) return settles;
    if (typeof state === 'string') open ??= state;
  }
  return open ?? !settles;
}

/** One value for each way in which the table's comparisons can tell a fact's values apart; the baseline's first. */
function classesOf({ rules, facts, baseline }: RuleTable): ReadonlyMap<string, readonly FactValue[]> {
  const constants = new Map<string, Set<boolean | number | string>>([...facts.keys()].map(name => [name, new Set()]));
  for (const { operator, fact, value } of rules.flatMap(({ when }) => comparisonsIn(when)))
    if (operator !== 'isKnown')
      for (const each of [value].flat() as readonly Constant[]) constants.get(fact)!.add(each as string);
  return new Map(
    [...facts].map(([name, { type, values }]) => {
      const around = values ?? [...constants.get(name)!].flatMap(constant => neighbours(constant, type));
      const other = type === 'string' && values === undefined ? ['another value'] : [];
      const usual = type === 'boolean' ? [true, false] : [];
      return [name, [...new Set([baseline[name]!, ...around, ...other, ...usual, null])]];
    })
  );
}

/** A constant, and what lies just below and just above it. */
function neighbours(constant: boolean | number | string, type: FactType): readonly FactValue[] {
  switch (type) {
    case 'integer':
      return [constant, Number(constant) - 1, Number(constant) + 1];
    case 'number':
      return [constant, Number(constant) - STEP, Number(constant) + STEP];
    case 'money': {
      const amount = parseMoney(constant)!;
      return [constant, formatMoney(amount.minus('0.01')), formatMoney(amount.plus('0.01'))];
    }
    case 'date':
      return [constant, dayBeside(String(constant), -1), dayBeside(String(constant), 1)];
    default:
      return [constant];
  }
}

/** Two constants of a policy are never closer than this. */
const STEP = 1e-6;
