import { ROOT_CONTEXT, isSpanContextValid, trace, type Context } from '@opentelemetry/api';

/** W3C trace context, version 00: what does not fit it starts a trace of its own. */
export function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '00'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
