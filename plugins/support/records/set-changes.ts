import type { DocumentSet } from '../../../core/index.js';
import { RuleTableKind, tableName } from '../../../core/rules/index.js';

/** Names that one set has and the other has not, or has with another content. */
export interface NameChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The files by which two sets differ. */
export const setChanges = (before: DocumentSet, after: DocumentSet): NameChanges =>
  nameChanges(before.files, after.files);

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

/** What differs between two states of named things, each with a mark of its content. */
function nameChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): NameChanges {
  return {
    added: [...after.keys()].filter(name => !before.has(name)),
    removed: [...before.keys()].filter(name => !after.has(name)),
    changed: [...after].filter(([name, mark]) => before.has(name) && before.get(name) !== mark).map(([name]) => name)
  };
}
