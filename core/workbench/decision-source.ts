import type { DocumentSet } from '../documents/set.js';
import { extensionPoint } from '../point.js';
import type { DecisionRecord } from '../rules/decide.js';
import type { CommandContext } from '../cli/command.js';

/** One decision as it was recorded. */
export interface RecordedDecision {
  readonly id: string;
  /** When it was taken, ISO 8601 UTC. */
  readonly at: string;
  readonly record: DecisionRecord;
}

export interface OpenDecisions {
  /** The declarative files of the context's root, checked. */
  readonly documents: DocumentSet;
  /** Decisions taken at or after a moment, oldest first, a page in memory at a time. */
  read(since: string): AsyncIterable<RecordedDecision>;
  close(): Promise<void>;
}

/** Where a service keeps what it decided, for `policy replay`. */
export interface DecisionSource {
  readonly name: string;
  /** `database` replaces the database that the settings name. Throws a `UsageError` where there is none. */
  load(): Promise<(context: CommandContext, database: string | undefined) => Promise<OpenDecisions>>;
}

export const DecisionSource = extensionPoint<DecisionSource>('decision-source', source => source.name);
