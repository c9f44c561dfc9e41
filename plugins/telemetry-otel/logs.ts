import { SeverityNumber, type AnyValueMap } from '@opentelemetry/api-logs';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import type { LogObserver } from '../../core/index.js';
import type { Signal } from './signal.js';
import { contextOf } from './trace-context.js';

const SEVERITY = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warning: SeverityNumber.WARN,
  error: SeverityNumber.ERROR
} as const;

/** Log records as the service writes them: the event is the body, its fields are attributes. */
export function logExport(resource: Resource, base: string): Signal<LogObserver> {
  const exporter = new OTLPLogExporter({ url: `${base}/v1/logs` });
  const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger('bylaw');
  return {
    take: ({ level, event, fields, traceparent }) =>
      logger.emit({
        severityNumber: SEVERITY[level],
        severityText: level,
        eventName: event,
        body: event,
        attributes: attributesOf(fields),
        context: contextOf(traceparent)
      }),
    shutdown: () => provider.shutdown()
  };
}

/** Undefined fields are left out, as they are on the service's own log. */
const attributesOf = (fields: Readonly<Record<string, unknown>>): AnyValueMap =>
  JSON.parse(JSON.stringify(fields)) as AnyValueMap;
