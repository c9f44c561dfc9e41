/** Where telemetry goes. Nothing of OpenTelemetry is loaded while none of these is set. */
export const TELEMETRY_SECTION = {
  tracing_enabled: { type: 'boolean', default: false, meaning: 'export traces to the collector' },
  otlp_endpoint: { type: 'string', meaning: 'address of an OTLP/HTTP collector: metrics, logs and traces go there' },
  otlp_interval_seconds: {
    type: 'number',
    minimum: 0.1,
    maximum: 3600,
    default: 15,
    meaning: 'time between two exports of metrics'
  },
  prometheus_port: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    meaning: 'port that serves /metrics to Prometheus; 0 takes a free one'
  },
  prometheus_host: { type: 'string', default: '127.0.0.1', meaning: 'address that serves /metrics to Prometheus' }
} as const;
