import type { DecisionRecord } from '../../../core/rules/index.js';
import { tablesOf } from '../decide/policies.js';
import type { LastDecision } from '../records/types.js';
import type { Run } from './run.js';

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
