import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../../core/index.js';
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

const NONE: ReadonlySet<string> = new Set();

/**
 * Decides recorded facts again, by the version that holds on the recorded day, in the engine of production. What was recorded
 * of a fact that is computed `otherwise` now says nothing of what it is. Parts that were decided apart are so again; the whole
 * counts where they come to what they did, or all of them to what it does now.
 */
export async function redecide(
  recorded: RecordedDecision,
  policies: ReadonlyMap<string, RulePolicy>,
  otherwise: ReadonlySet<string> = NONE
): Promise<Redecided> {
  const { parts = [], facts } = recorded.record;
  const whole = await redecideFacts(recorded, policies, otherwise);
  const now: string[] = [];
  for (const part of parts) {
    const again = await redecideFacts({ ...recorded, record: { ...recorded.record, ...part } }, policies, otherwise);
    if ('cannot' in again) return again;
    now.push(again.record.decision);
  }
  if ('cannot' in whole || parts.every(({ decision }, i) => decision === now[i])) return whole;
  const alike =
    new Set(parts.map(({ decision }) => decision)).size === 1 && now.every(d => d === whole.record.decision);
  return alike && !parts.some(part => isDeepStrictEqual(part.facts, facts)) ? whole : { cannot: NOT_BY_LINE };
}

const NOT_BY_LINE = 'lines come out apart now, and what the others come to together was not recorded by line';

async function redecideFacts(
  { at, record }: RecordedDecision,
  policies: ReadonlyMap<string, RulePolicy>,
  otherwise: ReadonlySet<string>
): Promise<Redecided> {
  const policy = policies.get(record.table);
  if (policy === undefined) return { cannot: `the candidate has no rule table '${record.table}'` };
  const known = (name: string) => Object.hasOwn(record.facts, name) && !otherwise.has(name);
  const why = (name: string) => (otherwise.has(name) ? 'computed otherwise now' : 'not recorded');
  if (policy.by !== 'now' && !known(policy.by))
    return { cannot: `the fact '${policy.by}', which chooses the version, was ${why(policy.by)}` };
  const table = inForce(policy, dayOf(policy, record.facts, at.slice(0, 10)));
  const facts: Record<string, FactValue> = {};
  const missing: string[] = [];
  for (const [name, declaration] of table.facts) {
    if (!known(name)) {
      missing.push(name);
      continue;
    }
    facts[name] = seenBy(declaration, record.facts[name]!);
    const wrong = facts[name] === null ? undefined : misfit(declaration, facts[name]);
    if (wrong !== undefined) return { cannot: `the recorded fact '${name}' ${wrong}` };
  }
  if (missing.length === 0) return { record: await decide(table, facts), table };
  const settled = withMissing(table, facts, missing);
  if (settled === undefined) {
    const reasons = [...groupBy(missing, why)].map(([reason, names]) => `${reason}: ${names.join(', ')}`);
    return { cannot: `${reasons.join('; ')}, and the decision depends on it` };
  }
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
