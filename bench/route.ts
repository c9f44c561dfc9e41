import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { processTimes } from './process-times.js';
import type { LoadOptions, LoadResult } from './route/load.js';
import { startNginx } from './route/nginx.js';
import { median } from './statistics.js';

/**
 * What routing costs: one JSON POST to a trivial tool server, directly, through nginx, through the shortest proxy that
 * Node allows, and through the orchestrator with all its duties on. Routers run on core 0, load and server on core 1;
 * rounds are interleaved, and ratios are of medians. Only ratios and CPU are worth comparing between machines.
 *
 *     node dist/bench/route.js [rounds] [seconds]
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

const cpuOf = (pid: number | undefined): number => (pid === undefined ? 0 : (processTimes(pid)?.spent ?? 0));

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

async function main(rounds: number, seconds: number): Promise<void> {
  const { port: upstream } = await message<{ port: number }>(launch(1, 'upstream'));
  const load = launch(1, 'load');
  await message(load);
  const nginx = await startNginx(upstream);
  const targets: Target[] = [
    { name: 'direct', port: upstream, path: '/mcp', pid: undefined, stop() {} },
    ...(nginx === undefined ? [] : [{ name: 'nginx', path: '/', ...nginx }]),
    await router('node:http + undici, streaming', 'streaming-proxy', '/', upstream),
    await router('orchestrator', 'orchestrator', '/route', upstream),
    await router('orchestrator, 100 servers and rules', 'orchestrator', '/route', upstream, 100)
  ];
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
  const streaming = [...results].find(([target]) => target.name.startsWith('node:http'))![1];
  const base = median(streaming.map(({ perSecond }) => perSecond));
  console.log(
    `\n${name}\n\n| router | per second | × streaming | CPU µs | p50 ms | p99 ms |\n|---|---|---|---|---|---|`
  );
  for (const [target, measured] of results) {
    const of = (pick: (one: Round) => number) => median(measured.map(pick));
    const perSecond = of(one => one.perSecond);
    console.log(
      `| ${target.name} | ${perSecond.toFixed(0)} | ${(perSecond / base).toFixed(2)} | ${target.pid === undefined ? '–' : of(one => one.cpuMicros).toFixed(1)} | ${of(one => one.p50).toFixed(2)} | ${of(one => one.p99).toFixed(2)} |`
    );
  }
}

const [first, second] = process.argv.slice(2);
await main(Number(first ?? 5), Number(second ?? 3));
