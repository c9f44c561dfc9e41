import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.js';
import { fuzz } from './faults/fuzzing.js';
import { killDatabase, killService, seeded } from './faults/kills.js';

/**
 * What must hold when things break: no acknowledged message is missing and no conversation has two tickets for the
 * same thing after SIGKILL under load, and no request of any shape is answered with a 500. A line for each check;
 * exit code 1 when one fails.
 *
 *     node dist/bench/faults.js [--kills 50] [--database-kills 10] [--requests 100000] [--seed 1]
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    'database-kills': { type: 'string', default: '10' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' }
  }
});
const kills = Number(values.kills);
const databaseKills = Number(values['database-kills']);
const requests = Number(values.requests);

function print(name: string, summary: string, violations: readonly string[]): void {
  console.log(`${violations.length === 0 ? 'holds' : 'BROKEN'}  ${name}: ${summary}`);
  for (const violation of violations) console.log(`        ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-faults-'));
try {
  const sqlite = `sqlite:${join(folder, 'support.db')}`;
  await seeded(folder, sqlite);
  if (kills > 0) await killService('sqlite', folder, sqlite, kills, print);
  if (requests > 0) {
    const { summary, violations } = await fuzz(folder, requests, Number(values.seed));
    print(`${requests} fuzzed requests with seed ${values.seed}`, summary, violations);
  }
  if (kills > 0 || databaseKills > 0) await onPostgres();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  try {
    const database = await server.fresh();
    await seeded(folder, database);
    if (kills > 0) await killService('postgres', folder, database, kills, print);
    if (databaseKills > 0) await killDatabase(server, folder, database, databaseKills, print);
  } finally {
    await server.stop();
  }
}
