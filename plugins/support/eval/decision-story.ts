import type { DocumentSet } from '../../../core/index.js';
import { type DecisionRecord, explainRules, type ExplainedCondition, RuleTables } from '../../../core/rules/index.js';
import type { TraceOf } from '../run/trace.js';

/** Which rule decided in a run, why there is such a rule, and what it saw. */
export async function decisionWords(
  { order_id, record }: TraceOf<'policy_decision'>,
  set: DocumentSet
): Promise<readonly string[]> {
  const { table, rule, ref, file, line, decision, reason, params, also_matched: also } = record;
  const given = Object.entries(params).map(([name, value]) => `${words(name)} ${shown(value)}`);
  const about = order_id === null ? '' : ` about ${order_id}`;
  const known = [...set.get(RuleTables).values()].find(
    ({ id, source, effective }) =>
      id === table && source.file === file && (effective.from ?? null) === (record.effective_from ?? null)
  );
  const today = known?.source.revision === record.revision ? known : undefined;
  const why = known?.rules.find(({ id }) => id === rule)?.why;
  return [
    `The rule ${rule} (${ref}) of ${table} decided${about}: ${words(decision)}, ${words(reason)}${given.length > 0 ? `; ${given.join(', ')}` : ''}. It stands in ${file}:${line}.`,
    ...(why === undefined ? [] : [`  Why there is this rule: ${why}`]),
    ...(today === undefined
      ? [
          '  The file has changed since, so its conditions are not shown; it saw:',
          ...Object.entries(record.facts).map(([name, value]) => `    ${words(name)}: ${shown(value)}`)
        ]
      : await reasonsOf(record, today)),
    ...(also.length > 0 && today?.rules.at(-1)?.id !== also[0] ? [`  Without it ${also[0]} would have decided.`] : []),
    ...(record.shadow?.diverges === true
      ? [`  The shadow beside it came to ${words(record.shadow.decision ?? 'nothing')}.`]
      : [])
  ];
}

/** The conditions of the rule that held, and what is out of the ordinary where it has none. */
async function reasonsOf(
  record: DecisionRecord,
  table: Parameters<typeof explainRules>[0]
): Promise<readonly string[]> {
  const { rules } = await explainRules(table, record.facts);
  const when = rules.find(({ id }) => id === record.rule)?.when;
  const differs = Object.entries(record.facts).filter(([name, value]) => table.baseline[name] !== value);
  const unusual = `  Of the facts, these were not as usual: ${differs.map(([name, value]) => `${words(name)} ${shown(value)}`).join(', ') || 'none'}.`;
  if (when === undefined) return ['  No rule above it fired, so it decided what is left.', unusual];
  return ['  It fired because', ...heldIn(when), unusual];
}

function heldIn(condition: ExplainedCondition): readonly string[] {
  if (!condition.held) return [];
  if (condition.kind !== 'comparison') return condition.of.flatMap(heldIn);
  const { fact, operator, value, setting, saw } = condition;
  const named = setting === undefined ? '' : ` (${words(setting)})`;
  if (operator === 'isKnown') return [`    ${words(fact)} is ${saw === null ? 'not known' : shown(saw)}`];
  return [
    `    ${words(fact)} is ${shown(saw)}${COMPARED[operator] === '' ? '' : `, ${COMPARED[operator]} ${shown(value)}`}${named}`
  ];
}

/** What a comparison adds to the value that it saw. */
const COMPARED: Readonly<Record<string, string>> = {
  equal: '',
  notEqual: 'not',
  in: 'one of',
  notIn: 'none of',
  lessThan: 'less than',
  lessThanInclusive: 'at most',
  greaterThan: 'more than',
  greaterThanInclusive: 'at least'
};

export const words = (name: string) => name.replaceAll('_', ' ').replaceAll('-', ' ');

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'not known';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
