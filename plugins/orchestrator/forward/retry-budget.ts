import type { RetryPolicy } from '../kinds/routing-policy.js';

/** Keeps retries to a share of the requests, so that they cannot drown servers that are already failing. */
export class RetryBudget {
  #tokens: number | undefined;

  /** A request came in, and earns its share of a retry. */
  earn({ extraLoadShare, reserve, mostSaved }: RetryPolicy): void {
    this.#tokens = Math.min((this.#tokens ?? reserve) + extraLoadShare, mostSaved);
  }

  /** Whether a retry may be made; it is taken from the budget. */
  take(): boolean {
    if (this.#tokens === undefined || this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
