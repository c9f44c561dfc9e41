import type { ChildProcess } from 'node:child_process';
import { median } from '../statistics.js';
import { CALL, ROUTE_BODY } from './call.js';
import type { LoadOptions, LoadResult } from './load.js';
import { startNginx } from './nginx.js';
import { startPeers } from './peers.js';
import { cpuOf, endAll, launch, message, router, type Target } from './processes.js';

const CONNECTIONS = 32;
const RATE = 2_000;

interface Round extends LoadResult {
  readonly cpuMicros: number;
}

export interface Compared {
  /** Install and measure other projects' routers too. */
  readonly peers: boolean;
  /** Compare the orchestrator with itself instead, with so many servers registered. */
  readonly servers: readonly number[];
}

/** Prints what a call costs by each way to the upstream. */
export async function printCost(rounds: number, seconds: number, { peers, servers }: Compared): Promise<void> {
  const { port: upstream } = await message<{ port: number }>(launch(1, 'upstream'));
  const load = launch(1, 'load');
  await message(load);
  const targets = servers.length === 0 ? await routers(upstream, peers) : await withServers(upstream, servers);
  const modes: readonly (readonly [string, Partial<LoadOptions>])[] = [
    [`${CONNECTIONS} connections`, {}],
    ['1 connection', { connections: 1 }],
    [`${RATE} a second, open loop`, { rate: RATE }]
  ];
  try {
    for (const target of targets) await measure(load, target, { seconds: 2 });
    for (const [name, options] of modes) {
      const results = new Map<Target, Round[]>(targets.map(target => [target, []]));
      for (let at = 0; at < rounds; at++)
        for (const target of targets) results.get(target)!.push(await measure(load, target, { ...options, seconds }));
      print(name, results);
    }
  } finally {
    for (const target of targets) target.stop();
    endAll();
  }
}

async function routers(upstream: number, peers: boolean): Promise<readonly Target[]> {
  const nginx = await startNginx(upstream);
  const orchestrator = await router('orchestrator', 'orchestrator', '/route', upstream);
  return [
    { name: 'direct', port: upstream, path: '/mcp', pid: undefined, stop() {} },
    ...(nginx === undefined ? [] : [{ name: 'nginx', path: '/', ...nginx }]),
    await router('node:http + undici, streaming', 'streaming-proxy', '/', upstream),
    orchestrator,
    await router('orchestrator, 100 servers and rules', 'orchestrator', '/route', upstream, 100, 100),
    ...(peers
      ? [{ ...orchestrator, ...CALL.mcp('bench-0__'), name: 'orchestrator, POST /mcp', path: '/mcp', stop() {} }]
      : []),
    ...(peers ? await startPeers(upstream) : [])
  ];
}

async function withServers(upstream: number, counts: readonly number[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const count of counts)
    targets.push(await router(`orchestrator, servers: ${count}`, 'orchestrator', '/route', upstream, count));
  return targets;
}

function print(name: string, results: ReadonlyMap<Target, readonly Round[]>): void {
  const [compared, base] = baseOf(results);
  console.log(
    `\n${name}\n\n| router | per second | × ${compared} | CPU µs | p50 ms | p99 ms |\n|---|---|---|---|---|---|`
  );
  for (const [target, measured] of results) {
    const of = (pick: (one: Round) => number) => median(measured.map(pick));
    const perSecond = of(one => one.perSecond);
    console.log(
      `| ${target.name} | ${perSecond.toFixed(0)} | ${(perSecond / base).toFixed(2)} | ${target.pid === undefined ? '–' : of(one => one.cpuMicros).toFixed(1)} | ${of(one => one.p50).toFixed(2)} | ${of(one => one.p99).toFixed(2)} |`
    );
  }
}

/** What the others are compared with: the streaming proxy, or whoever comes first where it takes no part. */
function baseOf(results: ReadonlyMap<Target, readonly Round[]>): readonly [name: string, perSecond: number] {
  const streaming = [...results].find(([target]) => target.name.startsWith('node:http'));
  const [, rounds] = streaming ?? [...results][0]!;
  return [streaming === undefined ? 'first' : 'streaming', median(rounds.map(({ perSecond }) => perSecond))];
}

async function measure(load: ChildProcess, target: Target, options: Partial<LoadOptions>): Promise<Round> {
  const before = cpuOf(target.pid);
  load.send({
    port: target.port,
    path: target.path,
    bodies: [target.body ?? ROUTE_BODY],
    headers: target.headers ?? {},
    connections: CONNECTIONS,
    rate: undefined,
    seconds: 1,
    ...options
  });
  const result = await message<LoadResult>(load);
  return { ...result, cpuMicros: (cpuOf(target.pid) - before) / result.requests };
}
