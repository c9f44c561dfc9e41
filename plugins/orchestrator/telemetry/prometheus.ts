import { STATUSES } from '../health/health.js';
import type { MetricsReport } from './report.js';
import type { Percentiles } from '../metrics/sliding-latency.js';

const PREFIX = 'bylaw_orchestrator_';
const QUANTILES: readonly (readonly [keyof Percentiles, string])[] = [
  ['p50', '0.5'],
  ['p90', '0.9'],
  ['p95', '0.95'],
  ['p99', '0.99']
];

type Labels = Readonly<Record<string, string>>;

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${PREFIX}${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

function family(name: string, type: string, help: string, samples: readonly string[]): string {
  return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`, ...samples, ''].join('\n');
}

interface Timed {
  readonly latency_ms: Percentiles;
  readonly latency_sum_ms: number;
  readonly latency_count: number;
}

function summary(
  name: string,
  labels: Labels,
  { latency_ms, latency_sum_ms, latency_count }: Timed
): readonly string[] {
  return [
    ...QUANTILES.flatMap(([key, quantile]) => {
      const value = latency_ms[key];
      return value === null ? [] : [sample(name, { ...labels, quantile }, value / 1000)];
    }),
    sample(`${name}_sum`, labels, latency_sum_ms / 1000),
    sample(`${name}_count`, labels, latency_count)
  ];
}

/** The metrics in the text format of Prometheus, version 0.0.4. Seconds, as is the custom there. */
export function prometheusText(report: MetricsReport): string {
  const { servers, requests } = report;
  const perServer = (name: string, value: (server: MetricsReport['servers'][number]) => number) =>
    servers.map(server => sample(name, { server: server.name }, value(server)));
  return [
    family('uptime_seconds', 'gauge', 'Time since the start.', [sample('uptime_seconds', {}, report.uptime_ms / 1000)]),
    family('requests_total', 'counter', 'Routed requests by what callers saw.', [
      ...Object.entries(requests.outcomes).map(([outcome, n]) => sample('requests_total', { outcome }, n)),
      sample('requests_total', { outcome: 'no_server' }, requests.unroutable)
    ]),
    family(
      'request_duration_seconds',
      'summary',
      'Routed requests; quantiles of the last minute.',
      summary('request_duration_seconds', {}, report)
    ),
    family(
      'attempts_total',
      'counter',
      'Attempts by server, method and outcome.',
      servers.flatMap(({ name, methods }) =>
        Object.entries(methods).flatMap(([method, outcomes]) =>
          Object.entries(outcomes)
            .filter(([, n]) => n > 0)
            .map(([outcome, n]) => sample('attempts_total', { server: name, method, outcome }, n))
        )
      )
    ),
    family(
      'attempt_duration_seconds',
      'summary',
      'Attempts by server; quantiles of the last minute.',
      servers.flatMap(server => summary('attempt_duration_seconds', { server: server.name }, server))
    ),
    family(
      'server_status',
      'gauge',
      '1 for the status that a server has.',
      servers.flatMap(({ name, status }) =>
        STATUSES.map(each => sample('server_status', { server: name, status: each }, each === status ? 1 : 0))
      )
    ),
    family(
      'retries_total',
      'counter',
      'Retries by the server they went to.',
      perServer('retries_total', s => s.retries)
    ),
    family(
      'failovers_total',
      'counter',
      'Retries that were answered, by the server that did.',
      perServer('failovers_total', s => s.failovers)
    ),
    family(
      'ejections_total',
      'counter',
      'Times a server became unhealthy.',
      perServer('ejections_total', s => s.ejections)
    ),
    family(
      'pending_requests',
      'gauge',
      'Attempts under way.',
      perServer('pending_requests', s => s.pending)
    ),
    family(
      'connections',
      'gauge',
      'Open connections.',
      perServer('connections', s => s.connections.connected)
    ),
    family(
      'queued_requests',
      'gauge',
      'Attempts that wait for a connection.',
      perServer('queued_requests', s => s.connections.queued)
    )
  ].join('');
}
