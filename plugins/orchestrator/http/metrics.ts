import type { HttpRoute } from '../../../core/http/index.js';
import { prometheusText } from '../telemetry/prometheus.js';
import { metricsReport } from '../telemetry/report.js';
import { reference } from './schemas.js';
import type { Orchestrator } from '../service.js';

/** The metrics as JSON, or in the text format that Prometheus reads. */
export function metricsRoute(service: Orchestrator): HttpRoute {
  return {
    method: 'GET',
    path: '/metrics',
    operationId: 'getMetrics',
    summary: 'Request counts, latency percentiles, server status; Prometheus text when asked for',
    tag: 'operations',
    query: {
      type: 'object',
      properties: { format: { enum: ['json', 'prometheus'], description: 'Goes before the Accept header.' } }
    },
    replies: { 200: { description: 'The metrics.', schema: reference('Metrics'), text: 'text/plain' } },
    async handle({ query, headers }) {
      const report = metricsReport(service);
      const format = query['format'] ?? (prefersText(headers.accept) ? 'prometheus' : 'json');
      if (format === 'json') return { status: 200, body: report };
      return {
        status: 200,
        text: { type: 'text/plain; version=0.0.4; charset=utf-8', content: prometheusText(report) }
      };
    }
  };
}

const prefersText = (accept = '') => /text\/plain|openmetrics-text/i.test(accept) && !/application\/json/i.test(accept);
