import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../kernel/point.js';
import type { Store, Write } from './store.js';

/** On whose behalf a tool runs, and under which limits. Bound by the service, never by the caller's arguments. */
export interface ToolContext {
  readonly tenant: string;
  readonly customerId: string | undefined;
  readonly conversationId: string;
  readonly runId: string;
  readonly intent: string;
  /** The run's clock. */
  readonly now: Date;
  /** The declarative files the run works with. */
  readonly documents: DocumentSet;
  /** Aborted when the tool's time is up. */
  readonly signal: AbortSignal;
  /** Adds to what the run writes when it ends, all in one transaction. Tools never write by themselves. */
  stage(write: Write): void;
}

export interface ToolOutput {
  /** Facts the tool established, each a record with an origin of its own. */
  readonly records: readonly ToolRecord[];
}

export interface ToolRecord {
  /** Unique within the output, for example `order` or `article:refund-window`. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of fields whose text third parties wrote; they are neutralised before anything reads them. */
  readonly untrusted?: readonly string[];
}

/**
 * A kind of work a definition in `tools.d/` can bind. The definition fixes host, collection, table or query;
 * a caller only fills declared arguments.
 */
export interface ToolHandler {
  readonly name: string;
  /** JSON Schema of what a definition may put under `handler.with`. */
  readonly configuration: object;
  bind(
    configuration: any,
    resources: { readonly store: Store }
  ): (args: any, context: ToolContext) => Promise<ToolOutput>;
}

export const ToolHandler = extensionPoint<ToolHandler>('tool-handler', handler => handler.name);
