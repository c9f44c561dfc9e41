import type { Wanted } from '../policy/wanted.js';
import type { ToolServer } from '../registry/tool-server.js';
import type { Message } from '../upstream/message.js';
import type { Answer, Failure, Outcome } from '../upstream/outcome.js';
import type { TraceContext } from '../upstream/trace-context.js';
import type { Envelope } from './envelope.js';

/** One request to be routed. */
export interface RouteRequest {
  readonly requestId: string;
  /** Name of the caller's key. */
  readonly caller: string;
  readonly wanted: Wanted;
  readonly message: Message;
  readonly timeoutMs: number | undefined;
  readonly envelope: Envelope;
  /** The caller's own, as its connection names it. */
  readonly trace: TraceContext | undefined;
  /** Called with each notification that comes before the answer, one character for each byte. */
  readonly progress?: (text: string) => void;
  /** Called once when the request has ended, where somebody counts those under way. */
  readonly done?: () => void;
}

/** What became of a routed request. */
export interface RouteEnd {
  readonly outcome: Outcome | 'no_server';
  /** The server that was asked last. */
  readonly server?: string;
  /** The rule that chose. */
  readonly rule?: string | undefined;
  /** Of the JSON-RPC error that a server answered. */
  readonly code?: number | undefined;
  /** The tool that was called, where the server lists it. */
  readonly tool?: string | undefined;
  readonly attempts: number;
  readonly ms: number;
}

/** Sees one request on its way. Nothing here throws. */
export interface Observed {
  /** An attempt begins; the answer is what its server is told. */
  asks(id: number): TraceContext | undefined;
  answered(server: ToolServer, end: Answer | Failure, ms: number): void;
  ended(end: RouteEnd): void;
}

/** Begins to see a request; `first` is the server that it goes to, undefined when there is none. */
export type RouteObserver = (request: RouteRequest, first: ToolServer | undefined) => Observed;

/** Where the record of each routed request goes. */
export interface RouteLog {
  routed(request: RouteRequest, end: RouteEnd): void;
}
