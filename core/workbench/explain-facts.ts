import { existsSync, readFileSync } from 'node:fs';
import type { DocumentSet } from '../documents/set.js';
import { isObject } from '../json.js';
import { UsageError } from '../cli/command.js';
import { FactsError } from '../rules/decide.js';
import { explain, formatExplanation } from '../rules/explain.js';
import { RuleTables } from '../rules/rule-policies.js';
import type { Facts } from '../facts/typed-values.js';

export async function explainFacts(set: DocumentSet, [id, given = '{}']: readonly string[]) {
  const tables = set.get(RuleTables);
  const table = tables.get(id ?? '');
  if (table === undefined)
    throw new UsageError(`there is no rule table '${id}'; there are ${[...tables.keys()].join(', ')}`);
  const facts = readFacts(given);
  const stray = Object.keys(facts).find(name => !table.facts.has(name));
  if (stray !== undefined)
    throw new UsageError(`the table '${id}' has no fact '${stray}'; it has ${[...table.facts.keys()].join(', ')}`);
  try {
    const explanation = await explain(table, { ...table.baseline, ...facts });
    const { facts: seen, settings, params, rule } = explanation.record;
    const says = table.rules.find(each => each.id === rule)!.says.render({ facts: seen, settings, params });
    return { text: `${formatExplanation(explanation)}\n\nsays: ${says}`, json: { explanation, says } };
  } catch (error) {
    if (error instanceof FactsError) throw new UsageError(error.message);
    throw error;
  }
}

function readFacts(given: string): Facts {
  try {
    const facts: unknown = JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given);
    if (isObject(facts)) return facts as Facts;
  } catch {
    // Told below, as what is JSON and no mapping is.
  }
  throw new UsageError(`${given} is neither a JSON file with facts nor JSON itself, as '{"days_since_delivery": 31}'`);
}
