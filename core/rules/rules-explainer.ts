import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../points/command.js';
import type { Explainer } from '../points/evaluator.js';
import type { DocumentSet } from '../documents/set.js';
import { FactsError } from './decide.js';
import { explain, formatExplanation } from './explain.js';
import { RuleTables } from './rule-tables.js';
import type { Facts } from './typed-values.js';
import { isObject } from '../json.js';

/** `bylaw policy explain rules TABLE FACTS`: any rule table of a service, on facts that differ from its baseline. */
export const rulesExplainer = (service: string): Explainer => ({
  name: 'rules',
  usage: 'TABLE FACTS.json',
  summary: "rule by rule, what facts come to that differ from a table's baseline (a file, or JSON itself)",
  service,
  load: async () => explainFacts
});

async function explainFacts(set: DocumentSet, [id, given = '{}']: readonly string[]) {
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
