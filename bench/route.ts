import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadOptions, LoadResult } from './route/load.js';
import { startNginx } from './route/nginx.js';
import { median } from './statistics.js';

/**
 * What routing costs: one JSON POST to a trivial tool server, directly, through nginx, through the shortest proxy that
 * Node allows, and through the orchestrator with all its duties on. Routers run on core 0, load and server on core 1;
 * rounds are interleaved, and ratios are of medians. Only ratios and CPU are worth comparing between machines.
 *
 *     node dist/bench/route.js [rounds] [seconds] [--servers N,N…]
 *
 * With --servers the orchestrator is compared with itself, with so many servers registered.
 */
const CONNECTIONS = 32;
const RATE = 2_000;
const BODY = JSON.stringify({
  method: 'tools/call',
  capability: 'bench',
  params: {
    name: 'find_matches',
    arguments: {
      pattern: 'export function [a-z]+',
      path: 'src',
      glob: '**/*.ts',
      before: 2,
      after: 2,
      max_results: 50,
      exclude: ['node_modules', 'dist', 'coverage'],
      note: 'the size of a call that a model makes, with a few arguments and a path'
    }
  }
});

interface Target {
  readonly name: string;
  readonly port: number;
  readonly path: string;
  /** Undefined where there is no router whose time could be counted. */
  readonly pid: number | undefined;
  stop(): void;
}

interface Round extends LoadResult {
  readonly cpuMicros: number;
}

const script = (name: string) => join(import.meta.dirname, 'route', `${name}.js`);
const children: ChildProcess[] = [];

function launch(core: number, name: string, ...args: readonly string[]): ChildProcess {
  const child = spawn('taskset', ['-c', String(core), process.execPath, script(name), ...args], {
    // Records of requests are written as always, and lead nowhere.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  });
  children.push(child);
  return child;
}

const message = <T>(child: ChildProcess) =>
  new Promise<T>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', value => {
      child.off('exit', ended);
      resolve(value as T);
    });
  });

async function router(name: string, file: string, path: string, ...args: readonly number[]): Promise<Target> {
  const child = launch(0, file, ...args.map(String));
  const { port } = await message<{ port: number }>(child);
  return { name, port, path, pid: child.pid, stop: () => child.disconnect() };
}

/** CPU time of a process so far in microseconds, from the kernel's ticks of ten milliseconds. */
function cpuOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function measure(load: ChildProcess, target: Target, options: Partial<LoadOptions>): Promise<Round> {
  const before = cpuOf(target.pid);
  load.send({
    port: target.port,
    path: target.path,
    body: BODY,
    connections: CONNECTIONS,
    rate: undefined,
    seconds: 1,
    ...options
  });
  const result = await message<LoadResult>(load);
  return { ...result, cpuMicros: (cpuOf(target.pid) - before) / result.requests };
}

async function routers(upstream: number): Promise<readonly Target[]> {
  const nginx = await startNginx(upstream);
  return [
    { name: 'direct', port: upstream, path: '/mcp', pid: undefined, stop() {} },
    ...(nginx === undefined ? [] : [{ name: 'nginx', path: '/', ...nginx }]),
    await router('node:http + undici, streaming', 'streaming-proxy', '/', upstream),
    await router('orchestrator', 'orchestrator', '/route', upstream),
    await router('orchestrator, 100 servers and rules', 'orchestrator', '/route', upstream, 100, 100)
  ];
}

async function withServers(upstream: number, counts: readonly number[]): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const count of counts)
    targets.push(await router(`orchestrator, servers: ${count}`, 'orchestrator', '/route', upstream, count));
  return targets;
}

async function main(rounds: number, seconds: number, servers: readonly number[]): Promise<void> {
  const { port: upstream } = await message<{ port: number }>(launch(1, 'upstream'));
  const load = launch(1, 'load');
  await message(load);
  const targets = servers.length === 0 ? await routers(upstream) : await withServers(upstream, servers);
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
    for (const child of children) if (child.connected) child.disconnect();
  }
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { servers: { type: 'string', default: '' } }
});
const [first = '5', second = '3'] = positionals;
await main(Number(first), Number(second), values.servers.split(',').filter(Boolean).map(Number));
