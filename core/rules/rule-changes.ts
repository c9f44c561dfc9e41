import { nameChanges, type NameChanges } from '../documents/set-changes.js';
import type { DocumentSet } from '../documents/set.js';
import { RuleTableKind } from './rule-table.js';
import { tableName } from './table-versions.js';

/** The rules by which the tables of two sets differ, as `table/rule`. */
export const ruleChanges = (before: DocumentSet, after: DocumentSet): NameChanges =>
  nameChanges(rulesOf(before), rulesOf(after));

const rulesOf = (set: DocumentSet) =>
  new Map(
    set
      .of(RuleTableKind)
      .flatMap(({ value }) =>
        value.rules.map(rule => [`${tableName(value)}/${rule.id}`, JSON.stringify(rule)] as const)
      )
  );
