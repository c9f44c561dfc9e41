import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeSuite } from './test-database.js';

describe('store on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-store-'));
  let files = 0;
  after(() => rmSync(folder, { recursive: true }));

  const fresh = async (kept?: true) => (kept ? `sqlite:${join(folder, `${files++}.db`)}` : 'sqlite::memory:');
  storeSuite({ fresh, runs: 300 });
});
