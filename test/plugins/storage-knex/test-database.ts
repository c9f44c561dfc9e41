import { changesSuite } from './changes-suite.js';
import { migrationsSuite } from './migrations-suite.js';
import { queriesSuite } from './queries-suite.js';
import { recordsSuite } from './records-suite.js';
import { searchSuite } from './search-suite.js';
import { togetherSuite } from './together-suite.js';
import { valuesSuite } from './values-suite.js';

/** What a store is tested on. */
export interface TestDatabase {
  /** The address of a new, empty database; `kept` when it has to outlive a store. */
  fresh(kept?: true): Promise<string>;
  /** How often a property is tried. */
  readonly runs: number;
}

/** What a store does, whatever the database below it. */
export function storeSuite(database: TestDatabase): void {
  for (const suite of [
    recordsSuite,
    queriesSuite,
    searchSuite,
    valuesSuite,
    togetherSuite,
    changesSuite,
    migrationsSuite
  ])
    suite(database);
}
