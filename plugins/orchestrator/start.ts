import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import type { LiveDocuments, Log, LogObserver, Metrics, Settings, SpanExporter } from '../../core/index.js';
import type { StoreOpener } from '../../core/store/index.js';
import type { OrchestratorEndpoint } from './endpoint.js';
import { Forwarder } from './forward/forwarder.js';
import { Prober } from './probing/prober.js';
import { Quotas } from './access/quotas.js';
import { authenticator, parseKeys } from './access/access.js';
import type { Orchestrator } from './service.js';
import { orchestratorSite } from './http/site.js';
import { AccessLog, both } from './telemetry/access-log.js';
import { openAudit } from './telemetry/audit.js';
import { Totals } from './metrics/totals.js';
import { Fleet } from './registry/fleet.js';
import { memoryRegistry, type Registry } from './registry/registry.js';
import { Router } from './routing/router.js';
import { DescriptionGuardAssembly } from './policy/description-guard.js';
import { RoutingTableAssembly, type RoutingTable } from './policy/table.js';
import { ORCHESTRATOR_SETTINGS as S } from './settings.js';
import { exposeFleet } from './telemetry/expose.js';
import { routeObserver } from './telemetry/route-observer.js';

interface Parts {
  readonly settings: Settings;
  readonly log: Log;
  readonly documents: LiveDocuments;
  readonly metrics: Metrics;
  readonly logObservers: readonly LogObserver[];
  readonly spanExporters: readonly SpanExporter[];
  readonly storeOpeners: readonly StoreOpener[];
  /** Where the records of routed requests go. */
  readonly writeAccessLog: (lines: Buffer) => void;
  /** A credential from the environment, by the name of its variable. */
  readonly tokenIn: (variable: string) => string | undefined;
}

/** No longer than this is waited for a connection, whatever time the request has. */
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * Stops V8 from making objects in its old space because others made at the same place in the code have lived long.
 * Registering and probing many servers teaches it so about places that each request passes, and then every collection
 * copies what dead objects still point at: a fifth of the CPU time of routing a request.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/** Puts the parts together: registry, prober, router, forwarder, endpoints. */
export async function startOrchestrator(parts: Parts) {
  const { settings, log, documents, metrics, writeAccessLog, tokenIn } = parts;
  setFlagsFromString(NO_PRETENURING);
  const own = settings.section('', S['']);
  const totals = new Totals();
  const logged = own.log_level === 'debug' || own.log_level === 'info';
  const accessLog = new AccessLog({
    enabled: logged,
    format: settings.get('observability', 'log_format') as 'json' | 'text',
    write: writeAccessLog
  });
  const audit = own.audit_file === undefined ? undefined : openAudit(own.audit_file, log);
  const table = (): RoutingTable => documents.current.get(RoutingTableAssembly);
  const prober: Prober = new Prober(() => fleet, {
    intervalMs: own.health_interval,
    requestTimeoutMs: own.request_timeout,
    policy: () => table().policy,
    assess: text => documents.current.get(DescriptionGuardAssembly)(text),
    log
  });
  const fleet: Fleet = new Fleet({
    registry: await openRegistry(own.registry_url, parts),
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, own.request_timeout),
    log,
    policy: () => table().policy,
    listed: () => table().servers,
    tokenIn,
    onJoined: server => prober.watch(server),
    onLeft: server => prober.unwatch(server)
  });
  await fleet.open();
  exposeFleet(metrics, fleet);
  documents.onReload(({ outcome }) => {
    if (outcome === 'reloaded') fleet.applyFiles();
  });
  const quotas = new Quotas(caller => table().caller(caller));
  const forwarder = new Forwarder({
    quotas,
    fleet,
    router: new Router(fleet, table),
    prober,
    table,
    totals,
    accessLog: audit === undefined ? accessLog : both(accessLog, audit.log),
    observer: routeObserver({ ...parts, logged }),
    requestTimeoutMs: own.request_timeout,
    maxRetries: own.max_retries
  });
  const service: Orchestrator = {
    fleet,
    prober,
    forwarder,
    table,
    revision: () => documents.current.revision,
    totals,
    quotas,
    log,
    startedAt: performance.now(),
    requestTimeoutMs: own.request_timeout,
    refusedFiles: () => documents.refused
  };
  const keys = parseKeys(own.api_keys, () => {});
  const generatedKey = keys.length > 0 || own.allow_anonymous ? undefined : randomBytes(24).toString('base64url');
  const endpoint: OrchestratorEndpoint = { service, generatedKey };
  const authenticate = authenticator({ keys, allowAnonymous: own.allow_anonymous, generated: generatedKey });
  return {
    endpoint,
    site: orchestratorSite(service, { host: own.host, port: own.port, authenticate }),
    async stop() {
      await fleet.close();
      accessLog.flush();
      await audit?.close();
    }
  };
}

/** Only who shares a registry pays for the database's driver. */
async function openRegistry(url: string | undefined, { storeOpeners, log }: Parts): Promise<Registry> {
  if (url === undefined) return memoryRegistry();
  const { storedRegistry } = await import('./registry/stored-registry.js');
  return await storedRegistry(url, storeOpeners, log);
}
