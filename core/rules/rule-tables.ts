import type { Assembly } from '../documents/assembly.js';
import { FactDeclarationsKind } from './fact-declarations.js';
import { RuleTableKind, type RuleTable } from './rule-table.js';

/**
 * Every rule table of the set by name, versions and shadows included, its conditions compiled against the declared facts and each rule's examples
 * run through the engine that decides in production. A table with a failing example refuses the set.
 */
export const RuleTables: Assembly<ReadonlyMap<string, RuleTable>> = {
  id: 'rule-tables',
  kinds: [FactDeclarationsKind, RuleTableKind],
  build: async (set, report) => (await import('./build-rule-tables.js')).buildRuleTables(set, report),
  check: async (tables, _set, report, thorough) =>
    (await import('./examples.js')).checkRuleExamples(tables, report, thorough)
};
