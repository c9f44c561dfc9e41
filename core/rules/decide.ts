import type { ShadowRecord } from './decide-policy.js';
import { runEngine } from './engine.js';
import type { Constant } from '../facts/operators.js';
import type { Rule, RuleTable } from './rule-table.js';
import { settingsIn } from './setting-cases.js';
import { misfit, type Facts, type FactValue } from '../facts/typed-values.js';

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
  /** Where parts that differ were decided apart first: each part's facts, and what it came to. */
  readonly parts?: readonly { readonly facts: Facts; readonly decision: string }[];
}

/** Facts that do not fit the declarations: a defect of the code that derived them, never of a case. */
export class FactsError extends Error {
  override readonly name = 'FactsError';
}

/** Takes the first rule that fires. `facts` holds at least the table's facts, null where unknown. */
export async function decide(table: RuleTable, facts: Facts): Promise<DecisionRecord> {
  return (await decideClosely(table, facts)).record;
}

/** A decision, and for each rule how its comparisons came out, in the order of `comparisonsIn`. */
export interface CloseDecision {
  readonly record: DecisionRecord;
  held(): ReadonlyMap<Rule, readonly boolean[]>;
}

/** Decides as `decide` does and says what the engine saw on the way: for examples, coverage and explanations. */
export async function decideClosely(table: RuleTable, facts: Facts): Promise<CloseDecision> {
  const seen = factsOf(table, facts);
  const { fired, held } = await runEngine(table, seen);
  const [winner, ...others] = fired;
  return {
    record: recordOf(
      table,
      winner!,
      seen,
      others.map(rule => rule.id)
    ),
    held
  };
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
    settings: settingsIn(table, facts),
    also_matched: alsoMatched
  };
}
