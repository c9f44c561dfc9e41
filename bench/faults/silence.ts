import { setTimeout as sleep } from 'node:timers/promises';
import { serve, type Served } from '../../test/harness/child.js';
import type { PostgresServer } from '../../test/harness/postgres.js';
import { proxyTo, type Proxy } from '../../test/harness/proxy.js';
import { type Ask, Callers, customer } from './callers.js';
import type { Print } from './print.js';

const CONNECTIONS = 20;
const TRIES = 20;
const FIRST_MS = 15_000;
const WAIT_MS = 6_000;
const FROZEN_MS = 20_000;

/** What connections to PostgreSQL that answer nothing any more, and a PostgreSQL that does, cost those who ask. */
export async function silences(server: PostgresServer, folder: string, database: string, print: Print): Promise<void> {
  const proxy = await proxyTo(server.port);
  const service = await serve(folder, {
    AGENT_STORAGE__DATABASE_URL: database.replace(`:${server.port}/`, `:${proxy.port}/`),
    AGENT_STORAGE__POOL_MAX: String(CONNECTIONS),
    AGENT_LIMITS__MAX_CONVERSATION_TURNS: '100000'
  });
  try {
    await open(service, proxy);
    const ask = await customer(service.client);
    await connectionsGone(ask, proxy, print);
    await databaseFrozen(service, proxy, print);
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    await proxy.close();
  }
}

/** Opens as many connections as there may be: each search takes one, everything else shares a few. */
async function open({ client }: Served, proxy: Proxy): Promise<void> {
  const talks = await Promise.all(Array.from({ length: 4 * CONNECTIONS }, () => client.talk()));
  for (let i = 0; i < TRIES && proxy.open < CONNECTIONS; i++)
    await Promise.all(
      talks.map(({ path }) => client.post(`${path}/messages`, { message: 'What is your return policy?' }))
    );
}

async function connectionsGone(ask: Ask, proxy: Proxy, print: Print): Promise<void> {
  const silent = proxy.open;
  proxy.silence();
  const begun = performance.now();
  const refused = new Set<number>();
  for (let status = 0; status !== 200; await sleep(20)) {
    ({ status } = await ask());
    if (status !== 200) refused.add(status);
  }
  const first = performance.now() - begun;
  const violations = first > FIRST_MS ? [`the first success came after ${first.toFixed(0)} ms`] : [];
  const summary = `the first success after ${(first / 1000).toFixed(1)} s, ${[...refused].join()} before`;
  print(`postgres: ${silent} connections gone silent`, summary, violations);
}

async function databaseFrozen({ client }: Served, proxy: Proxy, print: Print): Promise<void> {
  const callers = await Callers.of(() => customer(client));
  await sleep(1000);
  callers.met();
  proxy.silence(true);
  await sleep(FROZEN_MS);
  const { answers, longest, statuses } = callers.met();
  proxy.resume();
  const begun = performance.now();
  while ((await client.get('/readyz')).status !== 200) await sleep(20);
  const back = performance.now() - begun;
  await callers.stop();
  const violations: string[] = [];
  if (longest > WAIT_MS) violations.push(`somebody waited ${longest.toFixed(0)} ms`);
  for (const status of Object.keys(statuses))
    if (status !== '503' && status !== '200') violations.push(`somebody was answered with ${status}`);
  const waits = `${answers} answers ${JSON.stringify(statuses)}, the longest wait ${(longest / 1000).toFixed(1)} s`;
  print(
    `postgres: frozen for ${FROZEN_MS / 1000} s`,
    `${waits}, ready ${back.toFixed(0)} ms after it is back`,
    violations
  );
}
