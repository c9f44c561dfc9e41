import type { Composer } from '../../core/composing/index.js';
import {
  type LiveDocuments,
  type Log,
  type Metrics,
  newIdsFollow,
  type Settings,
  type SpanExporter,
  StartupError,
  VERSION
} from '../../core/index.js';
import type { HttpSite } from '../../core/http/index.js';
import { Repeats, Turns } from '../../core/resilience/index.js';
import type { Store } from '../../core/store/index.js';
import { ToolGate, type ToolResources } from '../../core/tools/index.js';
import { RetentionJob } from './duties/retention.js';
import { Codes } from './identity/codes.js';
import { checkCodes, courierFor } from './identity/couriers.js';
import type { Courier } from '../../core/net/index.js';
import { KeyRing } from './access/key-ring.js';
import { ANONYMOUS } from './keys.js';
import { parsePublicKeys } from './public-keys.js';
import { Sessions } from './sessions.js';
import { authenticator } from './authenticator.js';
import { RateLimits } from './access/rate-limits.js';
import type { SupportService } from './http/service.js';
import { supportSite } from './http/site.js';
import { Deliveries } from './desk/deliveries.js';
import { SupportMetrics } from './metrics.js';
import { SUPPORT_SCHEMA } from './records/schema.js';
import { auditReloads } from './records/reload-audit.js';
import { Records } from './records/records.js';
import { Messages } from './messages/messages.js';
import { HANDOVER_MS } from './run/tickets.js';
import { ReloadReview } from './policy/reload-review.js';
import { RunPolicyAssembly, type RunPolicy } from './policy/run-policy.js';
import { warm } from './policy/warm.js';
import { SUPPORT_SETTINGS as S } from './settings.js';
import { SUPPORT_CHECKS, type SupportGate } from './tools/authority.js';
import { bindTools, missingSecrets, type BoundTools } from './tools/registry.js';

interface Parts {
  readonly store: Store;
  readonly composers: readonly Composer[];
  readonly couriers?: readonly Courier[];
  readonly spanExporters?: readonly SpanExporter[];
  readonly settings: Settings;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly documents: LiveDocuments;
  readonly secret: ToolResources['secret'];
  readonly now?: () => Date;
}

