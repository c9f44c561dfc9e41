import { classesOf, seenBy } from '../compare/fact-classes.js';
import {
  comparisonsIn,
  dayOf,
  decide,
  type DecisionRecord,
  type Facts,
  type FactValue,
  inForce,
  misfit,
  type RulePolicy,
  type RuleTable,
  winnerOf
} from '../../../core/rules/index.js';
import type { RecordedDecision } from '../../../core/workbench/index.js';

/** A recorded decision decided again, or why it cannot be. */
export type Redecided = { readonly record: DecisionRecord; readonly table: RuleTable } | { readonly cannot: string };

/** Combinations of values that facts nobody recorded are tried with. */
const MOST_TRIED = 4096;

/** Decides recorded facts again, by the version that holds on the recorded day, in the engine of production. */
export async function redecide(
  { at, record }: RecordedDecision,
  policies: ReadonlyMap<string, RulePolicy>
): Promise<Redecided> {
  const policy = policies.get(record.table);
  if (policy === undefined) return { cannot: `the candidate has no rule table '${record.table}'` };
  if (policy.by !== 'now' && !Object.hasOwn(record.facts, policy.by))
    return { cannot: `the fact '${policy.by}', which chooses the version, was not recorded` };
  const table = inForce(policy, dayOf(policy, record.facts, at.slice(0, 10)));
  const facts: Record<string, FactValue> = {};
  const missing: string[] = [];
  for (const [name, declaration] of table.facts) {
    if (!Object.hasOwn(record.facts, name)) {
      missing.push(name);
      continue;
    }
    facts[name] = seenBy(declaration, record.facts[name]!);
    const wrong = facts[name] === null ? undefined : misfit(declaration, facts[name]);
    if (wrong !== undefined) return { cannot: `the recorded fact '${name}' ${wrong}` };
  }
  if (missing.length === 0) return { record: await decide(table, facts), table };
  const settled = withMissing(table, facts, missing);
  if (settled === undefined) return { cannot: `not recorded: ${missing.join(', ')}, and the decision depends on it` };
  return { record: await decide(table, settled), table };
}

/** The facts with any values for those that were not recorded, when every value leads to the same rule. */
function withMissing(table: RuleTable, facts: Facts, missing: readonly string[]): Facts | undefined {
  const comparisons = table.rules.flatMap(({ when }) => comparisonsIn(when));
  let tried: Facts[] = [facts];
  for (const name of missing) {
    const classes = classesOf(
      table.facts.get(name)!,
      comparisons.filter(({ fact }) => fact === name)
    );
    if (tried.length * classes.length > MOST_TRIED) return undefined;
    tried = tried.flatMap(some => classes.map(({ sample }) => ({ ...some, [name]: sample })));
  }
  const winner = winnerOf(table);
  const rules = new Set(tried.map(winner));
  const [rule] = rules;
  const given = Object.values(rule!.params).some(param => typeof param === 'object' && missing.includes(param.fact));
  return rules.size === 1 && !given ? tried[0] : undefined;
}
