import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartupError } from '../errors.js';
import type { Log } from '../observe/log.js';
import { bearerCheck, originCheck } from './access.js';
import { isJsonBody, readBody, takesEvents } from './body.js';
import { decodeJson } from './decode.js';
import { encodeResponse } from './encode.js';
import { errorResponse, RpcError } from './errors.js';
import type { Answer, Handle } from './handle.js';

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
          ? Promise.resolve(end(response, 404, 'there is nothing here; the protocol is at POST /mcp'))
          : answerProbe(probe, request, response);
    serving.catch((error: unknown) => {
      // A client that goes away in the middle of its body is no fault of ours.
      if (request.destroyed && !request.complete) return;
      log.error('rpc.unhandled', { reason: String(error), stack: (error as Error).stack });
      if (!response.headersSent) end(response, 500, 'internal error');
      else response.destroy();
    });
  });
  const port = await listen(server, options);
  serveMcp = endpoint(options, port);
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

function end(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
}

async function answerProbe(probe: Probe, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response, 405, 'only GET is served here', { Allow: 'GET, HEAD' });
  const { status, body } = await probe();
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** What happens to a request to the endpoint before the protocol sees it, in this order. */
function endpoint({ handle, log, host, bearerToken, allowedOrigins, maxRequestBytes }: HttpOptions, port: number) {
  const foreign = originCheck({ host, port, allowedOrigins });
  const authorized = bearerCheck(bearerToken);

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { origin, authorization } = request.headers;
    const rejected = foreign(origin, request.headers.host);
    if (rejected !== undefined) {
      log.warning('http.origin_rejected', { by: rejected, origin: origin?.slice(0, 200) });
      return end(response, 403, `this ${rejected} is not allowed here`);
    }
    if (origin !== undefined) allowBrowser(response, origin);
    if (request.method === 'OPTIONS' && origin !== undefined) return void response.writeHead(204).end();
    if (request.method !== 'POST') return end(response, 405, 'only POST is served here', { Allow: 'POST' });
    if (!authorized(authorization))
      return end(response, 401, 'a bearer token is required', { 'WWW-Authenticate': 'Bearer' });
    if (!isJsonBody(request)) return end(response, 415, 'the body has to be application/json, not compressed');
    const body = await readBody(request, maxRequestBytes);
    if (body === undefined) return end(response, 413, `a message has at most ${maxRequestBytes} bytes`);
    await exchange(request, response, body);
  };

  async function exchange(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    let message: unknown;
    try {
      message = decodeJson(body);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      log.warning('rpc.error', { code: error.code, transport: 'http' });
      return reply(response, { response: errorResponse(error), status: error.status });
    }
    const gone = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) gone.abort(new Error('the client has gone'));
    });
    const events = takesEvents(request);
    const notify = (notification: object) => {
      if (gone.signal.aborted || !events) return;
      if (!response.headersSent)
        response.writeHead(200, {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-cache',
          'X-Accel-Buffering': 'no'
        });
      response.write(event(JSON.stringify(notification)));
    };
    const { signal } = gone;
    const answer = await handle(message, { transport: 'http', headers: request.headers, signal, notify });
    if (signal.aborted) return;
    if (answer === undefined) return void response.writeHead(202).end();
    reply(response, answer);
  }

  function reply(response: ServerResponse, { response: answer, status }: Answer): void {
    const json = encodeResponse(answer, log);
    if (response.headersSent) response.end(event(json));
    else response.writeHead(status, { 'Content-Type': 'application/json' }).end(json);
  }
}

const event = (json: string) => `event: message\ndata: ${json}\n\n`;

/** Lets a page of an allowed origin read the answers and send the protocol's headers. */
function allowBrowser(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name'
  );
}
