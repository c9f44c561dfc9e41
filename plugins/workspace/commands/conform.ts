import { writeFileSync } from 'node:fs';
import { type CommandContext, type ExitStatus, UsageError } from '../../../core/index.js';
import { httpPeer } from '../conform/http-peer.js';
import type { Peer } from '../conform/peer.js';
import { junitReport, summarise, textReport } from '../conform/report.js';
import { checkServer, type Outcome } from '../conform/run.js';
import { stdioPeer } from '../conform/stdio-peer.js';
import { withOwnServers } from './own-server.js';
import type { Transport } from './service.js';

/** Outcomes over one transport; where none is named, those of the one server that was asked for. */
interface Checked {
  readonly transport?: Transport;
  readonly outcomes: readonly Outcome[];
}

/** Status 1 for failures, with `--strict` for findings as well; 2 when the server cannot be reached. */
export async function conform({ root, options, env, out, err }: CommandContext): Promise<ExitStatus> {
  const strict = options['strict'] === true;
  let checked: readonly Checked[];
  try {
    const connect = connector(options, env);
    checked =
      connect === undefined
        ? await withOwnServers({ root, env }, async (transport, own) => ({
            transport,
            outcomes: await checkServer({ connect: own })
          }))
        : [{ outcomes: await checkServer({ connect }) }];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    err(`bylaw: the server cannot be checked: ${(error as Error).message}`);
    return 2;
  }
  const outcomes = checked.flatMap(({ transport, outcomes: all }) =>
    transport === undefined ? all : all.map(outcome => ({ ...outcome, id: `${transport}/${outcome.id}` }))
  );
  const summary = summarise(outcomes);
  if (typeof options['junit'] === 'string') writeFileSync(options['junit'], junitReport(outcomes, strict));
  if (options['json'] === true) out(JSON.stringify({ ...summary, outcomes }, undefined, 2));
  else
    for (const { transport, outcomes: all } of checked)
      out(`${transport === undefined ? '' : `${transport}: `}${textReport(all)}`);
  return summary.failures > 0 || (strict && summary.findings > 0) ? 1 : 0;
}

/** Undefined where no server is named: then it is this one. */
function connector(options: CommandContext['options'], env: CommandContext['env']): (() => Peer) | undefined {
  const { stdio, http, bearer } = options;
  if (stdio === undefined && http === undefined) return undefined;
  if (typeof stdio === 'string' && http === undefined) return () => stdioPeer(stdio, env);
  if (typeof http !== 'string' || stdio !== undefined)
    throw new UsageError('name one server: --stdio "COMMAND" or --http URL, one of them');
  if (!/^https?:\/\//.test(http) || !URL.canParse(http))
    throw new UsageError(`--http takes a URL like http://127.0.0.1:8080/mcp, not '${http}'`);
  return () => httpPeer(http, typeof bearer === 'string' ? bearer : undefined);
}
