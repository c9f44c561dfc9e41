import { extensionPoint } from '../kernel/point.js';

/** A finished piece of work. Attributes hold names, ids and counts: never message text, never a secret. */
export interface Span {
  /** A name from a short closed list, such as `agent.tool_call`. */
  readonly name: string;
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Why it failed, in one word; absent when it did not. */
  readonly error?: string;
  readonly parts: readonly Span[];
}

/** Takes finished work to where traces are kept. */
export interface SpanExporter {
  readonly name: string;
  /** Returns at once and never throws. `traceparent` is the W3C header of whoever asked for the work. */
  export(span: Span, traceparent?: string): void;
}

export const SpanExporter = extensionPoint<SpanExporter>('span-exporter', exporter => exporter.name);
