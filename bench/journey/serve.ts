import { startAgent, type AgentOptions } from './agent.js';
import { startBare, startBuilder } from './baseline.js';

/** What a server process of a benchmark is: `node serve.js '{"serves":…}'`. */
export type Spec =
  | ({ readonly serves: 'agent' } & AgentOptions)
  | { readonly serves: 'builder'; readonly database: string; readonly reads: number; readonly writes: number }
  | { readonly serves: 'bare' };

/** Since the process began: microseconds of CPU, and megabytes. */
export interface Usage {
  readonly cpu: number;
  readonly peak: number;
  readonly resident: number;
  /** After a full collection, where the process was started with --expose-gc. */
  readonly heap: number;
}

async function serve(spec: Spec): Promise<number> {
  if (spec.serves === 'bare') return await startBare();
  if (spec.serves === 'agent') return (await startAgent(spec)).port;
  return await startBuilder(spec.database, spec.reads, spec.writes);
}

function usage(): Usage {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const mega = 1024 * 1024;
  return {
    cpu: user + system,
    peak: process.resourceUsage().maxRSS / 1024,
    resident: rss / mega,
    heap: heapUsed / mega
  };
}

process.send!({ port: await serve(JSON.parse(process.argv[2]!) as Spec) });
process.on('message', () => process.send!(usage()));
process.on('disconnect', () => process.exit(0));
