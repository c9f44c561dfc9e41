import type { Assembly } from '../documents/assembly.js';
import { linkDependencies } from './dependencies.js';
import { exampleProblems } from './examples.js';
import { FactDeclarationsKind, type FactDeclaration } from './fact-declarations.js';
import { linkRuleTable } from './link-rule-table.js';
import { RuleTableKind, type RuleTable } from './rule-table.js';

/**
 * Every rule table of the set by name, versions and shadows included, its conditions compiled against the declared facts and each rule's examples
 * run through the engine that decides in production. A table with a failing example refuses the set.
 */
export const RuleTables: Assembly<ReadonlyMap<string, RuleTable>> = {
  id: 'rule-tables',
  kinds: [FactDeclarationsKind, RuleTableKind],
  async build(set, report) {
    const declared = new Map<string, FactDeclaration>();
    for (const { source, value } of set.of(FactDeclarationsKind))
      for (const [name, fact] of value.facts) {
        if (declared.has(name))
          report(source, `/facts/${name}`, 'duplicate_fact', `'${name}' is declared in another file too`);
        declared.set(name, fact);
      }
    const dependencies = linkDependencies(set.of(FactDeclarationsKind), declared, report);
    const tables = new Map<string, RuleTable>();
    for (const { source, value } of set.of(RuleTableKind)) {
      const table = linkRuleTable(value, source, declared, dependencies, (pointer, code, message) =>
        report(source, pointer, code, message)
      );
      if (table === undefined) continue;
      for (const { pointer, code, message } of await exampleProblems(table)) report(source, pointer, code, message);
      tables.set(table.name, table);
    }
    return tables;
  }
};
