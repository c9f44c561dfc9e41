import type { Quotas } from '../access/quotas.js';
import type { Fleet } from '../registry/fleet.js';
import type { ToolServer } from '../registry/tool-server.js';
import { OUTCOMES, type Outcome } from '../upstream/outcome.js';
import type { Totals } from '../metrics/totals.js';
import { WINDOW_MS } from '../metrics/sliding-slices.js';

const sum = (counts: Iterable<number>) => [...counts].reduce((total, n) => total + n, 0);

export interface Measured {
  readonly fleet: Fleet;
  readonly totals: Totals;
  readonly quotas: Quotas;
  /** Of `performance.now()`. */
  readonly startedAt: number;
}

/** Everything that is measured, for `/metrics` and for whoever shows it elsewhere. Percentiles are of the last minute. */
export function metricsReport({ fleet, totals, quotas, startedAt }: Measured) {
  const now = performance.now();
  const servers = [...fleet.values()].map(server => serverMetrics(server, now));
  return {
    uptime_ms: Math.round(now - startedAt),
    window_ms: WINDOW_MS,
    requests: {
      total: totals.requests + totals.unroutable,
      unroutable: totals.unroutable,
      outcomes: Object.fromEntries(OUTCOMES.map(outcome => [outcome, totals.outcomes.get(outcome) ?? 0]))
    },
    latency_ms: totals.latency.percentiles(now),
    latency_sum_ms: totals.latency.sumMs,
    latency_count: totals.latency.count,
    retries: sum(servers.map(({ retries }) => retries)),
    failovers: sum(servers.map(({ failovers }) => failovers)),
    ejections: sum(servers.map(({ ejections }) => ejections)),
    callers: Object.entries(quotas.usage(now)).map(([name, { inFlight, left, perMinute, mostInFlight, refused }]) => ({
      name,
      in_flight: inFlight,
      most_in_flight: mostInFlight,
      left,
      per_minute: perMinute,
      refused
    })),
    servers,
    recent_failures: totals.failures.list()
  };
}

export type MetricsReport = ReturnType<typeof metricsReport>;

function serverMetrics({ name, status, health, traffic, client }: ToolServer, now: number) {
  const methods = Object.fromEntries(traffic.methods) as Readonly<Record<string, Readonly<Record<Outcome, number>>>>;
  return {
    name,
    status,
    attempts: sum(Object.values(methods).flatMap(counts => Object.values(counts))),
    methods,
    tools: Object.fromEntries([...traffic.tools].map(([tool, { outcomes, slow }]) => [tool, { ...outcomes, slow }])),
    latency_ms: traffic.latency.percentiles(now),
    latency_sum_ms: traffic.latency.sumMs,
    latency_count: traffic.latency.count,
    pending: traffic.pending,
    retries: traffic.retries,
    failovers: traffic.failovers,
    ejections: health.ejections,
    connections: client.use
  };
}
