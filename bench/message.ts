import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres, type PostgresServer } from '../test/harness/postgres.js';
import { postgresCpu } from './journey/postgres-cpu.js';
import { round, type Round, type Target } from './journey/round.js';
import type { Spec } from './journey/serve.js';
import { launch } from './journey/server-process.js';
import { printTable } from './journey/table.js';

/**
 * A verified order question end to end, everything on, on SQLite, on PostgreSQL and with two instances on one
 * PostgreSQL database, beside what the same requests cost without us: Express and knex doing bare SQL, one builder call
 * a row, and an Express handler that does nothing. Servers run in processes of their own, rounds are interleaved.
 *
 *     node dist/bench/message.js [rounds] [seconds] [connections] [--only WORD]… [--pool CONNECTIONS]
 *
 * `--only` keeps the variants whose name contains the word: sqlite, postgres, agent, knex, …; `--pool` is the agents'
 * `AGENT_STORAGE__POOL_MAX`.
 */
interface Variant {
  readonly name: string;
  readonly on?: 'sqlite' | 'postgres';
  readonly against?: string;
  readonly servers: (database: string) => readonly Spec[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true, default: [] }, pool: { type: 'string' } }
});
const agent = (database: string): Spec => ({
  serves: 'agent',
  database,
  ...(values.pool !== undefined && { pool: values.pool })
});
const builder = (reads: number, writes: number) => (database: string) =>
  [{ serves: 'builder', database, reads, writes }] as const;

/** Messages until V8 has compiled what a message runs through. */
const WARM_UP = 6000;

const BARE: Variant = {
  name: 'Express, a handler that does nothing',
  against: 'support agent, sqlite',
  servers: () => [{ serves: 'bare' }]
};
const variantsOn = (on: 'sqlite' | 'postgres'): readonly Variant[] => {
  const name = `support agent, ${on}`;
  return [
    { name, on, servers: database => [agent(database)] },
    { name: `Express + knex, ${on}, 2 selects and 4 inserts`, on, against: name, servers: builder(2, 4) },
    { name: `Express + knex, ${on}, 4 selects and 10 inserts`, on, against: name, servers: builder(4, 10) }
  ];
};
const TWO: Variant = {
  name: 'two support agents, one postgres',
  on: 'postgres',
  against: 'support agent, postgres',
  servers: database => [agent(database), agent(database)]
};
const VARIANTS = [...variantsOn('sqlite'), BARE, ...variantsOn('postgres'), TWO];

const [rounds = 3, seconds = 5, connections = 32] = positionals.map(Number);
const words = values.only.map(word => word.toLowerCase());
const chosen = VARIANTS.filter(({ name }) => words.every(word => name.toLowerCase().includes(word)));
if (chosen.length === 0)
  throw new Error(`no variant has ${words.join(' and ')}: ${VARIANTS.map(v => v.name).join('; ')}`);

const folder = mkdtempSync(join(tmpdir(), 'bench-message-'));
const postgres = chosen.some(({ on }) => on === 'postgres') ? await startPostgres() : undefined;
const targets: Target[] = [];
try {
  for (const [i, variant] of chosen.entries()) targets.push(await targetOf(variant, i, postgres));
  const load = { messages: ['Where is my order ORD-1002?'], connections, seconds };
  const results = new Map<Target, Round[]>(targets.map(target => [target, []]));
  for (const target of targets) await round(target, { ...load, amount: WARM_UP });
  for (let i = 0; i < rounds; i++) for (const target of targets) results.get(target)!.push(await round(target, load));
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians\n`);
  printTable(results);
} finally {
  await Promise.all(targets.flatMap(({ servers }) => servers.map(server => server.end())));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function targetOf({ name, on, against, servers }: Variant, i: number, server?: PostgresServer): Promise<Target> {
  const database = on === 'postgres' ? await server!.fresh() : `sqlite:${join(folder, `${i}.db`)}`;
  const databaseCpu = on === 'postgres' ? await postgresCpu(database) : undefined;
  const started = [];
  for (const spec of servers(database)) started.push(await launch(spec));
  return { name, servers: started, databaseCpu, ...(against !== undefined && { against }) };
}
