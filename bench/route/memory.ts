import type { LoadResult } from './load.js';
import { cpuOf, endAll, launch, message } from './processes.js';

const STEPS = 10;
const CONNECTIONS = 32;
const route = (method: string, params: object, more: object = {}) => JSON.stringify({ method, params, ...more });

/** What is counted and kept apart: answers, refusals, methods that nobody knows, tools that nobody lists. */
const BODIES = [
  route('tools/call', { name: 'find_matches', arguments: { pattern: 'x' } }, { capability: 'bench' }),
  route('tools/call', { name: 'find_matches', arguments: { pattern: 'y' } }, { explain: true }),
  route('tools/list', {}, { server: 'bench-0' }),
  route('made/up', { any: ['thing'] }),
  route('tools/call', { name: 'not_listed' })
];

/** Megabytes. */
export interface Usage {
  readonly heap: number;
  readonly resident: number;
}

/** Prints the memory of the orchestrator after a full collection, at each tenth of so many requests. */
export async function printMemory(requests: number): Promise<void> {
  const { port: upstream } = await message<{ port: number }>(launch(1, 'upstream'));
  const load = launch(1, 'load');
  await message(load);
  const orchestrator = launch(0, 'orchestrator', String(upstream));
  const { port } = await message<{ port: number }>(orchestrator);
  const amount = Math.max(CONNECTIONS, Math.floor(requests / STEPS));
  const usage = async () => {
    const answer = message<Usage>(orchestrator);
    orchestrator.send('usage');
    const { heap, resident } = await answer;
    return `${heap.toFixed(1)} | ${resident.toFixed(0)}`;
  };
  try {
    console.log('\n| requests | heap MB | resident MB | CPU µs a request |\n|---|---|---|---|');
    console.log(`| 0 | ${await usage()} | – |`);
    for (let step = 1; step <= STEPS; step++) {
      const before = cpuOf(orchestrator.pid);
      const options = { port, path: '/route', bodies: BODIES, connections: CONNECTIONS, amount };
      load.send(options);
      const { requests: made } = await message<LoadResult>(load);
      const cpu = ((cpuOf(orchestrator.pid) - before) / made).toFixed(1);
      console.log(`| ${step * amount} | ${await usage()} | ${cpu} |`);
    }
  } finally {
    endAll();
  }
}
