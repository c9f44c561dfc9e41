import type { LogObserver, Metrics, SpanExporter } from '../../../core/index.js';
import type { RouteEnd, RouteObserver } from '../forward/observer.js';
import { countedMethod } from '../metrics/traffic.js';
import { addressOf } from './address.js';
import { RouteSpan } from './route-span.js';

export interface RouteObserverOptions {
  readonly metrics: Metrics;
  readonly spanExporters: readonly SpanExporter[];
  readonly logObservers: readonly LogObserver[];
  /** Whether a record of each request is wanted. */
  readonly logged: boolean;
}

/** Shows requests to exporters; undefined where there is none, and routing then pays nothing. */
export function routeObserver(options: RouteObserverOptions): RouteObserver | undefined {
  const { metrics, spanExporters, logObservers, logged } = options;
  const records = logged && logObservers.length > 0;
  const exporter = spanExporters.find(({ open }) => open !== undefined);
  if (!metrics.observed && exporter === undefined && !records) return undefined;

  const duration = (side: 'client' | 'server', ms: number, attributes: Record<string, string | number>) =>
    metrics.show({
      name: `mcp.${side}.operation.duration`,
      unit: 's',
      kind: 'distribution',
      value: ms / 1000,
      attributes
    });

  return (request, first) => {
    const { wanted, trace, requestId, caller } = request;
    const method = countedMethod(wanted.method);
    const named = { 'mcp.method.name': method };
    const span = exporter === undefined ? undefined : new RouteSpan(exporter, request, method, first);
    return {
      asks: id => span?.asks(id) ?? trace,
      answered(server, end, ms) {
        duration('client', ms, { ...named, ...failed(end.outcome), ...addressOf(server) });
        span?.answered(server, end);
      },
      ended(end) {
        const { outcome, server = '', attempts, ms } = end;
        duration('server', ms, { ...named, ...failed(outcome) });
        span?.ended(end);
        // A request that went nowhere leaves `http.request` alone.
        if (!records || attempts === 0) return;
        const fields = { request_id: requestId, caller, method, server, outcome, attempts, duration_ms: ms };
        const record = { level: 'info', event: 'route.completed', fields } as const;
        const traceparent = span?.traceparent ?? trace?.headers[1];
        for (const observe of logObservers) observe(traceparent === undefined ? record : { ...record, traceparent });
      }
    };
  };
}

/** The conventions have no outcome for what went well. */
const failed = (outcome: RouteEnd['outcome']) => (outcome === 'ok' ? undefined : { 'error.type': outcome });
