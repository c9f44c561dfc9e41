import { closed } from '../../../core/documents/index.js';
import { decidePolicy, type FactValue, RulePolicies, saysOf } from '../../../core/rules/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';

export interface RulesConfiguration {
  readonly table: string;
  readonly as: string;
  /** Fact of the table to the argument that holds it, or to a constant. Other facts are not known. */
  readonly facts: Readonly<Record<string, FactValue | { readonly argument: string }>>;
}

/** Decides by any rule table of the set, from declared arguments. It establishes what was decided, and acts on nothing. */
export const rulesDecide: ToolHandler = {
  name: 'rules.decide',
  configuration: closed({
    table: { type: 'string', description: 'Id of the rule table.' },
    as: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'Name of the record in evidence and templates.'
    },
    facts: {
      type: 'object',
      description: 'Fact to constant or { argument: name }; a fact that is left out is not known.',
      additionalProperties: {
        anyOf: [{ type: ['boolean', 'number', 'string', 'null'] }, closed({ argument: { type: 'string' } })]
      }
    }
  }),
  check({ facts }: RulesConfiguration, { properties }, report) {
    for (const [fact, given] of Object.entries(facts))
      if (typeof given === 'object' && given !== null && !Object.hasOwn(properties, given.argument))
        report(`/facts/${fact}/argument`, 'argument_undeclared', `the tool declares no argument '${given.argument}'`);
  },
  records: ({ as }: RulesConfiguration) => ({ [as]: ['decision', 'reason', 'says'] }),
  bind:
    ({ table: id, as, facts: given }: RulesConfiguration) =>
    async (args: Readonly<Record<string, FactValue>>, { documents, now }): Promise<ToolOutput> => {
      const policy = documents.get(RulePolicies).get(id)!;
      const facts = Object.fromEntries(
        [...policy.facts.keys()].map(name => {
          const value = given[name] ?? null;
          return [name, typeof value === 'object' && value !== null ? (args[value.argument] ?? null) : value];
        })
      );
      const record = await decidePolicy(policy, facts, now.toISOString().slice(0, 10));
      const { decision, reason } = record;
      return {
        records: [{ name: as, fields: { decision, reason, says: saysOf(policy, record) } }],
        decisions: [record]
      };
    }
};
