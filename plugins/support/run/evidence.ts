import { isObject } from '../../../core/index.js';
import type { Guard } from '../../../core/guard/index.js';
import type { ToolRecord } from '../../../core/tools/index.js';
import { evidenceText } from '../verify/evidence-text.js';
import type { Evidence } from '../verify/contract.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import { tablesOf } from '../decide/policies.js';
import type { LastDecision } from '../records/types.js';
import type { Run } from './run.js';

/** Defuses instructions in every string of the untrusted fields; says which rules found some. */
export function neutraliseRecord(
  record: ToolRecord,
  guard: Guard
): { fields: Readonly<Record<string, unknown>>; rules: string[] } {
  const rules = new Set<string>();
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const { text, findings } = guard.neutralise(value, 'tool_output');
      findings.forEach(finding => rules.add(finding.rule));
      return text;
    }
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, clean(v)]));
    return value;
  };
  // What a plugin's tool gives may be anything.
  if (!isObject(record.fields)) throw new TypeError(`the record ${record.name} has no fields`);
  const fields: Record<string, unknown> = { ...record.fields };
  for (const name of record.untrusted ?? []) if (Object.hasOwn(fields, name)) fields[name] = clean(fields[name]);
  return { fields, rules: [...rules].sort() };
}

/** A tool's record as evidence: prose for articles, `key=value` for everything else. */
export function toolEvidence(
  tool: string,
  step: number,
  name: string,
  fields: Readonly<Record<string, unknown>>
): Evidence {
  const [kind, id] = name.split(':');
  const reference = id === undefined ? `${tool}#${step}` : `${tool}#${step}:${id}`;
  return {
    reference,
    kind: 'tool_result',
    text:
      kind !== 'article' ? evidenceText(presentable(fields)) : `${String(fields['title'])}. ${String(fields['text'])}`
  };
}

/** Order lines as the items a customer knows; what nobody would be told is left out. */
function presentable(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const lines = fields['lines'];
  if (!Array.isArray(lines)) return fields;
  const { lines: _lines, ...rest } = fields;
  const items = (lines as readonly Readonly<Record<string, unknown>>[]).map(({ name, quantity, unit_price }) => ({
    name,
    quantity,
    unit_price
  }));
  return Object.assign({}, rest, { items });
}

type Basis = NonNullable<LastDecision['basis']>;
type Said = Pick<DecisionRecord, 'table' | 'rule'> & Basis;

/**
 * Notes a rule's words, so that they can be said in the language of the conversation, now or when they are told again.
 * @returns what they were made from; undefined where the shop writes its own language alone
 */
export function noteRule(record: Said, says: string, run: Run): Basis | undefined {
  if (run.policy.locales.size === 0) return undefined;
  const { table, rule, facts, settings, params } = record;
  const versions = tablesOf(run.policy.tables)[table]?.versions ?? [];
  const made = versions.flatMap(({ rules }) => rules).filter(({ id }) => id === rule);
  const template = made.map(each => each.says).find(each => rendered(each, { facts, settings, params }) === says);
  if (template === undefined) return undefined;
  const read = (group: string, values: Basis[keyof Basis]) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => template.reads.includes(`${group}.${name}`)));
  const basis = { facts: read('facts', facts), settings: read('settings', settings), params: read('params', params) };
  run.telling?.note(says, template, basis);
  return basis;
}

function rendered(template: { render(data: Basis): string }, data: Basis): string | undefined {
  try {
    return template.render(data);
  } catch {
    return undefined;
  }
}
