import { exclusiveSuite } from './suites/exclusive.js';
import { queriesSuite } from './suites/queries.js';
import { recordsSuite } from './suites/records.js';
import { searchSuite } from './suites/search.js';
import { togetherSuite } from './suites/together.js';
import { valuesSuite } from './suites/values.js';

/** What a store is tested on. */
export interface TestDatabase {
  /** The address of a new, empty database. */
  fresh(): Promise<string>;
  /** How often a property is tried. */
  readonly runs: number;
}

/** What a store does, whatever the database below it. */
export function storeSuite(database: TestDatabase): void {
  for (const suite of [recordsSuite, queriesSuite, searchSuite, valuesSuite, togetherSuite, exclusiveSuite])
    suite(database);
}
