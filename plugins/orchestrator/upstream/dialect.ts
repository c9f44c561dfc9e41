import { META } from '../../../core/mcp/index.js';
import type { Wanted } from '../policy/wanted.js';
import { asciiJson } from './ascii-json.js';
import { ofAttempt, requestHeaders, type ParamHeader } from './headers.js';
import { TIMEOUT_META, type Message } from './message.js';
import type { TraceContext } from './trace-context.js';

/** A request as it goes over the wire; `text` has one character for each byte. */
export interface Framed {
  readonly text: string;
  readonly headers: string[];
}

/** What stays the same in all attempts of a request. */
export interface ToFrame extends Pick<Wanted, 'method' | 'params'> {
  readonly message: Message;
  /** Arguments that travel in headers as well. */
  readonly mirrored: readonly ParamHeader[];
}

/** What is said of one attempt: its JSON-RPC id, the milliseconds that its server has, the trace it belongs to. */
export interface FramedAttempt {
  readonly id: number;
  readonly leftMs: number;
  readonly trace?: TraceContext | undefined;
}

/** How a server is spoken to. */
export interface Dialect {
  /** The revision; undefined for the one this project speaks. */
  readonly older: string | undefined;
  /** Method that asks whether the server is well. */
  readonly probe: 'server/discover' | 'ping';
  frame(request: ToFrame, attempt: FramedAttempt): Framed;
}

export const MODERN: Dialect = {
  older: undefined,
  probe: 'server/discover',
  frame: ({ method, params, message, mirrored }, { id, leftMs, trace }) => ({
    text: message.text(id, leftMs, trace?.traceparent),
    headers: ofAttempt(requestHeaders(method, params, mirrored), leftMs, trace)
  })
};

/** What a server of an older revision agreed to when it was greeted. */
export interface Session {
  readonly version: string;
  /** Absent where the server keeps no session. */
  readonly id: string | undefined;
}

/** Keys of `_meta` that older revisions do not know. */
const NEWER: ReadonlySet<string> = new Set([...Object.values(META), TIMEOUT_META]);

/** Headers that older revisions have; the session once there is one. A new list each time: whoever sends it adds to it. */
export function olderHeaders(session?: Session): string[] {
  const headers = ['content-type', 'application/json', 'accept', 'application/json, text/event-stream'];
  if (session === undefined) return headers;
  headers.push('mcp-protocol-version', session.version);
  if (session.id !== undefined) headers.push('mcp-session-id', session.id);
  return headers;
}

/** A server that was greeted with `initialize`: the session travels in a header, `_meta` holds the caller's own keys. */
export function olderDialect(session: Session): Dialect {
  return {
    older: session.version,
    probe: 'ping',
    frame: ({ method, params }, { id, leftMs, trace }) => ({
      text: asciiJson({
        jsonrpc: '2.0',
        id,
        method,
        ...(params === undefined ? {} : { params: older(params, trace?.traceparent) })
      }),
      headers: ofAttempt(olderHeaders(session), leftMs, trace)
    })
  };
}

function older(params: NonNullable<Wanted['params']>, traceparent: string | undefined): object {
  const { _meta, ...rest } = params;
  if (typeof _meta !== 'object' || _meta === null) return rest;
  const kept = Object.entries(_meta).filter(([key]) => !NEWER.has(key));
  if (kept.length === 0) return rest;
  const own = Object.fromEntries(kept);
  return {
    ...rest,
    _meta: traceparent === undefined || own['traceparent'] === undefined ? own : { ...own, traceparent }
  };
}
