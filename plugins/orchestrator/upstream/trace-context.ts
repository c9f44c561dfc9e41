import type { IncomingHttpHeaders } from 'node:http';

/** What a server is told about the trace that its request belongs to. */
export interface TraceContext {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** For `_meta`, instead of what the caller wrote there; undefined leaves `_meta` as it is. */
  readonly traceparent?: string;
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
/** As long as everybody has to pass on by the recommendation of the W3C; anything else is dropped. */
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace that a caller names in its headers, to be passed on as it is. */
export function traceOf({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const state = typeof tracestate === 'string' && TRACESTATE.test(tracestate) ? ['tracestate', tracestate] : [];
  return { headers: ['traceparent', traceparent, ...state] };
}

/** Another span as the parent of what the server does; `given` is the caller's trace where the span belongs to it. */
export function retraced(given: TraceContext | undefined, traceparent: string): TraceContext {
  return { headers: ['traceparent', traceparent, ...(given?.headers.slice(2) ?? [])], traceparent };
}

/** The span that asked: the one in `_meta` goes before the one of the connection, which may belong to a proxy. */
export function parentOf(params: Readonly<Record<string, unknown>> | undefined, given: TraceContext | undefined) {
  const meta = params?.['_meta'] as { readonly traceparent?: unknown } | undefined;
  const named = meta?.traceparent;
  return typeof named === 'string' && TRACEPARENT.test(named) ? named : given?.headers[1];
}
