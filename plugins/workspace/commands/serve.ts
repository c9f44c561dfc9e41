import {
  type CommandContext,
  type ExitStatus,
  listenForStop,
  once,
  reloadOnSighup,
  settingName,
  StartupError,
  type StopRequest,
  UsageError
} from '../../../core/index.js';
import { createHandle, type HttpOptions, isLoopback, serveHttp, serveStdio } from '../../../core/mcp/index.js';
import { WORKSPACE_SETTINGS } from '../settings.js';
import { captureOutput } from './capture.js';
import { startWorkspace, type StartedWorkspace } from './service.js';

/** A tool that still holds the process after everything was answered is left behind. */
const LINGER_MS = 1000;
/** The first requests come at once and are waited for, and the log takes longer to load than their answers. */
const QUIET_MS = 200;

/** Serves until the client closes the pipe (stdio) or a signal comes. SIGHUP loads changed files. */
export async function serve(context: CommandContext): Promise<ExitStatus> {
  const { transport = 'http' } = context.options;
  if (transport !== 'stdio' && transport !== 'http')
    throw new UsageError(`--transport is stdio or http, not '${transport}'`);
  const stop = listenForStop();
  const started = await startWorkspace(context);
  const { running } = started;
  const keepFiles = reloadOnSighup(running);
  try {
    if (transport === 'stdio') await overStdio(started, stop);
    else await overHttp(started, stop);
  } finally {
    keepFiles();
    await running.stop();
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

async function overHttp({ running, endpoint }: StartedWorkspace, { received }: StopRequest): Promise<void> {
  const { log, settings } = running;
  const http = settings.section('http', WORKSPACE_SETTINGS.http);
  if (http.bearer_token === undefined && !isLoopback(http.host))
    throw new StartupError([
      {
        code: 'bearer_missing',
        message: `${settingName('MCP', 'http', 'bearer_token')} is not set, and ${http.host} is open to other machines; set a token (openssl rand -hex 32) or listen on 127.0.0.1`
      }
    ]);
  captureOutput(log);
  const probes: HttpOptions['probes'] = {
    '/healthz': async () => ({ status: 200, body: { status: 'ok' } }),
    async '/readyz'() {
      const body = await endpoint.readiness();
      return { status: body.status === 'ready' ? 200 : 503, body };
    }
  };
  endpoint.prepare();
  const site = await serveHttp({
    handle: createHandle(endpoint.server, log),
    log,
    host: http.host,
    port: http.port,
    bearerToken: http.bearer_token,
    allowedOrigins: http.allowed_origins,
    maxRequestBytes: http.max_request_bytes,
    probes
  });
  await received;
  log.info('service.stopping');
  await site.close(endpoint.budgetMs + LINGER_MS);
}
