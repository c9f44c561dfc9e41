import express, { type Express, type Request, type Response } from 'express';
import type { IncomingMessage } from 'node:http';
import {
  ApiError,
  type HttpRequest,
  type HttpRoute,
  type HttpSite,
  type HttpStreamRoute
} from '../../core/http/index.js';
import { withContext } from '../../core/index.js';
import { readJson, type JsonBody } from './body.js';
import { ExchangeStream } from './exchange-stream.js';
import type { Exchange } from './exchange.js';
import { invalid, notFound, tooLarge } from './failures.js';
import { PREFLIGHT } from './headers.js';
import { parseQuery } from './json.js';
import { compileChecks, type Checks } from './validators.js';

const id = /^[A-Za-z0-9._~:@-]{1,128}$/;

/** A page that is not an API answer: the interactive documentation and its files. */
export interface Page {
  readonly path: string;
  /** Served to anybody; otherwise as the site serves its documentation. */
  readonly open?: boolean;
  serve(exchange: Exchange): Promise<void>;
}

export type ExchangeOf = (request: Request) => Exchange;
type Handler = (exchange: Exchange, request: Request) => void | Promise<void>;
export type AnyRoute = HttpRoute | HttpStreamRoute;

/** Serves a request without Express; rejects with what has to be answered. */
export type Direct = (exchange: Exchange, request: IncomingMessage) => Promise<void>;

export interface SiteRouter {
  readonly app: Express;
  /** Streaming routes by method and path, for requests whose URL is that path and nothing else. */
  readonly direct: ReadonlyMap<string, Direct>;
}

/** Express as it routes one site: open paths, then the credential, then all other paths, then 404. */
export function siteRouter(site: HttpSite, pages: readonly Page[], exchangeOf: ExchangeOf): SiteRouter {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  app.enable('strict routing').enable('case sensitive routing');
  // A rejected handler goes to Express, which hands it to the server's last resort.
  const run = (handler: Handler) => (request: Request, _response: Response) => handler(exchangeOf(request), request);

  const checks = compileChecks(site);
  const paths = byPath(site.routes);
  const mount = (path: string, routes: readonly AnyRoute[]) => {
    const at = app.route(expressPath(path));
    for (const route of routes)
      at[lower(route.method)](
        run((exchange, request) => handle(exchange, request, route, checks.get(route) as Checks))
      );
    at.all(run(exchange => refuseMethod(exchange, path, routes)));
  };
  const mountPages = (open: boolean) => {
    for (const { path, serve } of pages.filter(page => (page.open ?? site.publicDocs) === open))
      app
        .route(path)
        .get(
          run(exchange => {
            exchange.open = open;
            exchange.route = path;
            return serve(exchange);
          })
        )
        .all(run(exchange => refuseMethod(exchange, path, [{ method: 'GET', open }])));
  };

  if (site.allowsOrigin !== undefined) app.use(preflight(site, exchangeOf));
  for (const [path, routes] of paths) if (routes.every(route => route.open)) mount(path, routes);
  mountPages(true);
  app.use((request: Request, _response: Response, next: () => void) => {
    const exchange = exchangeOf(request);
    exchange.caller = site.authenticate(request.headers, request.socket.remoteAddress);
    next();
  });
  for (const [path, routes] of paths) if (!routes.every(route => route.open)) mount(path, routes);
  mountPages(false);
  app.use(() => {
    throw notFound();
  });
  const direct = site.routes
    .filter(route => 'stream' in route && !route.path.includes('{'))
    .map((route): [string, Direct] => [`${route.method} ${route.path}`, directly(site, route, checks)]);
  return { app, direct: new Map(direct) };
}

