import { ROOT_CONTEXT, SpanKind, SpanStatusCode, isSpanContextValid, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Span, SpanExporter } from '../../core/index.js';
import type { Signal } from './telemetry.js';

/** Finished work as one trace, under the caller's span where it sent one. */
export function spanExport(resource: Resource, base: string): Signal<SpanExporter['export']> {
  const exporter = new OTLPTraceExporter({ url: `${base}/v1/traces` });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('bylaw');
  const add = (span: Span, parent: Context, kind: SpanKind) => {
    const { name, attributes, startMs, durationMs, error, parts } = span;
    const made = tracer.startSpan(name, { startTime: startMs, attributes: { ...attributes }, kind }, parent);
    if (error !== undefined) made.setStatus({ code: SpanStatusCode.ERROR, message: error });
    const inside = trace.setSpan(parent, made);
    for (const part of parts) add(part, inside, SpanKind.INTERNAL);
    made.end(startMs + durationMs);
  };
  return {
    take: (span, traceparent) => add(span, parentOf(traceparent), SpanKind.SERVER),
    shutdown: () => provider.shutdown()
  };
}

/** W3C trace context, version 00: what does not fit it starts a trace of its own. */
function parentOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '00'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