/** Puts the parts together: store, gate, engine, endpoints. */
export async function startSupport({
  store,
  composers,
  couriers = [],
  spanExporters = [],
  settings,
  log,
  metrics: registry,
  documents,
  secret,
  now = () => new Date()
}: Parts): Promise<{ readonly site: HttpSite; stop(): Promise<void> }> {
  const security = settings.section('security', S.security);
  const limits = settings.section('limits', S.limits);
  const tools = settings.section('tools', S.tools);
  const withoutSecret = missingSecrets(documents.at(now()).get(RunPolicyAssembly).tools, secret);
  if (withoutSecret.length > 0) throw new StartupError(withoutSecret);
  await store.open(SUPPORT_SCHEMA);
  const observability = settings.section('observability', S.observability);
  const records = new Records(store);
  newIdsFollow((await records.newestId()) ?? '');
  const turns = new Turns(limits.max_run_seconds * 1000 + HANDOVER_MS);
  const metrics = new SupportMetrics(registry);
  documents.onReload(auditReloads(store, metrics, log, now));
  await warm(documents.at(now()).get(RunPolicyAssembly), now());
  documents.onReload(({ outcome }, { after }, pause) =>
    outcome === 'reloaded' ? warm(after.get(RunPolicyAssembly), now(), pause) : undefined
  );
  const gate: SupportGate = new ToolGate({
    checks: SUPPORT_CHECKS,
    timeoutMs: tools.timeout_seconds * 1000,
    circuit: { failures: tools.circuit_failures, resetMs: tools.circuit_reset_seconds * 1000 }
  });
  const rates = new RateLimits(store, log, now);
  const chosen = choose(composers, settings.section('chat', S.chat).backend);
  const template = choose(composers, 'template');
  const verificationEnabled = settings.section('verification', S.verification).enabled;
  const requireIdentity = settings.section('policy', S.policy).require_identity_for_account_data;

  // A run keeps the tools of the set it began with, so they are bound once for each set.
  const bound = new WeakMap<RunPolicy['tools'], BoundTools>();
  const toolsOf = ({ tools }: RunPolicy) => {
    let those = bound.get(tools);
    if (those === undefined) bound.set(tools, (those = bindTools(tools, { store, settings, secret })));
    return those;
  };
  const shared = {
    gate,
    composers: { chosen, template },
    metrics,
    log,
    repeats: new Repeats(log),
    records,
    requireIdentity,
    verificationEnabled
  };
  const servicesFor = (policy: RunPolicy) => ({ tools: toolsOf(policy), ...shared });
  const messages = new Messages({
    store,
    records,
    turns,
    documents,
    metrics,
    spanExporters,
    log,
    now,
    limits: {
      maxSteps: limits.max_steps,
      maxMs: limits.max_run_seconds * 1000,
      maxTurns: limits.max_conversation_turns
    },
    logMessageContent: observability.log_message_content,
    servicesFor
  });
  const browsers = settings.section('sessions', S.sessions);
  const keys = new KeyRing({ listed: security.api_keys, file: security.api_keys_file, store, log, now });
  documents.onReload(() => keys.reload());
  const publicKeys = parsePublicKeys(browsers.public_keys, () => {});
  const open = new Set([...(security.require_api_key ? [] : [ANONYMOUS]), ...publicKeys].map(({ keyId }) => keyId));
  const sessions = new Sessions({ ...browsers, now, accepts: keyId => open.has(keyId) || keys.accepts(keyId) });
  const production = settings.get('', 'environment') === 'production';
  const identity = settings.section('identity', S.identity);
  const courier = courierFor(couriers, identity.courier, production);
  checkCodes(documents.at(now()).get(RunPolicyAssembly), { courier, secret: identity.secret, production });
  const codes = new Codes({ store, courier, secret: identity.secret, now });
  const service: SupportService = {
    secret,
    version: VERSION,
    store,
    records,
    turns,
    documents,
    review: new ReloadReview(documents, log),
    messages,
    composers: { chosen, template },
    gate,
    metrics,
    rates,
    servicesFor,
    tools: () => toolsOf(documents.at(now()).get(RunPolicyAssembly)),
    keys,
    codes,
    sessions,
    origins: new Set(browsers.origins),
    limits: { maxMessageChars: limits.max_message_chars },
    log,
    now
  };
  const { host, port } = settings.section('server', S.server);
  const origins = new Set([...service.origins, ...publicKeys.flatMap(key => key.origins)]);
  const site = supportSite(service, {
    host,
    port,
    maxBodyBytes: security.max_request_bytes,
    publicDocs: security.public_docs,
    allowsOrigin: origin => origins.has(origin),
    authenticate: authenticator({ keys, publicKeys, sessions, required: security.require_api_key })
  });
  const desk = settings.section('desk', S.desk);
  const deliveries = new Deliveries({
    store,
    records,
    documents,
    settings,
    secret,
    metrics,
    log,
    now,
    limits: {
      pollMs: desk.poll_seconds * 1000,
      attempts: desk.attempts,
      backOffMs: desk.backoff_seconds * 1000,
      mostMs: desk.max_backoff_seconds * 1000,
      timeoutMs: tools.timeout_seconds * 1000
    }
  });
  deliveries.start();
  const retention = new RetentionJob({ store, documents, log, now });
  return {
    site,
    async stop() {
      await deliveries.stop();
      await retention.stop();
      rates.stop();
      await keys.stop();
    }
  };
}

function choose(composers: readonly Composer[], backend: string): Composer {
  const composer = composers.find(c => c.provider === backend);
  if (composer !== undefined) return composer;
  const message = `AGENT_CHAT__BACKEND is ${backend}, and plugins.yaml lists no composer for it; there are ${composers.map(c => c.provider).join(', ')}`;
  throw new StartupError([{ code: 'composer_missing', message }]);
}
