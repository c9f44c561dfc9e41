import { definePlugin, SpanExporter, withPackages } from '../../core/index.js';
import { isHttpAddress } from '../../core/net/index.js';
import { TELEMETRY_SECTION } from './settings.js';

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/api-logs',
  '@opentelemetry/exporter-logs-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace-node'
];

/** Exports metrics, logs and traces over OTLP, and metrics to Prometheus. */
export default definePlugin()({
  name: 'telemetry-otel',
  version: '1.0.0',
  contract: 1,
  settings: { observability: TELEMETRY_SECTION },
  needs: {},
  provides: [SpanExporter],
  check(settings) {
    const { tracing_enabled, otlp_endpoint } = settings.section('observability', TELEMETRY_SECTION);
    const problem = (message: string) => [{ code: 'telemetry_unconfigured', message }];
    if (otlp_endpoint !== undefined && !isHttpAddress(otlp_endpoint))
      return problem('OBSERVABILITY__OTLP_ENDPOINT must be an http or https address without a credential in it');
    return tracing_enabled && otlp_endpoint === undefined
      ? problem('OBSERVABILITY__TRACING_ENABLED is true, and OBSERVABILITY__OTLP_ENDPOINT names no collector')
      : [];
  },
  async start(_needs, { service, settings, log, logObservers, metrics, provide }) {
    const values = settings.section('observability', TELEMETRY_SECTION);
    if (values.otlp_endpoint === undefined && values.prometheus_port === undefined) return;
    const { startTelemetry } = await withPackages('export of telemetry', PACKAGES, () => import('./telemetry.js'));
    const telemetry = await startTelemetry(service, values, log);
    metrics.observe(telemetry.metrics);
    if (telemetry.logged !== undefined) logObservers.push(telemetry.logged);
    if (telemetry.spans !== undefined) provide(SpanExporter, telemetry.spans);
    return telemetry.stop;
  }
});
