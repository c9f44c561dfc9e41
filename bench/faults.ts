import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.js';
import { floods } from './faults/flood.js';
import { fuzz } from './faults/fuzzing.js';
import { killDatabase, killService, seeded } from './faults/kills.js';
import type { Print } from './faults/print.js';
import { reloads } from './faults/reloads.js';
import { silences } from './faults/silence.js';

/**
 * What must hold when things break: no acknowledged message is missing and no conversation has two tickets for the
 * same thing after SIGKILL under load; no request of any shape is answered with a 500; a flood of requests that nobody
 * takes answers to, connections that go silent and reloads cost others little. A line for each check; exit code 1 when
 * one fails. 0 leaves a check out.
 *
 *     node dist/bench/faults.js [--kills 50] [--database-kills 10] [--requests 100000] [--seed 1]
 *                               [--floods 1] [--silences 1] [--reloads 200]
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    'database-kills': { type: 'string', default: '10' },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    floods: { type: 'string', default: '1' },
    silences: { type: 'string', default: '1' },
    reloads: { type: 'string', default: '200' }
  }
});
/** How often something is tried. */
const times = (what: Exclude<keyof typeof values, 'seed'>) => Number(values[what]);

const print: Print = (name, summary, violations) => {
  console.log(`${violations.length === 0 ? 'holds' : 'BROKEN'}  ${name}: ${summary}`);
  for (const violation of violations) console.log(`        ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
};

const folder = mkdtempSync(join(tmpdir(), 'bench-faults-'));
try {
  const sqlite = `sqlite:${join(folder, 'support.db')}`;
  await seeded(folder, sqlite);
  if (times('kills') > 0) await killService('sqlite', { folder, database: sqlite, times: times('kills') }, print);
  if (times('requests') > 0) {
    const { summary, violations } = await fuzz(folder, times('requests'), Number(values.seed));
    print(`${values.requests} fuzzed requests with seed ${values.seed}`, summary, violations);
  }
  for (let i = 0; i < times('floods'); i++) await floods(folder, print);
  if (times('reloads') > 0) await reloads(sqlite, times('reloads'), print);
  if (times('kills') + times('database-kills') + times('silences') > 0) await onPostgres();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function onPostgres(): Promise<void> {
  const server = await startPostgres();
  try {
    const database = await server.fresh();
    await seeded(folder, database);
    if (times('kills') > 0) await killService('postgres', { folder, database, times: times('kills') }, print);
    const killed = { folder, database, times: times('database-kills') };
    if (killed.times > 0) await killDatabase(server, killed, print);
    for (let i = 0; i < times('silences'); i++) await silences(server, folder, database, print);
  } finally {
    await server.stop();
  }
}
