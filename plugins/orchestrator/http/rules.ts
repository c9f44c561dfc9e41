import type { HttpRoute } from '../../../core/http/index.js';
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
