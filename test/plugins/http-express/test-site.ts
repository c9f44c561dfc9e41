import { ApiError } from '../../../core/http/index.js';
import type { Log } from '../../../core/observe/log.js';
import type { HttpOutcome, HttpRoute, HttpSite } from '../../../core/http/site.js';
import { StoreUnavailable } from '../../../core/store/store.js';
import { LOAD_LIMITS, type LoadLimits } from '../../../plugins/http-express/load.js';
import { TIME_LIMITS, type TimeLimits } from '../../../plugins/http-express/time-limits.js';
import { createSiteServer, type SiteServer } from '../../../plugins/http-express/site-server.js';

export const KEY = 'test-secret';
export const LIMIT = 2_000;

export interface Line {
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A running site, and what it recorded and logged. */
export interface Running extends SiteServer {
  readonly site: HttpSite;
  readonly port: number;
  readonly outcomes: HttpOutcome[];
  readonly lines: Line[];
  /** What `record` does next. */
  recorder: (outcome: HttpOutcome) => Promise<void>;
  /** Requests now in the `/v1/wait` handler: their signals, and what lets them go on. */
  readonly waiting: { readonly signal: AbortSignal; readonly release: () => void }[];
}

const reply = (description = 'Done', schema: object = { type: 'object' }) => ({ 200: { description, schema } });
const common = { tag: 'test', summary: 'A route of the test site' };

function routes(waiting: Running['waiting']): readonly HttpRoute<string>[] {
  return [
    {
      ...common,
      method: 'GET',
      path: '/healthz',
      operationId: 'health',
      open: true,
      replies: reply(),
      handle: async () => ({ status: 200, body: { status: 'ok' } })
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/echo',
      operationId: 'echo',
      body: { schema: { $ref: '#/components/schemas/Echo' }, required: true },
      replies: reply('The echo', { $ref: '#/components/schemas/Echo' }),
      handle: async ({ body, caller, requestId }) => ({ status: 200, body: { body, caller, requestId } })
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/things',
      operationId: 'createThing',
      body: {
        schema: { type: 'object', additionalProperties: false, properties: { label: { type: 'string' } } },
        required: false
      },
      replies: { 201: { description: 'Made', schema: { type: 'object' } } },
      handle: async ({ body }) => ({
        status: 201,
        body: { given: body ?? null },
        headers: { Location: '/v1/things/1' }
      })
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/things',
      operationId: 'listThings',
      query: {
        type: 'object',
        properties: { limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 }, all: { type: 'boolean' } }
      },
      replies: reply(),
      handle: async ({ query }) => ({ status: 200, body: { query } })
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/things/{id}',
      operationId: 'getThing',
      replies: reply(),
      handle: async ({ params }) => ({ status: 200, body: { params } })
    },
    {
      ...common,
      method: 'DELETE',
      path: '/v1/things/{id}',
      operationId: 'deleteThing',
      replies: { 204: { description: 'Gone' } },
      handle: async () => ({ status: 204 })
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/things/special',
      operationId: 'special',
      replies: reply(),
      handle: async () => ({ status: 200, body: { special: true } })
    },
    {
      ...common,
      method: 'POST',
      path: '/v1/fail/{how}',
      operationId: 'fail',
      replies: reply(),
      handle: async ({ params }) => {
        if (params['how'] === 'api')
          throw new ApiError(409, 'conflict', 'The key is taken.', { key: 'x' }).withHeaders({ 'Retry-After': '1' });
        if (params['how'] === 'store') throw new StoreUnavailable('connection refused');
        if (params['how'] === 'header') return { status: 200, body: {}, headers: { 'X-Broken': 'a\r\nb' } };
        if (params['how'] === 'circular') {
          const body: { self?: unknown } = {};
          body.self = body;
          return { status: 200, body };
        }
        if (params['how'] === 'recorded') return { status: 200, body: {}, recorded: true };
        throw new TypeError('a defect');
      }
    },
    {
      ...common,
      method: 'GET',
      path: '/v1/wait',
      operationId: 'wait',
      replies: reply(),
      handle: ({ signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
          waiting.push({ signal, release: () => resolve({ status: 200, body: { waited: true } }) });
        })
    }
  ];
}

export async function startSite(
  change: Partial<HttpSite> = {},
  timeLimits: Partial<TimeLimits> = {},
  loadLimits: Partial<LoadLimits> = {}
): Promise<Running> {
  const outcomes: HttpOutcome[] = [];
  const lines: Line[] = [];
  const waiting: Running['waiting'] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void lines.push({ level, event, fields: fields as Record<string, unknown> });
  const log: Log = { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') };
  const site: HttpSite<string> = {
    name: 'test',
    title: 'Test <site>',
    version: '1.2.3',
    description: 'For tests',
    host: '127.0.0.1',
    port: 0,
    maxBodyBytes: LIMIT,
    publicDocs: false,
    routes: routes(waiting),
    schemas: {
      Echo: {
        type: 'object',
        additionalProperties: false,
        required: ['message'],
        properties: {
          message: { type: 'string' },
          email: { type: 'string', format: 'email' },
          count: { type: 'integer', minimum: 1 },
          nested: {
            type: 'object',
            additionalProperties: false,
            properties: { list: { type: 'array', items: { type: 'number' } } }
          },
          any: {}
        }
      }
    },
    authenticate(headers) {
      if (headers['x-api-key'] !== KEY) throw new ApiError(403, 'forbidden', 'The credential is missing or wrong.');
      return 'tenant-1';
    },
    record: outcome => running.recorder(outcome),
    ...change
  };
  const server = createSiteServer(site, {
    log,
    timeLimits: { ...TIME_LIMITS, ...timeLimits },
    loadLimits: { ...LOAD_LIMITS, ...loadLimits }
  });
  const { port } = await server.listen();
  const running: Running = {
    ...server,
    site,
    port,
    outcomes,
    lines,
    waiting,
    recorder: async outcome => void outcomes.push(outcome)
  };
  return running;
}

/** Waits until `condition` holds; mocha's own limit ends a wait that never does. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 5));
}
