import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../observe/log.js';
import { isJsonBody, readBody, takesEvents } from './body.js';
import { decodeJson } from './decode.js';
import { encodeResponse } from './encode.js';
import { errorResponse, RpcError } from './errors.js';
import type { Answer, Handle } from './handle.js';

export interface EndpointOptions {
  readonly handle: Handle;
  readonly log: Log;
  /** Why a request is taken for one that a browser page was tricked into; see `originCheck`. */
  readonly foreign: (origin: string | undefined, host: string | undefined) => 'host' | 'origin' | undefined;
  /** Whether a request presents what it needs to be answered. */
  readonly authorized: (request: IncomingMessage) => boolean;
  readonly maxRequestBytes: number;
}

/** The protocol at one path of an HTTP server. What happens before the protocol sees a request, in this order. */
export function httpEndpoint({ handle, log, foreign, authorized, maxRequestBytes }: EndpointOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { origin } = request.headers;
    const rejected = foreign(origin, request.headers.host);
    if (rejected !== undefined) {
      log.warning('http.origin_rejected', { by: rejected, origin: origin?.slice(0, 200) });
      return plainAnswer(response, 403, `this ${rejected} is not allowed here`);
    }
    if (origin !== undefined) allowBrowser(response, origin);
    if (request.method === 'OPTIONS' && origin !== undefined) return void response.writeHead(204).end();
    if (request.method !== 'POST') return plainAnswer(response, 405, 'only POST is served here', { Allow: 'POST' });
    if (!authorized(request))
      return plainAnswer(response, 401, 'a bearer token is required', { 'WWW-Authenticate': 'Bearer' });
    if (!isJsonBody(request)) return plainAnswer(response, 415, 'the body has to be application/json, not compressed');
    const body = await readBody(request, maxRequestBytes);
    if (body === undefined) return plainAnswer(response, 413, `a message has at most ${maxRequestBytes} bytes`);
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

/** What is not the protocol's to answer: one line of text. */
function plainAnswer(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {}
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(`${text}\n`);
}
