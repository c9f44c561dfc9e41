import { readFileSync } from 'node:fs';
import { type DocumentSet, UsageError } from '../../../core/index.js';
import { explainRules, formatExplanation, type RulePolicy, versionOf } from '../../../core/rules/index.js';
import type { StoreCase } from '../decide/case.js';
import { decideCase } from '../decide/decide-case.js';
import { StorePolicyTables, tablesOf } from '../decide/policies.js';

/** Decides a case from a file as production would and shows every rule with what its conditions saw. */
export async function explainDecision(set: DocumentSet, [file = '', id]: readonly string[]) {
  const policies = set.get(StorePolicyTables);
  const decision = await decideCase(policies, readCase(file, id));
  const tables = Object.values(tablesOf(policies)).flatMap(({ versions }: RulePolicy) => versions);
  const table = versionOf(tables, decision.record);
  const explanation = await explainRules(table, decision.record.facts);
  return { text: `${formatExplanation(explanation)}\n\nsays: ${decision.says}`, json: { decision, explanation } };
}

function readCase(file: string, id: string | undefined): StoreCase {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UsageError(`${file} is not a readable JSON file`);
  }
  const cases = (content as { cases?: readonly { id?: string }[] }).cases;
  if (cases === undefined) return content as StoreCase;
  const found = id === undefined ? cases[0] : cases.find(c => c.id === id);
  if (found === undefined) throw new UsageError(`${file} holds no case ${id}`);
  return found as StoreCase;
}
