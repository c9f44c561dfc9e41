import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Request } from 'express';
import { type Log, StartupError } from '../../core/index.js';
import { Repeats } from '../../core/resilience/index.js';
import { ApiError, type HttpSite } from '../../core/http/index.js';
import { Connection } from './connection.js';
import { Exchange, type Serving } from './exchange.js';
import { invalid, parserFailure, tooManyInFlight } from './failures.js';
import { Load, LOAD_LIMITS, type LoadLimits } from './load.js';
import { sitePages } from './pages.js';
import { serveMounted } from './mounted.js';
import { TIME_LIMITS, type TimeLimits } from './time-limits.js';
import { siteRouter } from './router.js';
import { createTunedServer, fastPath } from './fast-path.js';

export interface SiteServer {
  readonly server: Server;
  /** Resolves with the address when connections are accepted. Throws a `StartupError`, code `listen_failed`. */
  listen(): Promise<AddressInfo>;
  /** Stops accepting, lets requests under way finish for a while, then closes all connections. */
  stop(): Promise<void>;
}

/** A connection that neither sends nor takes anything for this long is closed, whatever it waits for. */
const SOCKET_IDLE_MS = 120_000;
const MAX_HEADER_BYTES = 16_384;
/** How long handlers get to notice that their clients were cut off. */
const SETTLE_MS = 1_000;
const SETTLE_STEP_MS = 10;

const key = Symbol('exchange');
type Carrier = { [key]?: Exchange };
// A property, not a weak map: an entry per request there costs the garbage collector more than all of Express.
const exchangeOf = (request: Request) => (request as Carrier)[key] as Exchange;

export interface SiteServerOptions {
  readonly log: Log;
  readonly timeLimits?: TimeLimits;
  readonly loadLimits?: LoadLimits;
}

/** One HTTP server for one site. Throws when a schema or a path of the site is not valid. */
export function createSiteServer(
  site: HttpSite,
  { log, timeLimits = TIME_LIMITS, loadLimits = LOAD_LIMITS }: SiteServerOptions
): SiteServer {
  const load = new Load(loadLimits);
  const serving: Serving = { site, log, repeats: new Repeats(log), load, draining: false, active: 0 };
  const connections = new WeakMap<Duplex, Connection>();
  const { app, direct } = siteRouter(site, sitePages(site), exchangeOf);
  const fast = fastPath(site, direct);
  const server = createTunedServer(
    app,
    {
      // Checked here, so that the refusal is an envelope.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeLimits.headersMs,
      requestTimeout: timeLimits.requestMs,
      keepAliveTimeout: timeLimits.keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, timeLimits.headersMs)
    },
    socket => (connections.get(socket)?.inFlight ?? 0) >= loadLimits.inFlight
  );
  server.timeout = Math.max(SOCKET_IDLE_MS, site.maxSilenceMs ?? 0);

  const serve = (request: IncomingMessage, response: ServerResponse, refusal?: ApiError) => {
    const connection = connections.get(request.socket) as Connection;
    if (!connection.accepts || request.socket.destroyed) return;
    const failure = refusal ?? hostFailure(request);
    const mount = failure === undefined ? fast.mount(request) : undefined;
    if (mount !== undefined) return serveMounted(mount, request, response, { connection, serving });
    const exchange = new Exchange(request, response, connection, serving);
    connection.open(exchange, request);
    const shortcut = failure === undefined ? fast.route(request) : undefined;
    if (shortcut !== undefined) return void shortcut(exchange, request).catch((error: unknown) => exchange.fail(error));
    if (failure !== undefined) return void exchange.fail(failure);
    (request as Carrier)[key] = exchange;
    app(request as never, response as never, (error: unknown) => void exchange.fail(routingFailure(error)));
  };
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket, timeLimits.lingerMs, load));
    if (!load.admit(socket)) socket.destroy();
  });
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('checkExpectation', (request, response) => serve(request, response, unknownExpectation()));
  const refuse = (socket: Duplex, failure: ApiError) => {
    log.info('http.refused', { status: failure.status, code: failure.code });
    connections.get(socket)?.refuse(failure);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else refuse(socket, parserFailure(error.code));
  });
  server.on('upgrade', (_request, socket) => {
    const failure = tooManyInFlight(loadLimits.inFlight);
    log.info('http.refused', { status: failure.status, code: failure.code });
    connections.get(socket)?.overrun(failure);
  });
  server.on('connect', (_request, socket) =>
    refuse(socket, new ApiError(405, 'method_not_allowed', 'This server is not a proxy.').withHeaders({ Allow: '' }))
  );
  return {
    server,
    listen: () => listen(server, site),
    stop: () => stop(server, serving, site.drainMs ?? timeLimits.drainMs)
  };
}

const unknownExpectation = () =>
  invalid(417, 'The expectation cannot be met.', { field: 'Expect', rule: '100-continue' });

/** Two names would let a proxy in front and this server each believe another one. */
function hostFailure({ httpVersion, headers, rawHeaders }: IncomingMessage): ApiError | undefined {
  if (headers.host === undefined) {
    if (httpVersion !== '1.1') return undefined;
    return invalid(400, 'The Host header is missing.', { field: 'Host', rule: 'required' });
  }
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts < 2 ? undefined : invalid(400, 'There are two Host headers.', { field: 'Host', rule: 'single' });
}

/** Express decodes path parameters while it matches; that is the one error of its own it can raise here. */
function routingFailure(error: unknown): unknown {
  if (error === undefined || error === null || error instanceof URIError)
    return invalid(400, 'The path is not correctly encoded.', { field: '(path)', rule: 'percent_encoding' });
  return error;
}

async function listen(server: Server, { name, host, port, portSetting }: HttpSite): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new StartupError([
          {
            code: 'listen_failed',
            message: `${name} cannot listen on ${host}:${port} (${error.code}); free the port or set another one${portSetting === undefined ? '' : ` with ${portSetting}`}`
          }
        ])
      )
    );
    server.listen({ host, port }, resolve);
  });
  return server.address() as AddressInfo;
}

async function stop(server: Server, serving: Serving, drainMs: number): Promise<void> {
  serving.draining = true;
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  const deadline = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(deadline);
  // Handlers whose clients are gone are still at work, and the storage they use is stopped next.
  for (let waited = 0; serving.active > 0 && waited < SETTLE_MS; waited += SETTLE_STEP_MS)
    await new Promise(resolve => setTimeout(resolve, SETTLE_STEP_MS));
}
