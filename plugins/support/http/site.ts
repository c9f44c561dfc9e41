import type { HttpRoute, HttpSite } from '../../../core/http/index.js';
import { auditWrite } from '../records/audit.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { conversationRoutes } from './conversations.js';
import { notFound } from './failures.js';
import { type Caller, forbidden } from '../keys.js';
import { customerDataRoutes } from './customer-data.js';
import { operationRoutes } from './operations.js';
import { policyRoutes } from './policies.js';
import { probeRoutes } from './probes.js';
import { deliveryRoutes } from './deliveries.js';
import { deskEventRoutes } from './desk-events.js';
import { recordRoutes } from './records.js';
import { ticketRoutes } from './tickets.js';
import { supportSchemas } from './schemas/models.js';
import type { SupportService } from './service.js';
import { sessionRoute } from './sessions.js';
import { understandingRoutes } from './understanding.js';
import { windowWords } from './window-words.js';

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  readonly publicDocs: boolean;
  readonly authenticate: HttpSite<Caller>['authenticate'];
  readonly allowsOrigin: (origin: string) => boolean;
}

/** All that a browser may do, and all that a public key may. Every other operation is refused to both. */
const BROWSER: ReadonlySet<string> = new Set([
  'openSession',
  'getConversation',
  'verifyConversation',
  'sendMessage',
  'giveFeedback'
]);
const PUBLIC: ReadonlySet<string> = new Set(['openSession']);

/** What is asked for most logs by itself which request it is about; the rest is seldom, and reaches far. */
const LOGGING: ReadonlySet<string> = new Set([...BROWSER, 'createConversation']);

/** A browser reaches the conversation of its token, whatever it asks for. */
function guarded(route: HttpRoute<Caller>): HttpRoute<Caller> {
  if (route.open === true) return route;
  return {
    ...route,
    logsRequestId: LOGGING.has(route.operationId),
    handle(request) {
      const { session, public: isPublic } = request.caller;
      if (isPublic !== undefined && !PUBLIC.has(route.operationId)) throw forbidden();
      if (session !== undefined && !BROWSER.has(route.operationId)) throw forbidden();
      const { id = session?.conversationId } = request.params;
      if (session !== undefined && id !== session.conversationId) throw notFound();
      return route.handle(request);
    }
  };
}

/** The support agent as an HTTP service. */
export function supportSite(service: SupportService, options: SiteOptions): HttpSite<Caller> {
  const intents = [...service.documents.current.get(RunPolicyAssembly).intents.keys()].sort();
  return {
    name: 'support',
    title: 'bylaw support agent',
    version: service.version,
    description:
      'Answers customers from evidence and by rules. A refusal, a clarifying question and an escalation are correct outcomes and return 200.',
    ...options,
    portSetting: 'AGENT_SERVER__PORT',
    routes: [
      ...conversationRoutes(service),
      sessionRoute(service),
      ...operationRoutes(service, intents),
      ...policyRoutes(service),
      ...understandingRoutes(service, intents),
      ...ticketRoutes(service),
      ...deliveryRoutes(service),
      ...deskEventRoutes(service),
      ...recordRoutes(service),
      ...customerDataRoutes(service),
      ...probeRoutes(service)
    ].map(guarded),
    schemas: supportSchemas(intents, service.limits.maxMessageChars),
    pages: [windowWords(service.documents)],
    async record({ caller, method, route, params, status, requestId }) {
      const event = {
        tenant: caller?.tenant ?? null,
        key: caller?.keyId ?? null,
        method,
        route,
        resource: params['id'] ?? null,
        status,
        requestId,
        now: service.now()
      };
      await service.store.commit([auditWrite(event)]);
    }
  };
}
