import type { Comparison, Condition } from './conditions.js';
import { decideClosely, type DecisionRecord } from './decide.js';
import type { RuleTable } from './rule-table.js';
import type { Facts, FactValue } from '../facts/typed-values.js';

export interface ExplainedComparison extends Comparison {
  readonly saw: FactValue;
  readonly held: boolean;
}

export interface ExplainedGroup {
  readonly kind: 'all' | 'any';
  readonly name?: string;
  readonly line: number;
  readonly held: boolean;
  readonly of: readonly ExplainedCondition[];
}

export type ExplainedCondition = ExplainedComparison | ExplainedGroup;

export interface ExplainedRule {
  readonly id: string;
  readonly ref: string;
  readonly line: number;
  readonly outcome: 'wins' | 'matches' | 'does not match';
  /** Undefined for the rule that always fires. */
  readonly when: ExplainedCondition | undefined;
}

export interface ExplainedDecision {
  readonly record: DecisionRecord;
  /** In the order they are tried. */
  readonly rules: readonly ExplainedRule[];
}

/** Decides as in production and shows, rule by rule, what each condition saw. Facts as for `decide`. */
export async function explain(table: RuleTable, facts: Facts): Promise<ExplainedDecision> {
  const { record, held } = await decideClosely(table, facts);
  const outcomes = held();
  const rules = table.rules.map((rule): ExplainedRule => {
    const matched = rule.id === record.rule || record.also_matched.includes(rule.id);
    const outcome = rule.id === record.rule ? 'wins' : matched ? 'matches' : 'does not match';
    return {
      id: rule.id,
      ref: rule.ref,
      line: rule.line,
      outcome,
      when: rule.when && explained(rule.when, record.facts, [...outcomes.get(rule)!])
    };
  });
  return { record, rules };
}

/** @param outcomes of the comparisons in their order; each takes its own from the front */
function explained(condition: Condition, facts: Facts, outcomes: boolean[]): ExplainedCondition {
  if (condition.kind === 'comparison') return { ...condition, saw: facts[condition.fact]!, held: outcomes.shift()! };
  const of = condition.of.map(child => explained(child, facts, outcomes));
  const held = condition.kind === 'all' ? of.every(child => child.held) : of.some(child => child.held);
  return { ...condition, held, of };
}

/** Plain text for a terminal: one line a rule and a condition, with a tick or a cross and the file's line. */
export function formatExplanation({ record, rules }: ExplainedDecision): string {
  const { table, revision, decision, reason, rule, ref, file, line } = record;
  const lines = [`${table}@${revision}: ${decision} (${reason}) by ${ref} ${rule}, ${file}:${line}`];
  for (const { id, ref: written, line: at, outcome, when } of rules) {
    lines.push(`${outcome === 'does not match' ? '✗' : '✓'} ${written} ${id} (line ${at}): ${outcome}`);
    if (when !== undefined) write(when, 1, lines);
    // What stands below the winner was not needed to decide.
    if (outcome === 'wins') break;
  }
  // That the default would decide goes without saying.
  const others = record.also_matched.filter(other => rules.find(({ id }) => id === other)?.when !== undefined);
  if (others.length > 0) lines.push(`below it, these match too: ${others.join(', ')}`);
  return lines.join('\n');
}

function write(condition: ExplainedCondition, depth: number, lines: string[]): void {
  const lead = `${'  '.repeat(depth)}${condition.held ? '✓' : '✗'} `;
  if (condition.kind === 'comparison') {
    const { fact, operator, value, setting, saw, line } = condition;
    const against = `${JSON.stringify(value)}${setting === undefined ? '' : ` (${setting})`}`;
    lines.push(
      `${lead}${fact} ${operator} ${against}: it is ${saw === null ? 'not known' : JSON.stringify(saw)} (line ${line})`
    );
    return;
  }
  lines.push(`${lead}${condition.name ?? (condition.kind === 'all' ? 'all of' : 'any of')}`);
  for (const child of condition.of) write(child, depth + 1, lines);
}
