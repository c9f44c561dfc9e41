import { startAgent, type AgentOptions } from './agent.js';
import { startBare, startBuilder } from './baseline.js';
import { serveParent } from '../variant-process.js';

/** What a server process of a benchmark is: `node serve.js '{"serves":…}'`. */
export type Spec =
  | ({ readonly serves: 'agent' } & AgentOptions)
  | { readonly serves: 'builder'; readonly database: string; readonly reads: number; readonly writes: number }
  | { readonly serves: 'bare' };

async function serve(spec: Spec): Promise<number> {
  if (spec.serves === 'bare') return await startBare();
  if (spec.serves === 'agent') return await startAgent(spec);
  return await startBuilder(spec.database, spec.reads, spec.writes);
}

serveParent(await serve(JSON.parse(process.argv[2]!) as Spec));
