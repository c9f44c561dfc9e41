import type { SetReport } from '../documents/assembly.js';
import type { Report } from '../documents/kind.js';
import { isDate } from '../facts/typed-values.js';
import type { DocumentSet } from '../documents/set.js';
import { linkDependencies } from './dependencies.js';
import { FactDeclarationsKind, type FactDeclaration } from './fact-declarations.js';
import { linkRuleTable } from './link-rule-table.js';
import { RuleTableKind, type RuleTable, type RuleTableText } from './rule-table.js';
import { settingOn } from './settings.js';

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
    let sound = true;
    const here: Report = (pointer, code, message) => {
      sound = false;
      report(loaded.source, pointer, code, message);
    };
    const { text, later } = byDay(loaded.value, here);
    const link = (value: RuleTableText, told: Report) =>
      linkRuleTable({ value, source: loaded.source }, declared, dependencies, told);
    const table = link(text, here);
    if (table === undefined || !sound) continue;
    tables.set(table.name, table);
    for (const { day, value } of later) {
      // What is wrong is wrong where the day's value is written; all else was found in the file itself.
      const dated = link(value, (pointer, code, message) =>
        here(pointer.replace(/^(\/settings\/[^/]+)\/value/, `$1/from/${day}`), code, message)
      );
      if (dated === undefined) continue;
      if (tables.has(dated.name))
        here('/settings', 'effective_overlap', `another version of '${text.id}' begins on ${day} too`);
      tables.set(dated.name, { ...dated, derived: true });
    }
  }
  return tables;
}

interface ByDay {
  /** The table as it is before any of its settings changes. */
  readonly text: RuleTableText;
  readonly later: readonly { readonly day: string; readonly value: RuleTableText }[];
}

/** A table whose settings have other values from a day on is a version of its own from that day on. */
function byDay(text: RuleTableText, report: Report): ByDay {
  const settings = Object.entries(text.settings ?? {});
  const days = [...new Set(settings.flatMap(([, { from = {} }]) => Object.keys(from)))].sort();
  if (days.length === 0) return { text, later: [] };
  for (const [name, { from = {} }] of settings)
    for (const day of Object.keys(from)) {
      const real: boolean = isDate(day);
      if (!real)
        report(`/settings/${name}/from`, 'effective_date', `${day} is no calendar date; write it as "2027-01-01"`);
      else if (day <= (text.effective_from ?? '') || (text.effective_until !== undefined && day > text.effective_until))
        report(
          `/settings/${name}/from/${day}`,
          'effective_date',
          `${day} lies outside the days on which this version holds`
        );
    }
  if (text.mode === 'shadow')
    report('/settings', 'effective_date', 'a shadow table has no days of its own; leave out `from` of its settings');
  const on = (day: string): RuleTableText['settings'] =>
    Object.fromEntries(settings.map(([name, setting]) => [name, settingOn(setting, day)]));
  return {
    text: { ...text, settings: on('')! },
    later: days.map(day => ({ day, value: { ...text, effective_from: day, settings: on(day)! } }))
  };
}
