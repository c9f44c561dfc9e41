import { silentLog, type Log } from '../../core/index.js';
import { bearerCheck, type Handle, httpEndpoint, originCheck } from '../../core/mcp/index.js';
import { TIME_LIMITS } from '../../plugins/http-express/time-limits.js';
import { createSiteServer } from '../../plugins/http-express/site-server.js';

export interface McpSiteOptions {
  readonly handle: Handle;
  readonly log?: Log;
  /** 0 takes a free one. */
  readonly port?: number;
  readonly bearerToken?: string | undefined;
  readonly allowedOrigins?: readonly string[];
  readonly maxRequestBytes?: number;
}

export interface McpSite {
  readonly port: number;
  /** Waits for what is in flight. */
  close(): Promise<void>;
}

const DRAIN_MS = 60_000;

/** A server of the protocol at `POST /mcp` of a free port, as services serve it. */
export async function serveMcp({
  handle,
  log = silentLog,
  port = 0,
  bearerToken,
  allowedOrigins = [],
  maxRequestBytes = 1_048_576
}: McpSiteOptions): Promise<McpSite> {
  const host = '127.0.0.1';
  const authorized = bearerCheck(bearerToken);
  const serve = httpEndpoint({
    handle,
    log,
    foreign: originCheck({ host, allowedOrigins }),
    authorized: ({ headers }) => authorized(headers.authorization),
    maxRequestBytes
  });
  const site = createSiteServer(
    {
      name: 'mcp',
      title: 'A protocol server',
      version: '1',
      description: '',
      host,
      port,
      maxBodyBytes: maxRequestBytes,
      publicDocs: true,
      routes: [],
      mounts: [{ path: '/mcp', serve }],
      schemas: {},
      authenticate: () => undefined,
      record: async () => {}
    },
    { log, timeLimits: { ...TIME_LIMITS, drainMs: DRAIN_MS } }
  );
  const address = await site.listen();
  return { port: address.port, close: () => site.stop() };
}
