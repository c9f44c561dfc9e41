import type { DocumentSet } from '../../../core/index.js';
import { type Facts, type RuleTable, RuleTables } from '../../../core/rules/index.js';
import { CoverageOfTable, type TableCoverage } from './coverage.js';

/** The coverage of each rule table of all services by its file, begun with the examples that were run. */
export class TableCoverages {
  readonly #tables = new Map<string, CoverageOfTable>();
  /** Tables all of whose examples were chosen. */
  readonly #whole = new Set<CoverageOfTable>();

  constructor(sets: ReadonlyMap<string, DocumentSet>, wanted: (place: string) => boolean) {
    for (const set of sets.values())
      if (set.has(RuleTables))
        for (const table of set.get(RuleTables).values()) if (table.derived !== true) this.#begin(table, wanted);
  }

  #begin(table: RuleTable, wanted: (place: string) => boolean): void {
    const coverage = new CoverageOfTable(table);
    this.#tables.set(table.source.file, coverage);
    const examples = table.rules.flatMap(({ fires, nearMisses }) => [...fires, ...nearMisses]);
    const chosen = examples.filter(({ pointer }) => {
      const { line, column } = table.source.place(pointer);
      return wanted(`${table.source.file}:${line}:${column}`);
    });
    for (const { facts } of chosen) coverage.add(facts);
    if (chosen.length > 0 && chosen.length === examples.length) this.#whole.add(coverage);
  }

  readonly add = (file: string, facts: Facts): void => this.#tables.get(file)?.add(facts);

  /** Tables that none of the tests concerned are left out; and where one was chosen whole, those of which a part was. */
  async results(): Promise<readonly TableCoverage[]> {
    const concerned = [...this.#tables.values()].filter(({ cases }) => cases > 0);
    const whole = concerned.filter(table => this.#whole.has(table));
    return await Promise.all((whole.length > 0 ? whole : concerned).map(async coverage => await coverage.result()));
  }
}
