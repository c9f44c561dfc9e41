import { storeSuite } from './test-database.js';

describe('store on SQLite', () => {
  storeSuite({ fresh: async () => 'sqlite::memory:', runs: 300 });
});
