import type { HttpRoute } from '../../../core/http/index.js';
import type { Caller } from '../access/access.js';
import { wantedOf, type WantedFields } from '../policy/wanted.js';
import { explain } from '../routing/explain.js';
import { reference } from './schemas.js';
import type { Orchestrator } from '../service.js';

/** The routing rules in force, in the order in which they are asked. */
export function rulesRoute({ table, revision }: Orchestrator): HttpRoute {
  return {
    method: 'GET',
    path: '/rules',
    operationId: 'listRules',
    summary: 'The routing rules in force, the highest priority first',
    tag: 'routing',
    replies: { 200: { description: 'Each with its file and line.', schema: reference('Rules') } },
    async handle() {
      const rules = table().rules.map(({ id, priority, file, line, servers, capability, choice }) => ({
        id,
        priority,
        file,
        line,
        servers: servers === undefined ? null : [...servers],
        capability: capability ?? null,
        choice: choice.by
      }));
      return { status: 200, body: { revision: revision(), rules } };
    }
  };
}

/** What would become of a request, and why; nothing is sent. */
export function explanationRoute({ forwarder, fleet, table }: Orchestrator): HttpRoute<Caller> {
  return {
    method: 'POST',
    path: '/explain',
    operationId: 'explain',
    summary: 'Where a request would be routed to, and why; sends nothing',
    tag: 'routing',
    body: { schema: reference('RouteRequest'), required: true },
    replies: { 200: { description: 'The explanation.', schema: reference('Explanation') } },
    async handle({ body, caller }) {
      const wanted = forwarder.limited(wantedOf(body as WantedFields), caller.name);
      return { status: 200, body: explain(wanted, table(), [...fleet.values()], undefined) };
    }
  };
}
