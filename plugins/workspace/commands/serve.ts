import {
  type CommandContext,
  type ExitStatus,
  listenForStop,
  once,
  reloadOnSighup,
  type StopRequest,
  untilStopped,
  UsageError
} from '../../../core/index.js';
import { createHandle, serveStdio } from '../../../core/mcp/index.js';
import { collectYoungAlone, keepYoungSpace, optimiseLater } from '../time/engine.js';
import { captureOutput } from './capture.js';
import { startWorkspace, type StartedWorkspace } from './service.js';

/** A tool that still holds the process after everything was answered is left behind. */
const LINGER_MS = 1000;
/** The first requests come at once and are waited for, and the log takes longer to load than their answers. */
const QUIET_MS = 200;

/** Serves until the client closes the pipe (stdio) or a signal comes. SIGHUP loads changed files. */
export async function serve(context: CommandContext): Promise<ExitStatus> {
  const { transport } = context.options;
  if (transport !== undefined && transport !== 'stdio' && transport !== 'http')
    throw new UsageError(`--transport is stdio or http, not '${transport}'`);
  keepYoungSpace();
  collectYoungAlone();
  optimiseLater();
  const stop = listenForStop();
  const started = await startWorkspace(context, { transport });
  const { running } = started;
  if (started.transport === 'http') {
    captureOutput(running.log);
    await untilStopped(running, stop);
  } else {
    const keepFiles = reloadOnSighup(running);
    try {
      await overStdio(started, stop);
    } finally {
      keepFiles();
      await running.stop();
    }
  }
  setTimeout(() => process.exit(0), LINGER_MS).unref();
  return 0;
}

async function overStdio(
  { running: { log, documents }, endpoint: { server, budgetMs } }: StartedWorkspace,
  { signal }: StopRequest
) {
  const output = captureOutput(log);
  const announce = once(() =>
    log.info('workspace.serving', { transport: 'stdio', revision: documents.current.revision })
  );
  const quiet = setTimeout(announce, QUIET_MS);
  const handle = createHandle(server, log);
  await serveStdio({ input: process.stdin, output, handle, log, drainMs: budgetMs + LINGER_MS, stop: signal });
  clearTimeout(quiet);
  announce();
}
