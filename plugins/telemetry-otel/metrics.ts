import type { Counter, Histogram } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import type { Log, Measurement, ValuesOf } from '../../core/index.js';
import type { TELEMETRY_SECTION } from './settings.js';
import { servePrometheus } from './prometheus.js';
import type { Signal } from './telemetry.js';

/** Every measurement under the name and with the attributes it was made with. */
export async function metricExport(
  resource: Resource,
  base: string | undefined,
  { otlp_interval_seconds, prometheus_port, prometheus_host: host }: ValuesOf<typeof TELEMETRY_SECTION>,
  log: Log
): Promise<Signal<(measurement: Measurement) => void>> {
  const readers: IMetricReader[] = [];
  if (base !== undefined) {
    const intervalMs = otlp_interval_seconds * 1000;
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
        exportIntervalMillis: intervalMs,
        exportTimeoutMillis: intervalMs
      })
    );
  }
  const scraped = prometheus_port === undefined ? undefined : await servePrometheus(host, prometheus_port, log);
  if (scraped !== undefined) readers.push(scraped.take);
  const provider = new MeterProvider({ resource, readers });
  const meter = provider.getMeter('bylaw');
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  return {
    take({ name, unit, kind, value, attributes }) {
      if (kind === 'counter')
        made(counters, name, () => meter.createCounter(name, { unit, description: name })).add(value, attributes);
      else
        made(histograms, name, () => meter.createHistogram(name, { unit, description: name })).record(
          value,
          attributes
        );
    },
    async shutdown() {
      await Promise.allSettled([provider.shutdown(), ...(scraped === undefined ? [] : [scraped.shutdown()])]);
    }
  };
}

function made<T>(known: Map<string, T>, name: string, make: () => T): T {
  let instrument = known.get(name);
  if (instrument === undefined) known.set(name, (instrument = make()));
  return instrument;
}
