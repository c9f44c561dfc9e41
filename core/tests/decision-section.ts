import { decide } from '../rules/decide.js';
import type { RuleTable } from '../rules/rule-table.js';
import { RuleTables } from '../rules/rule-tables.js';
import { misfit, type Facts } from '../rules/typed-values.js';
import { didYouMean } from '../text/nearest.js';
import type { TestSection } from '../points/test-section.js';

interface DecisionTest {
  readonly name: string;
  readonly table: string;
  /** Facts that differ from the table's baseline. */
  readonly facts: Facts;
  readonly expect: Readonly<Record<string, unknown>>;
}

const value = { type: ['boolean', 'number', 'string', 'null'] };

/** Cases held against one rule table, decided as in production. */
export const decisionSection = (service: string): TestSection<DecisionTest> => ({
  name: 'decisions',
  summary: 'Facts, and what a rule table has to decide about them.',
  service,
  test: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'table', 'facts', 'expect'],
    properties: {
      name: { type: 'string', minLength: 1, description: 'What is right here, as a sentence.' },
      table: { type: 'string', description: 'Id of the rule table.' },
      facts: { type: 'object', additionalProperties: value, description: 'Facts that differ from the baseline.' },
      expect: {
        type: 'object',
        additionalProperties: false,
        minProperties: 1,
        properties: {
          rule: { type: 'string', description: 'Id of the rule that decides.' },
          decision: { type: 'string' },
          reason: { type: 'string' },
          params: { type: 'object', additionalProperties: value, description: 'What the decision carries besides.' },
          also_matched: { type: 'array', items: { type: 'string' }, description: 'Rules below it that fire too.' }
        }
      }
    }
  },
  titleOf: ({ name }) => name,
  load:
    async () =>
    ({ set, decided }) => {
      const tables = set.get(RuleTables);
      return { run: test => run(test, tables, decided) };
    }
});

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