/** Browsers ask without a credential whether a page of another origin may send what it wants to. */
function preflight(site: HttpSite, exchangeOf: ExchangeOf) {
  return (request: Request, _response: Response, next: () => void) => {
    const { origin, 'access-control-request-method': asks } = request.headers;
    if (request.method !== 'OPTIONS' || asks === undefined || origin === undefined) return next();
    if (site.allowsOrigin?.(origin) !== true) return next();
    const exchange = exchangeOf(request);
    exchange.open = true;
    return exchange.reply({ status: 204, headers: PREFLIGHT });
  };
}

const NO_PARAMETERS = Object.freeze({});

function directly(site: HttpSite, route: AnyRoute, checks: ReadonlyMap<AnyRoute, Checks>): Direct {
  const own = checks.get(route) as Checks;
  return async (exchange, { headers, socket, url = '' }) => {
    if (route.open !== true) exchange.caller = site.authenticate(headers, socket.remoteAddress);
    await handle(exchange, { headers, url, params: NO_PARAMETERS }, route, own);
  };
}

type Routed = Pick<Request, 'headers' | 'url' | 'params'>;

async function handle(exchange: Exchange, request: Routed, route: AnyRoute, checks: Checks): Promise<void> {
  const { site } = exchange.serving;
  exchange.route = route.path;
  exchange.open = route.open === true;
  exchange.params = pathParameters(request.params);
  let body: JsonBody | undefined;
  if (route.body !== undefined) body = await readJson(exchange, site.maxBodyBytes);
  else if ((exchange.frame.length ?? 0) > site.maxBodyBytes) throw tooLarge(site.maxBodyBytes);
  const query = parseQuery(request.url);
  checks.query(query);
  if (body !== undefined) checks.body(body.value);
  else if (route.body?.required)
    throw invalid(422, 'A request body is required.', { field: '(body)', rule: 'required' });
  const asked = new RouteRequest(exchange, request.headers, query, body);
  if ('stream' in route) route.stream(asked, new ExchangeStream(exchange));
  else if (route.logsRequestId === true) await exchange.reply(await route.handle(asked));
  else await exchange.reply(await withContext({ request_id: exchange.requestId }, () => route.handle(asked)));
}

// A class, because a getter in an object literal gives every object a hidden class of its own, which outlives it.
class RouteRequest implements HttpRequest {
  readonly requestId: string;
  readonly params: HttpRequest['params'];
  readonly caller: unknown;
  readonly body: unknown;
  readonly bytes: Buffer | undefined;
  readonly #exchange: Exchange;

  constructor(
    exchange: Exchange,
    readonly headers: HttpRequest['headers'],
    readonly query: HttpRequest['query'],
    body: JsonBody | undefined
  ) {
    this.body = body?.value;
    this.bytes = body?.bytes;
    this.#exchange = exchange;
    this.requestId = exchange.requestId;
    this.params = exchange.params;
    this.caller = exchange.caller;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }
}

/** What cannot be an id names nothing that exists. */
function pathParameters(given: Readonly<Record<string, string | string[]>>): Readonly<Record<string, string>> {
  for (const value of Object.values(given)) if (typeof value !== 'string' || !id.test(value)) throw notFound();
  return given as Readonly<Record<string, string>>;
}

function refuseMethod(exchange: Exchange, path: string, routes: readonly Pick<HttpRoute, 'method' | 'open'>[]): never {
  exchange.route = path;
  exchange.open = routes.every(route => route.open);
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  throw new ApiError(405, 'method_not_allowed', 'The resource does not support this method.').withHeaders({
    Allow: methods.join(', ')
  });
}

/** Literal segments before parameters, so that a name never hides a fixed path. */
function byPath(routes: readonly AnyRoute[]): readonly (readonly [string, readonly AnyRoute[]])[] {
  const paths = new Map<string, AnyRoute[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return [...paths].sort(([a], [b]) => (a.replaceAll('{', '\uffff') < b.replaceAll('{', '\uffff') ? -1 : 1));
}

const expressPath = (template: string) => template.replaceAll('{', ':').replaceAll('}', '');
const lower = (method: HttpRoute['method']) => method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
