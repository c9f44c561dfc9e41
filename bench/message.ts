import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import express from 'express';
import knex, { type Knex } from 'knex';
import { discover } from '../core/kernel/discover.js';
import { start } from '../core/kernel/start.js';
import { Metrics } from '../core/observe/metrics.js';
import { Store } from '../core/points/store.js';
import { seedStore } from '../plugins/support/commands/seed.js';

/**
 * A verified order question end to end on SQLite, everything on, beside what the same requests cost without us:
 * a bare Express handler; one that makes the same SQL statements through knex, one builder call each; and one
 * with four selects and ten inserts. Servers run in processes of their own, rounds are interleaved.
 *
 *     node dist/bench/message.js [rounds] [seconds] [connections]
 */
const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
const KEY = 'demo:bench-secret';
const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'bench-secret' };
const QUESTION = JSON.stringify({ message: 'Where is my order ORD-1002?' });

async function ours(folder: string): Promise<number> {
  const services = await discover(join(ROOT, 'plugins'), join(ROOT, 'dist/plugins'));
  const service = services.find(s => s.name === 'support')!;
  const port = 20_000 + (process.pid % 20_000);
  const env = {
    AGENT_SECURITY__API_KEYS: KEY,
    AGENT_SERVER__PORT: String(port),
    AGENT_STORAGE__DATABASE_URL: `sqlite:${join(folder, 'ours.db')}`,
    AGENT_LIMITS__MAX_CONVERSATION_TURNS: '100000000'
  };
  const running = await start({ root: ROOT, service, services, env, metrics: new Metrics() });
  await seedStore(running.items(Store)[0]!, running.documents.current);
  return port;
}

/** `reads` selects by key and `writes` inserts in one transaction, each a query builder call. */
async function builder(folder: string, reads: number, writes: number): Promise<number> {
  const db = knex({
    client: 'sqlite3',
    connection: { filename: join(folder, `knex-${reads}-${writes}.db`) },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 }
  });
  await db.raw('pragma journal_mode = wal');
  await db.raw('pragma synchronous = full');
  await db.schema.createTable('facts', t => void t.string('id').primary().notNullable());
  await db.schema.alterTable('facts', t => void t.text('content'));
  await db.schema.createTable('events', t => {
    t.increments('seq');
    t.string('run').index();
    t.integer('step');
    t.text('content');
  });
  await db('facts').insert(Array.from({ length: 100 }, (_, i) => ({ id: `ORD-${i}`, content: 'x'.repeat(600) })));
  const app = express();
  app.use(express.json());
  app.post('/v1/conversations/:id/messages', (request, response) => {
    void message(db, reads, writes).then(reply =>
      response.json({ ...reply, asked: (request.body as { message: string }).message.length })
    );
  });
  return await listen(createServer(app));
}

async function message(db: Knex, reads: number, writes: number) {
  const run = String(Math.random());
  let found = 0;
  for (let i = 0; i < reads; i++)
    found +=
      (await db('facts')
        .where({ id: `ORD-${i}` })
        .first('content')) === undefined
        ? 0
        : 1;
  await db.transaction(async trx => {
    for (let step = 0; step < writes; step++) await trx('events').insert({ run, step, content: 'y'.repeat(400) });
  });
  return { found };
}

async function bare(): Promise<number> {
  const app = express();
  app.use(express.json());
  app.post('/v1/conversations/:id/messages', (request, response) => void response.json(request.body));
  return await listen(createServer(app));
}

const listen = (server: Server) =>
  new Promise<number>(done => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

const VARIANTS: Readonly<Record<string, (folder: string) => Promise<number>>> = {
  'support agent, everything on': ours,
  'bare Express handler': bare,
  'Express + knex, our statements, a builder call each': folder => builder(folder, 2, 4),
  'Express + knex, 4 selects and 10 inserts': folder => builder(folder, 4, 10)
};

interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

async function serve(variant: string, folder: string): Promise<void> {
  process.send?.({ port: await VARIANTS[variant]!(folder) });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, memory: process.resourceUsage().maxRSS });
  });
  process.on('disconnect', () => process.exit(0));
}

async function launch(name: string, folder: string, connections: number) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve', name, folder], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc']
  });
  const next = <T>() => new Promise<T>(done => child.once('message', value => done(value as T)));
  const { port } = await next<{ port: number }>();
  const usage = () => {
    const answer = next<Usage>();
    child.send('usage');
    return answer;
  };
  const base = `http://127.0.0.1:${port}`;
  const paths = await Promise.all(
    Array.from({ length: connections }, () => conversation(base, name === Object.keys(VARIANTS)[0]))
  );
  return { name, base, paths, usage, end: () => child.disconnect() };
}
type Target = Awaited<ReturnType<typeof launch>>;

async function conversation(base: string, real: boolean): Promise<string> {
  if (!real) return '/v1/conversations/conv_1/messages';
  const post = async (path: string, body: object) =>
    (await (await fetch(base + path, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })).json()) as {
      conversation_id: string;
    };
  const { conversation_id } = await post('/v1/conversations', { customer_email: 'demo@example.com' });
  await post(`/v1/conversations/${conversation_id}/verify`, { email: 'demo@example.com' });
  return `/v1/conversations/${conversation_id}/messages`;
}

async function round({ base, paths, usage, name }: Target, seconds: number, connections: number) {
  const before = await usage();
  let next = 0;
  const result = await autocannon({
    url: base,
    method: 'POST',
    headers: HEADERS,
    body: QUESTION,
    connections,
    duration: seconds,
    setupClient: client =>
      client.setRequests([{ method: 'POST', path: paths[next++ % paths.length]!, headers: HEADERS, body: QUESTION }])
  });
  const after = await usage();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    cpu: (after.cpu - before.cpu) / total,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    memory: after.memory / 1024
  };
}
type Round = Awaited<ReturnType<typeof round>>;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function main(rounds: number, seconds: number, connections: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-message-'));
  const targets: Target[] = [];
  for (const name of Object.keys(VARIANTS)) targets.push(await launch(name, folder, connections));
  const results = new Map<Target, Round[]>(targets.map(target => [target, []]));
  for (const target of targets) await round(target, 2, connections);
  for (let i = 0; i < rounds; i++)
    for (const target of targets) results.get(target)!.push(await round(target, seconds, connections));
  const figure = (target: Target, pick: (one: Round) => number) => median(results.get(target)!.map(pick));
  const own = figure(targets[0]!, one => one.perSecond);
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians`);
  console.log(
    '| variant | per second | ours is | CPU µs | p50 ms | p97.5 ms | p99 ms | peak MB |\n|---|---|---|---|---|---|---|---|'
  );
  for (const target of targets) {
    const of = (pick: (one: Round) => number, digits = 0) => figure(target, pick).toFixed(digits);
    const ratio = (own / figure(target, one => one.perSecond)).toFixed(2);
    console.log(
      `| ${target.name} | ${of(o => o.perSecond)} | ${ratio} × | ${of(o => o.cpu)} | ${of(o => o.p50)} | ${of(o => o.p95)} | ${of(o => o.p99)} | ${of(o => o.memory)} |`
    );
    target.end();
  }
  rmSync(folder, { recursive: true, force: true });
}

const [first, second, third] = process.argv.slice(2);
if (first === '--serve') await serve(second!, third!);
else await main(Number(first ?? 3), Number(second ?? 5), Number(third ?? 32));
