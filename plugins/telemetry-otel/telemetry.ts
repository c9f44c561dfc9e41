import { randomUUID } from 'node:crypto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  type Log,
  type LogObserver,
  type MetricsObserver,
  type SpanExporter,
  type ValuesOf,
  VERSION
} from '../../core/index.js';
import { withDeadline } from '../../core/resilience/index.js';
import { logExport } from './logs.js';
import { metricExport } from './metrics.js';
import type { TELEMETRY_SECTION } from './settings.js';
import { spanExport } from './spans.js';

/** A collector that hangs must not hold a service that stops. */
const STOP_MS = 2000;

export interface Telemetry {
  readonly metrics: MetricsObserver;
  readonly logged: LogObserver | undefined;
  readonly spans: SpanExporter | undefined;
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
}

export async function startTelemetry(
  service: string,
  values: ValuesOf<typeof TELEMETRY_SECTION>,
  log: Log
): Promise<Telemetry> {
  const { otlp_endpoint, tracing_enabled } = values;
  const base = otlp_endpoint?.replace(/\/+$/, '');
  const resource = resourceFromAttributes({
    'service.name': `bylaw-${service}`,
    'service.version': VERSION,
    // Keeps the totals of several instances apart.
    'service.instance.id': randomUUID()
  });
  const metrics = await metricExport(resource, base, values, log);
  const logs = base === undefined ? undefined : logExport(resource, base);
  const spans = base === undefined || !tracing_enabled ? undefined : spanExport(resource, base);
  return {
    metrics: metrics.take,
    logged: logs?.take,
    spans: spans?.take,
    async stop() {
      const ends = [metrics, logs, spans].flatMap(signal => (signal === undefined ? [] : [signal.shutdown()]));
      // What a collector that is gone does not take is lost; the service's own log has said why it stopped.
      await withDeadline(STOP_MS, () => Promise.allSettled(ends)).catch(() => {});
    }
  };
}
