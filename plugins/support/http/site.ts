import type { HttpSite } from '../../../core/http/index.js';
import { auditWrite } from '../records/audit.js';
import { RunPolicyAssembly } from '../policy/run-policy.js';
import { conversationRoutes } from './conversations.js';
import type { Caller } from '../access/keys.js';
import { operationRoutes } from './operations.js';
import { probeRoutes } from './probes.js';
import { ticketRoutes } from './tickets.js';
import { supportSchemas } from './schemas.js';
import type { Service } from './service.js';

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  readonly publicDocs: boolean;
  readonly authenticate: HttpSite<Caller>['authenticate'];
}

/** The support agent as an HTTP service. */
export function supportSite(service: Service, options: SiteOptions): HttpSite<Caller> {
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
      ...operationRoutes(service, intents),
      ...ticketRoutes(service),
      ...probeRoutes(service)
    ],
    schemas: supportSchemas(intents, service.limits.maxMessageChars),
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
