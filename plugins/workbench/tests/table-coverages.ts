import type { DocumentSet } from '../../../core/index.js';
import { type Facts, type RuleTable, RuleTables } from '../../../core/rules/index.js';
import { CoverageOfTable, type TableCoverage } from './coverage.js';

/** The coverage of each rule table of all services by its file, begun with the examples that were run. */
export class TableCoverages {
  readonly #tables = new Map<string, CoverageOfTable>();

  constructor(sets: ReadonlyMap<string, DocumentSet>, wanted: (place: string) => boolean) {
    for (const set of sets.values())
      if (set.has(RuleTables))
        for (const table of set.get(RuleTables).values()) if (table.derived !== true) this.#begin(table, wanted);
  }

  #begin(table: RuleTable, wanted: (place: string) => boolean): void {
    const coverage = new CoverageOfTable(table);
    this.#tables.set(table.source.file, coverage);
    for (const { fires, nearMisses } of table.rules)
      for (const { facts, pointer } of [...fires, ...nearMisses]) {
        const { line, column } = table.source.place(pointer);
        if (wanted(`${table.source.file}:${line}:${column}`)) coverage.add(facts);
      }
  }

  readonly add = (file: string, facts: Facts): void => this.#tables.get(file)?.add(facts);

  /** Tables that none of the tests concerned are left out. */
  async results(): Promise<readonly TableCoverage[]> {
    const concerned = [...this.#tables.values()].filter(({ cases }) => cases > 0);
    return await Promise.all(concerned.map(async coverage => await coverage.result()));
  }
}
