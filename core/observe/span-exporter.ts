import { extensionPoint } from '../point.js';

/** Names, ids and counts: never message text, never a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A finished piece of work. */
export interface Span {
  /** A name from a short closed list, such as `agent.tool_call`. */
  readonly name: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly attributes: SpanAttributes;
  /** Why it failed, in one word; absent when it did not. */
  readonly error?: string;
  readonly parts: readonly Span[];
}

/** Work that hands its trace on to others before it has ended. Its methods return at once and never throw. */
export interface OpenSpan {
  /** W3C header for whoever is asked on the way. */
  readonly traceparent: string;
  /** False where only a share of the work is kept and this is not of it: neither attributes nor an end are needed then. */
  readonly kept: boolean;
  /** A request to somebody else, as a part of this work. */
  ask(name: string): OpenSpan;
  /** Called once. `error` says in one word why the work failed; absent when it did not. */
  end(attributes: SpanAttributes, error?: string): void;
}

/** Takes finished work to where traces are kept. */
export interface SpanExporter {
  readonly name: string;
  /** Returns at once and never throws. `traceparent` is the W3C header of whoever asked for the work. */
  export(span: Span, traceparent?: string): void;
  /** Begins work that hands its trace on. An exporter without this sees no such work. */
  open?(name: string, traceparent?: string): OpenSpan;
}

export const SpanExporter = extensionPoint<SpanExporter>('span-exporter', exporter => exporter.name);
