import type { SetReport } from '../documents/assembly.js';
import type { DocumentSet } from '../documents/set.js';
import { linkDependencies } from './dependencies.js';
import { FactDeclarationsKind, type FactDeclaration } from './fact-declarations.js';
import { linkRuleTable } from './link-rule-table.js';
import { RuleTableKind, type RuleTable } from './rule-table.js';

/** Every rule table of the set by name, linked to the declared facts. */
export async function buildRuleTables(set: DocumentSet, report: SetReport): Promise<ReadonlyMap<string, RuleTable>> {
  const declared = new Map<string, FactDeclaration>();
  for (const { source, value } of set.of(FactDeclarationsKind))
    for (const [name, fact] of value.facts) {
      if (declared.has(name))
        report(source, `/facts/${name}`, 'duplicate_fact', `'${name}' is declared in another file too`);
      declared.set(name, fact);
    }
  const dependencies = linkDependencies(set.of(FactDeclarationsKind), declared, report);
  const tables = new Map<string, RuleTable>();
  for (const loaded of set.of(RuleTableKind)) {
    const table = linkRuleTable(loaded, declared, dependencies, (pointer, code, message) =>
      report(loaded.source, pointer, code, message)
    );
    if (table !== undefined) tables.set(table.name, table);
  }
  return tables;
}
