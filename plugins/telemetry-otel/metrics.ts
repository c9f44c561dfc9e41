import type { Counter, Histogram } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader, type IMetricReader } from '@opentelemetry/sdk-metrics';
import type { Log, MetricsObserver, ValuesOf } from '../../core/index.js';
import type { TELEMETRY_SECTION } from './settings.js';
import { servePrometheus } from './prometheus.js';
import type { Signal } from './signal.js';

/** The bounds that the conventions for MCP give, and finer ones for servers nearby. The default ones are made for milliseconds. */
const SECONDS = {
  explicitBucketBoundaries: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]
};

/** Every measurement under the name and with the attributes it was made with. */
export async function metricExport(
  resource: Resource,
  base: string | undefined,
  { otlp_interval_seconds, prometheus_port, prometheus_host: host }: ValuesOf<typeof TELEMETRY_SECTION>,
  log: Log
): Promise<Signal<MetricsObserver>> {
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
    take: {
      measured({ name, unit, kind, value, attributes }) {
        const options = { unit, description: name };
        if (kind === 'counter') made(counters, name, () => meter.createCounter(name, options)).add(value, attributes);
        else
          made(histograms, name, () =>
            meter.createHistogram(name, unit === 's' ? { ...options, advice: SECONDS } : options)
          ).record(value, attributes);
      },
      exposed({ name, unit, kind, read }) {
        const options = { unit, description: name };
        const instrument =
          kind === 'counter'
            ? meter.createObservableCounter(name, options)
            : meter.createObservableUpDownCounter(name, options);
        instrument.addCallback(result => {
          for (const { value, attributes } of read()) result.observe(value, attributes);
        });
      }
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
