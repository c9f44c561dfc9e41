import { SpanKind, SpanStatusCode, trace, type Context, type Span as LiveSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { OpenSpan, Span, SpanExporter } from '../../core/index.js';
import type { Signal } from './signal.js';
import { contextOf } from './trace-context.js';

/** Work as one trace, under the caller's span where it sent one. */
export function spanExport(resource: Resource, base: string): Signal<SpanExporter> {
  const exporter = new OTLPTraceExporter({ url: `${base}/v1/traces` });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('bylaw');
  const add = (span: Span, parent: Context, kind: SpanKind) => {
    const { name, attributes, startMs, durationMs, error, parts } = span;
    const made = tracer.startSpan(name, { startTime: startMs, attributes: { ...attributes }, kind }, parent);
    if (error !== undefined) fail(made, error);
    const inside = trace.setSpan(parent, made);
    for (const part of parts) add(part, inside, SpanKind.INTERNAL);
    made.end(startMs + durationMs);
  };
  const open = (name: string, parent: Context, kind: SpanKind): OpenSpan => {
    const made = tracer.startSpan(name, { kind }, parent);
    const { traceId, spanId, traceFlags } = made.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      kept: made.isRecording(),
      ask: inner => open(inner, trace.setSpan(parent, made), SpanKind.CLIENT),
      end(attributes, error) {
        made.setAttributes(attributes);
        if (error !== undefined) fail(made, error);
        made.end();
      }
    };
  };
  return {
    take: {
      name: 'otel',
      export: (span, traceparent) => add(span, contextOf(traceparent), SpanKind.SERVER),
      open: (name, traceparent) => open(name, contextOf(traceparent), SpanKind.SERVER)
    },
    shutdown: () => provider.shutdown()
  };
}

const fail = (span: LiveSpan, message: string) => span.setStatus({ code: SpanStatusCode.ERROR, message });
