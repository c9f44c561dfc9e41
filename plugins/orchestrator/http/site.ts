import type { HttpSite } from '../../../core/http/index.js';
import { VERSION } from '../version.js';
import type { Caller } from './access.js';
import { dashboardPages } from '../dashboard/pages.js';
import { mcpEndpoint } from '../mcp/endpoint.js';
import { healthRoute } from './health.js';
import { metricsRoute } from './metrics.js';
import { routeRoute } from './route.js';
import { rulesRoute } from './rules.js';
import { SCHEMAS } from './schemas.js';
import { serverRoutes } from './servers.js';
import type { Service } from './service.js';

/** A streamed answer can be silent for as long as its server is, and a little longer. */
const SILENCE_MARGIN_MS = 10_000;

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly authenticate: HttpSite<Caller>['authenticate'];
}

/** The orchestrator as an HTTP service. */
export function orchestratorSite(service: Service, options: SiteOptions): HttpSite<Caller> {
  return {
    name: 'orchestrator',
    title: 'bylaw orchestrator',
    version: VERSION,
    description: 'Registers tool servers, watches their health, and routes requests to those that can answer them.',
    ...options,
    maxBodyBytes: service.table().policy.limits.maxRequestBytes,
    maxSilenceMs: service.requestTimeoutMs + SILENCE_MARGIN_MS,
    publicDocs: false,
    routes: [
      ...serverRoutes(service),
      routeRoute(service),
      rulesRoute(service),
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
