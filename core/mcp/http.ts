import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../errors.js';
import type { Log } from '../observe/log.js';
import { bearerCheck, originCheck } from './access.js';
import { httpEndpoint } from './endpoint.js';
import type { Handle } from './handle.js';
import { plainAnswer } from './plain-answer.js';

/** Answers a `GET`, outside the protocol and without a credential. */
export type Probe = () => Promise<{ readonly status: number; readonly body: object }>;

export interface HttpOptions {
  readonly handle: Handle;
  readonly log: Log;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly bearerToken?: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly maxRequestBytes: number;
  /** By path, for example `/healthz`. */
  readonly probes: Readonly<Record<string, Probe>>;
}

export interface McpHttp {
  readonly port: number;
  /** Takes no new requests and waits for those in flight, at most so long. */
  close(ms: number): Promise<void>;
}

const PATH = '/mcp';
/** A client that sends its request slower than this is let go. */
const RECEIVE_MS = 30_000;
/** Longer than the pauses of load balancers, which otherwise reuse a connection that is just being closed. */
const KEEP_ALIVE_MS = 75_000;
const SWEEP_MS = 25;

/** Serves the protocol at `POST /mcp`. Throws `StartupError` when the address cannot be listened on. */
export async function serveHttp(options: HttpOptions): Promise<McpHttp> {
  const { log, host, probes } = options;
  let serveMcp: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  // Not loaded by those who serve a pipe.
  const { createServer } = await import('node:http');
  const server = createServer({ requestTimeout: RECEIVE_MS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    const serving =
      path === PATH
        ? serveMcp(request, response)
        : probe === undefined
          ? Promise.resolve(plainAnswer(response, 404, 'there is nothing here; the protocol is at POST /mcp'))
          : answerProbe(probe, request, response);
    serving.catch((error: unknown) => {
      // A client that goes away in the middle of its body is no fault of ours.
      if (request.destroyed && !request.complete) return;
      log.error('rpc.unhandled', { reason: String(error), stack: (error as Error).stack });
      if (!response.headersSent) plainAnswer(response, 500, 'internal error');
      else response.destroy();
    });
  });
  const port = await listen(server, options);
  const authorized = bearerCheck(options.bearerToken);
  serveMcp = httpEndpoint({
    ...options,
    foreign: originCheck(options),
    authorized: ({ headers }) => authorized(headers.authorization)
  });
  log.info('http.listening', { host, port });
  return {
    port,
    async close(ms) {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      // A connection becomes idle when its request is answered, and would be kept open for the next one.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), ms);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    }
  };
}

function listen(server: Server, { host, port }: HttpOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'another process listens there' : (error.code ?? error.message);
      reject(new StartupError([{ code: 'listen_failed', message: `cannot listen on ${host}:${port}: ${why}` }]));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

async function answerProbe(probe: Probe, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainAnswer(response, 405, 'only GET is served here', { Allow: 'GET, HEAD' });
  const { status, body } = await probe();
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
