import type { HttpStream } from '../../../core/http/index.js';
import type { Failure, Outcome } from '../upstream/outcome.js';
import type { Stop } from './retry.js';

/** One attempt, as answers list it. */
export interface AttemptRecord {
  readonly server: string;
  readonly outcome: Outcome;
  readonly duration_ms: number;
}

/** How a request ended without an answer of a server. */
export interface Ending {
  /** The server that was asked last. */
  readonly server: string;
  readonly failure: Failure;
  readonly stopped: Stop;
  readonly attempts: readonly AttemptRecord[];
}

/**
 * What a server's answer is wrapped in on its way to the caller. The value of `result` or `error` stands between head and
 * tail as the server sent it. All texts have one character for each byte.
 */
export interface Envelope {
  head(server: string, member: 'result' | 'error'): string;
  tail(server: string, attempts: readonly AttemptRecord[], ms: number): string;
  /** Answers that no server did. */
  failed(answer: HttpStream, ending: Ending): void;
  /** Answers that there is no server to ask. */
  unroutable(answer: HttpStream, registered: number): void;
}
