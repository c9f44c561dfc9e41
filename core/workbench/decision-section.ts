import type { Facts } from '../facts/typed-values.js';
import type { TestSection } from './test-section.js';

export interface DecisionTest {
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
  load: async () => (await import('./run-decision.js')).decisionRunner
});
