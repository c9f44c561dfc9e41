import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';
import type { Settings } from '../kernel/settings.js';
import type { DecisionRecord } from '../rules/decide.js';
import type { Store, Write } from '../store/store.js';

/** On whose behalf a tool runs, and under which limits. Bound by the service, never by the caller's arguments. */
export interface ToolContext {
  readonly tenant: string;
  readonly customerId: string | undefined;
  readonly conversationId: string;
  readonly runId: string;
  /** What the caller is doing, by the service's own name for it; an intent, for example. */
  readonly purpose: string;
  /** The run's clock. */
  readonly now: Date;
  /** The declarative files the run works with. */
  readonly documents: DocumentSet;
  /** What the caller knows beside the arguments, for rules to look at. */
  readonly known?: Readonly<Record<string, unknown>>;
  /** Aborted when the tool's time is up. */
  readonly signal: AbortSignal;
  /** `Store.read`, by which a run is told of a record only once: for records that messages are about. */
  readonly read: Store['read'];
  /** Adds to what the run writes when it ends, all in one transaction. Tools never write by themselves. */
  stage(write: Write): void;
  /** Asks another tool as a part of this call, on the same authority. Throws a `ToolFailure` where it does not answer. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolOutput>;
}

export interface ToolOutput {
  /** Facts the tool established, each a record with an origin of its own. */
  readonly records: readonly ToolRecord[];
  /** What rules decided on the way; the run keeps it on record. */
  readonly decisions?: readonly DecisionRecord[];
}

export interface ToolRecord {
  /** Unique within the output, for example `order` or `article:refund-window`. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Names of fields whose text third parties wrote; they are neutralised before anything reads them. */
  readonly untrusted?: readonly string[];
}

/** What a body may use beside its arguments. */
export interface ToolResources {
  /** Name of the tool that is bound. */
  readonly tool: string;
  readonly store: Store;
  readonly settings: Settings;
  /** The value of `BYLAW_SECRET_<name>`; undefined where it is not set. Read when a tool is called, never when it is checked. */
  secret(name: string): string | undefined;
}

/**
 * Why a tool could not do its work, for a log: `code` is one of a documented, closed list and holds nothing of a
 * caller. A body may throw anything; what is not a `ToolFailure` is logged without a cause.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  constructor(
    readonly code: string,
    message: string,
    /** Where in an answer it is, as a JSON pointer: the log tells it. */
    readonly place?: string,
    /** How long the other side asks to be left alone. */
    readonly retryAfterMs?: number
  ) {
    super(message);
  }
}

/** A tool that was asked as a part of a call gave no answer. */
export const partFailure = (tool: string) => new ToolFailure('part_failed', `it needs ${tool}, which did not answer`);

/** Reports a problem at a JSON pointer below `handler.with`. */
export type ConfigurationReport = (pointer: string, code: string, message: string) => void;

/**
 * A kind of work a definition in `tools.d/` can bind. The definition fixes host, collection, table or query;
 * a caller only fills declared arguments.
 */
export interface ToolHandler {
  readonly name: string;
  /** It asks a system outside; tests answer in its place. */
  readonly remote?: true;
  /** JSON Schema of what a definition may put under `handler.with`. */
  readonly configuration: object;
  /** Says what the schema cannot: `configuration` has passed it, `argumentSchema` is the definition's `arguments`. */
  check?(configuration: any, argumentSchema: ArgumentSchema, report: ConfigurationReport): void;
  /** The records a body so configured gives, and the fields of each; absent where that is only known at run time. */
  records?(configuration: any): Readonly<Record<string, readonly string[]>>;
  /** Names of the secrets that a body so configured will ask for; a service does not start without them. */
  secrets?(configuration: any): readonly string[];
  bind(configuration: any, resources: ToolResources): (args: any, context: ToolContext) => Promise<ToolOutput>;
}

/** The part of a definition's `arguments` that a handler may rely on. */
export interface ArgumentSchema {
  readonly properties: Readonly<Record<string, { readonly type?: unknown }>>;
  readonly required?: readonly string[];
}

export const ToolHandler = extensionPoint<ToolHandler>('tool-handler', handler => handler.name, [
  'name',
  'configuration',
  'bind'
]);
