import type { RuleProperties, TopLevelCondition } from 'json-rules-engine';
import { rulesEnginePackage } from '../packages.js';
import { comparisonsIn, type Comparison, type Condition } from './conditions.js';
import { TESTS, type Constant } from '../facts/operators.js';
import type { Rule, RuleTable } from './rule-table.js';
import type { Facts, FactValue } from '../facts/typed-values.js';

/** What the rules engine makes of a case. */
export interface EngineRun {
  /** The rules that fire, in the order in which they are tried; the first one decides. */
  readonly fired: readonly Rule[];
  /** For each rule, how its comparisons came out, in the order of `comparisonsIn`. */
  held(): ReadonlyMap<Rule, readonly boolean[]>;
}

/**
 * Runs the engine that decides, on facts that fit the table. A new Engine each time: a shared one keeps its running state on
 * the instance, so one caller's run can end another's half way.
 */
export async function runEngine(table: RuleTable, facts: Facts): Promise<EngineRun> {
  const { Engine } = rulesEnginePackage();
  const { rules, operators, byId } = preparedFor(table);
  const engine = new Engine(rules);
  for (const { name, test } of operators) engine.addOperator(name, test);
  const { results, failureResults } = await engine.run(facts);
  const ruleOf = ({ name }: { readonly name: string }) => byId.get(name)!;
  return {
    fired: results.map(ruleOf),
    held: () => new Map([...results, ...failureResults].map(each => [ruleOf(each), outcomesOf(each.conditions)]))
  };
}

/** A condition of the engine after a run: a group of others, or a comparison with its result. */
interface Evaluated {
  readonly all?: readonly Evaluated[];
  readonly any?: readonly Evaluated[];
  readonly result?: boolean;
}

/** The engine asks every comparison of a rule, also those that settle nothing any more. */
const outcomesOf = (condition: object): readonly boolean[] => {
  const { all, any, result } = condition as Evaluated;
  return (all ?? any)?.flatMap(outcomesOf) ?? [result === true];
};

interface EngineOperator {
  readonly name: string;
  readonly test: (fact: FactValue, constant: Constant) => boolean;
}

interface Prepared {
  readonly rules: RuleProperties[];
  /** Only those that the table uses: our own, so money is exact and an unknown fact satisfies nothing. */
  readonly operators: readonly EngineOperator[];
  readonly byId: ReadonlyMap<string, Rule>;
}

const prepared = new WeakMap<RuleTable, Prepared>();

/** The table in the engine's own terms. The engine copies conditions when it takes a rule, so this is made once. */
function preparedFor(table: RuleTable): Prepared {
  const made = prepared.get(table) ?? prepare(table);
  prepared.set(table, made);
  return made;
}

function prepare({ rules }: RuleTable): Prepared {
  const comparisons = rules.flatMap(({ when }) => comparisonsIn(when));
  const operators = new Map(
    comparisons.map(each => [operatorName(each), { name: operatorName(each), test: TESTS[each.type][each.operator]! }])
  );
  return {
    // The order of the table, which is that of priorities but for exceptions.
    rules: rules.map(({ id, when, decision }, i) => ({
      name: id,
      priority: rules.length - i,
      conditions: { all: when === undefined ? [] : [engineCondition(when)] },
      event: { type: decision }
    })),
    operators: [...operators.values()],
    byId: new Map(rules.map(rule => [rule.id, rule]))
  };
}

const operatorName = ({ type, operator }: Comparison) => `${type}.${operator}`;

function engineCondition(condition: Condition): TopLevelCondition | { fact: string; operator: string; value: unknown } {
  if (condition.kind === 'comparison')
    return { fact: condition.fact, operator: operatorName(condition), value: condition.value };
  const of = condition.of.map(engineCondition);
  // A named condition wraps what it stands for; every level costs the engine a round of promises.
  if (of.length === 1) return of[0]!;
  return condition.kind === 'all' ? { all: of } : { any: of };
}
