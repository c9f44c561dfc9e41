import type { Outcome } from '../upstream/outcome.js';

/** A request that no server answered. */
export interface RecentFailure {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The server that was asked last. */
  readonly server: string;
  readonly method: string;
  readonly outcome: Outcome;
  /** What is known of it: a code or a status. */
  readonly reason: string;
  readonly attempts: number;
}

const MOST = 20;

/** The last requests that failed, the newest first. */
export class RecentFailures {
  readonly #failures: RecentFailure[] = [];

  add(failure: RecentFailure): void {
    this.#failures.unshift(failure);
    if (this.#failures.length > MOST) this.#failures.pop();
  }

  list(): readonly RecentFailure[] {
    return [...this.#failures];
  }
}
