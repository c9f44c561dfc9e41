import { writeFileSync } from 'node:fs';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { httpPeer } from '../conform/http-peer.js';
import type { Peer } from '../conform/peer.js';
import { junitReport, summarise, textReport } from '../conform/report.js';
import { checkServer, type Outcome } from '../conform/run.js';
import { stdioPeer } from '../conform/stdio-peer.js';

/** Status 1 for failures, with `--strict` for findings as well; 2 when the server cannot be reached. */
export async function conform({ options, env, out, err }: CommandContext): Promise<ExitStatus> {
  const strict = options['strict'] === true;
  let outcomes: readonly Outcome[];
  try {
    outcomes = await checkServer({ connect: connector(options, env) });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    err(`bylaw: the server cannot be checked: ${(error as Error).message}`);
    return 2;
  }
  const summary = summarise(outcomes);
  if (typeof options['junit'] === 'string') writeFileSync(options['junit'], junitReport(outcomes, strict));
  if (options['json'] === true) out(JSON.stringify({ ...summary, outcomes }, undefined, 2));
  else out(textReport(outcomes));
  return summary.failures > 0 || (strict && summary.findings > 0) ? 1 : 0;
}

function connector(options: CommandContext['options'], env: CommandContext['env']): () => Peer {
  const { stdio, http, bearer } = options;
  if (typeof stdio === 'string' && http === undefined) return () => stdioPeer(stdio, env);
  if (typeof http !== 'string' || stdio !== undefined)
    throw new UsageError('name the server: --stdio "COMMAND" or --http URL, one of them');
  if (!/^https?:\/\//.test(http) || !URL.canParse(http))
    throw new UsageError(`--http takes a URL like http://127.0.0.1:8080/mcp, not '${http}'`);
  return () => httpPeer(http, typeof bearer === 'string' ? bearer : undefined);
}
