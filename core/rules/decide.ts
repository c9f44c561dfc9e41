import type { RuleProperties, TopLevelCondition } from 'json-rules-engine';
import { rulesEnginePackage } from '../packages.js';
import type { Comparison, Condition } from './compile-conditions.js';
import type { ShadowRecord } from './decide-policy.js';
import { TESTS, type Constant } from './operators.js';
import type { Rule, RuleTable } from './rule-table.js';
import { misfit, type Facts, type FactValue } from './typed-values.js';

/** What was decided, by which rule of which file, from which facts. Everything a reviewer or a replay needs. */
export interface DecisionRecord {
  readonly table: string;
  readonly rule: string;
  readonly ref: string;
  readonly decision: string;
  readonly reason: string;
  /** The table's `gives` for this rule; a parameter bound to an unknown fact is null. */
  readonly params: Facts;
  readonly file: string;
  readonly line: number;
  readonly version: number;
  readonly revision: string;
  /** Every fact the table looks at, as it was; null where it was not known. */
  readonly facts: Facts;
  readonly settings: Readonly<Record<string, Constant>>;
  /** Ids of the rules below the winner that fired too, in the order they were tried. */
  readonly also_matched: readonly string[];
  /** Where a table has several versions: first day of the one that decided (null: since ever), and the day that chose it. */
  readonly effective_from?: string | null;
  readonly effective_on?: string | null;
  /** Where a table has a shadow: what it would have decided. */
  readonly shadow?: ShadowRecord;
}

/** Facts that do not fit the declarations: a defect of the code that derived them, never of a case. */
export class FactsError extends Error {
  override readonly name = 'FactsError';
}

/**
 * Takes the first rule that fires. `facts` holds at least the table's facts, null where unknown.
 * A new Engine each time: a shared one keeps its running state on the instance, so one caller's run can
 * end another's half way.
 */
export async function decide(table: RuleTable, facts: Facts): Promise<DecisionRecord> {
  const seen = factsOf(table, facts);
  const { Engine } = rulesEnginePackage();
  const engine = new Engine(engineRules(table));
  for (const { name, test } of operatorsOf(table)) engine.addOperator(name, test);
  const { results } = await engine.run(seen);
  const [winner, ...others] = results.map(result => table.rules.find(rule => rule.id === result.name)!);
  return recordOf(
    table,
    winner!,
    seen,
    others.map(rule => rule.id)
  );
}

/** The table's facts out of those given. Throws a FactsError for one that is absent or of the wrong type. */
export function factsOf(table: RuleTable, given: Facts): Facts {
  const facts: Record<string, FactValue> = {};
  for (const [name, declaration] of table.facts) {
    const value = Object.hasOwn(given, name) ? given[name]! : undefined;
    if (value === undefined)
      throw new FactsError(`table '${table.id}' needs the fact '${name}'; give null when it is not known`);
    const wrong = value === null ? undefined : misfit(declaration, value);
    if (wrong !== undefined) throw new FactsError(`fact '${name}' ${wrong}`);
    facts[name] = value;
  }
  return facts;
}

function recordOf(table: RuleTable, rule: Rule, facts: Facts, alsoMatched: readonly string[]): DecisionRecord {
  const params = Object.entries(rule.params).map(([name, param]) => [
    name,
    typeof param === 'object' ? facts[param.fact]! : param
  ]);
  return {
    table: table.id,
    rule: rule.id,
    ref: rule.ref,
    decision: rule.decision,
    reason: rule.reason,
    params: Object.fromEntries(params) as Facts,
    file: table.source.file,
    line: rule.line,
    version: table.version,
    revision: table.source.revision,
    facts,
    settings: table.settings,
    also_matched: alsoMatched
  };
}

const prepared = new WeakMap<RuleTable, RuleProperties[]>();

/** The table in the engine's own terms. The engine copies conditions when it takes a rule, so this is made once. */
function engineRules(table: RuleTable): RuleProperties[] {
  let rules = prepared.get(table);
  if (rules === undefined) {
    rules = table.rules.map(rule => ({
      name: rule.id,
      priority: rule.priority,
      conditions: { all: rule.when === undefined ? [] : [engineCondition(rule.when)] },
      event: { type: rule.decision }
    }));
    prepared.set(table, rules);
  }
  return rules;
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

interface EngineOperator {
  readonly name: string;
  readonly test: (fact: FactValue, constant: Constant) => boolean;
}

const used = new WeakMap<RuleTable, readonly EngineOperator[]>();

/** Only the operators that the table uses: our own, so money is exact and an unknown fact satisfies nothing. */
function operatorsOf(table: RuleTable): readonly EngineOperator[] {
  let operators = used.get(table);
  if (operators === undefined) {
    const byName = new Map<string, EngineOperator>();
    const visit = (condition: Condition): void => {
      if (condition.kind !== 'comparison') return condition.of.forEach(visit);
      const name = operatorName(condition);
      byName.set(name, { name, test: TESTS[condition.type][condition.operator]! });
    };
    for (const rule of table.rules) if (rule.when !== undefined) visit(rule.when);
    used.set(table, (operators = [...byName.values()]));
  }
  return operators;
}
