import { didYouMean } from '../nearest.js';
import { decide } from '../rules/decide.js';
import type { RuleTable } from '../rules/rule-table.js';
import { RuleTables } from '../rules/rule-policies.js';
import { misfit, type Facts } from '../facts/typed-values.js';
import type { DecisionTest } from './decision-section.js';
import type { SectionRunner, TestContext } from './test-section.js';

/** Runs each test on the tables of the set, as production decides. */
export function decisionRunner({ set, decided }: TestContext): SectionRunner<DecisionTest> {
  const tables = set.get(RuleTables);
  return { run: test => run(test, tables, decided) };
}

async function run(
  { table: id, facts, expect }: DecisionTest,
  tables: ReadonlyMap<string, RuleTable>,
  decided: (file: string, facts: Facts) => void
): Promise<readonly string[]> {
  const table = tables.get(id);
  if (table === undefined) return [unknown('rule table', id, [...tables.keys()])];
  const wrong = Object.entries(facts).flatMap(([name, given]) => {
    const declared = table.facts.get(name);
    if (declared === undefined) return [unknown('fact', name, [...table.facts.keys()])];
    const misfits = given === null ? undefined : misfit(declared, given);
    return misfits === undefined ? [] : [`the fact '${name}' ${misfits}`];
  });
  if (wrong.length > 0) return wrong;
  const all = { ...table.baseline, ...facts };
  decided(table.source.file, all);
  const record: Readonly<Record<string, unknown>> = { ...(await decide(table, all)) };
  return Object.entries(expect).flatMap(([name, wanted]) => differences(name, wanted, record[name]));
}

function differences(name: string, wanted: unknown, actual: unknown): string[] {
  if (name === 'params')
    return Object.entries(wanted as object).flatMap(([param, expected]) =>
      differences(`params.${param}`, expected, (actual as Readonly<Record<string, unknown>>)[param])
    );
  return JSON.stringify(wanted) === JSON.stringify(actual)
    ? []
    : [`${name}: expected ${JSON.stringify(wanted)}, was ${JSON.stringify(actual) ?? 'nothing'}`];
}

const unknown = (what: string, name: string, known: readonly string[]) =>
  `there is no ${what} '${name}'${didYouMean(name, known) || `; there are ${known.join(', ')}`}`;
