import type { Outcome } from '../upstream/outcome.js';
import { RecentFailures } from './recent-failures.js';
import { SlidingLatency } from './sliding-latency.js';

/** What callers have seen, over all servers. */
export class Totals {
  /** Requests for which no server could be used. */
  unroutable = 0;
  readonly failures = new RecentFailures();
  readonly outcomes = new Map<Outcome, number>();
  readonly latency = new SlidingLatency();

  /** Requests that were sent on. */
  get requests(): number {
    let sum = 0;
    for (const n of this.outcomes.values()) sum += n;
    return sum;
  }

  record(outcome: Outcome, ms: number, now: number): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (outcome !== 'cancelled') this.latency.record(ms, now);
  }
}
