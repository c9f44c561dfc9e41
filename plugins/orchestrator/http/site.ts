import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { HttpPage, HttpSite } from '../../../core/http/index.js';
import { ORCHESTRATOR_VERSION } from '../version.js';
import type { Caller } from '../access/access.js';
import { mcpEndpoint } from '../mcp/endpoint.js';
import { healthRoute } from './health.js';
import { metricsRoute } from './metrics.js';
import { routeRoute } from './route.js';
import { explanationRoute, rulesRoute } from './rules.js';
import { SCHEMAS } from './schemas.js';
import { serverRoutes } from './servers.js';
import type { Orchestrator } from '../service.js';

/** The files are served as they are; the compiler does not copy them beside its output. */
const FOLDER = new URL('../../../../plugins/orchestrator/dashboard/', import.meta.url);

const page = (path: string, file: string, type: string): HttpPage => ({
  path,
  type: `${type}; charset=utf-8`,
  // They hold no data: what they show is read from endpoints that need a key.
  open: true,
  load: () => readFile(fileURLToPath(new URL(file, FOLDER)))
});

/** A page that shows servers, traffic, failures and rules as they are. */
const dashboardPages: readonly HttpPage[] = [
  page('/dashboard', 'index.html', 'text/html'),
  page('/dashboard/dashboard.css', 'dashboard.css', 'text/css'),
  page('/dashboard/dashboard.js', 'dashboard.js', 'text/javascript'),
  page('/dashboard/operate.js', 'operate.js', 'text/javascript'),
  page('/dashboard/chart.js', 'chart.js', 'text/javascript')
];

/** A streamed answer can be silent for as long as its server is, and a little longer. */
const SILENCE_MARGIN_MS = 10_000;

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly authenticate: HttpSite<Caller>['authenticate'];
}

/** The orchestrator as an HTTP service. */
export function orchestratorSite(service: Orchestrator, options: SiteOptions): HttpSite<Caller> {
  return {
    name: 'orchestrator',
    title: 'bylaw orchestrator',
    version: ORCHESTRATOR_VERSION,
    description: 'Registers tool servers, watches their health, and routes requests to those that can answer them.',
    ...options,
    maxBodyBytes: service.table().policy.limits.maxRequestBytes,
    maxSilenceMs: service.requestTimeoutMs + SILENCE_MARGIN_MS,
    publicDocs: false,
    routes: [
      ...serverRoutes(service),
      routeRoute(service),
      rulesRoute(service),
      explanationRoute(service),
      healthRoute(service),
      metricsRoute(service)
    ],
    pages: dashboardPages,
    mounts: [mcpEndpoint(service, options)],
    schemas: SCHEMAS,
    // What changes something is in the log under its own name; there is no other record.
    record: async () => {}
  };
}
