import type { Metrics, Observable } from '../../../core/index.js';
import { STATUSES } from '../health/health.js';
import type { Fleet } from '../registry/fleet.js';
import type { ToolServer } from '../registry/tool-server.js';
import { addressOf } from './address.js';

/** Lets exporters read what the orchestrator keeps of its servers anyway. */
export function exposeFleet(metrics: Metrics, fleet: Fleet): void {
  const each = (name: string, unit: string, kind: Observable['kind'], of: (server: ToolServer) => number) =>
    metrics.expose({
      name,
      unit,
      kind,
      read: () => [...fleet.values()].map(server => ({ value: of(server), attributes: addressOf(server) }))
    });
  each('bylaw.orchestrator.retries', '{attempt}', 'counter', ({ traffic }) => traffic.retries);
  each('bylaw.orchestrator.failovers', '{request}', 'counter', ({ traffic }) => traffic.failovers);
  each('bylaw.orchestrator.ejections', '{ejection}', 'counter', ({ health }) => health.ejections);
  each('http.client.active_requests', '{request}', 'gauge', ({ pending }) => pending);
  each('bylaw.orchestrator.queued_requests', '{request}', 'gauge', ({ client }) => client.use.queued);
  metrics.expose({
    name: 'http.client.open_connections',
    unit: '{connection}',
    kind: 'gauge',
    read: () => [...fleet.values()].flatMap(server => connections(server))
  });
  metrics.expose({
    name: 'bylaw.orchestrator.servers',
    unit: '{server}',
    kind: 'gauge',
    read: () => {
      const counts = new Map(STATUSES.map(status => [status, 0]));
      for (const { status } of fleet.values()) counts.set(status, counts.get(status)! + 1);
      return [...counts].map(([status, value]) => ({ value, attributes: { 'bylaw.server.status': status } }));
    }
  });
}

function connections(server: ToolServer) {
  const { connected, free } = server.client.use;
  const in_ = (state: string, value: number) => ({
    value,
    attributes: { ...addressOf(server), 'http.connection.state': state }
  });
  return [in_('active', connected - free), in_('idle', free)];
}
