import type { HttpRoute } from '../../../core/http/index.js';
import type { Status } from '../health/health.js';
import { ORCHESTRATOR_VERSION } from '../version.js';
import { reference } from './schemas.js';
import type { Orchestrator } from '../service.js';

/** How the platform is. Always 200: a failing tool server is no reason to restart the orchestrator. */
export function healthRoute(service: Orchestrator): HttpRoute {
  return {
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    summary: 'How the orchestrator and its servers are',
    tag: 'operations',
    open: true,
    replies: { 200: { description: 'The status, and the reasons for it.', schema: reference('Health') } },
    handle: async () => ({ status: 200, body: platformHealth(service) })
  };
}

function platformHealth({ fleet, startedAt, refusedFiles }: Orchestrator) {
  const counts: Record<Status, number> = { healthy: 0, degraded: 0, unhealthy: 0 };
  let usable = 0;
  let draining = 0;
  for (const server of fleet.values()) {
    counts[server.status]++;
    if (server.draining) draining++;
    else if (server.status !== 'unhealthy') usable++;
  }
  const refused = refusedFiles().length;
  // Whoever asks needs no key, so servers are counted here and named elsewhere.
  const reasons = [
    ...(fleet.size > 0 && usable === 0
      ? ['none_left: every registered server is unhealthy or draining, so nothing can be routed']
      : []),
    ...(usable > 0 && counts.healthy === 0 ? ['none_healthy: only degraded servers are left'] : []),
    ...(counts.unhealthy > 0 ? [`unhealthy_servers: ${counts.unhealthy} of ${fleet.size} are not routed to`] : []),
    ...(counts.degraded > 0
      ? [`degraded_servers: ${counts.degraded} of ${fleet.size} are used only when no healthy one fits`]
      : []),
    ...(fleet.trouble === undefined ? [] : [`registry_unreachable: ${fleet.trouble}`]),
    ...(refused > 0 ? [`policy_refused: changed files have ${refused} problems; the old ones stay in force`] : [])
  ];
  const status: Status = fleet.size > 0 && usable === 0 ? 'unhealthy' : reasons.length > 0 ? 'degraded' : 'healthy';
  // Draining is somebody's decision, and nothing is wrong with it.
  if (draining > 0) reasons.push(`draining_servers: ${draining} of ${fleet.size} get nothing new`);
  return {
    status,
    registered_servers: fleet.size,
    healthy_servers: counts.healthy,
    uptime_ms: Math.round(performance.now() - startedAt),
    version: ORCHESTRATOR_VERSION,
    reasons
  };
}
