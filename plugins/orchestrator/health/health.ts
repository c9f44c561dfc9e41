import type { HealthPolicy } from '../policy/routing-policy.js';
import { FailureShare } from './failure-share.js';

export const STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type Status = (typeof STATUSES)[number];

/** A change of status, for the log and for whoever remembers who can be routed to. */
export interface Transition {
  readonly from: Status;
  readonly to: Status;
  readonly reason: string;
}

/**
 * What is known about one server's health. Two sources move it: probes, and what became of requests. Pure: every
 * method is told the time (milliseconds, monotonic) and the policy in force, and answers the transition it caused.
 */
export class Health {
  #status: Status = 'healthy';
  #failedProbes = 0;
  #goodProbes = 0;
  #lastError: string | null = null;
  readonly #requests = new FailureShare();
  /** Times of the ejections that still count. */
  readonly #recent: number[] = [];
  #ejections = 0;

  get status(): Status {
    return this.#status;
  }

  /** Failed probes in a row. */
  get consecutiveFailures(): number {
    return this.#failedProbes;
  }

  get lastError(): string | null {
    return this.#lastError;
  }

  /** Since it registered. */
  get ejections(): number {
    return this.#ejections;
  }

  /** A probe failed, for a reason that is safe to show. */
  probeFailed(reason: string, policy: HealthPolicy, now: number): Transition | undefined {
    this.#goodProbes = 0;
    this.#failedProbes++;
    this.#lastError = reason;
    if (this.#failedProbes >= policy.unhealthyAfterFailedProbes) {
      if (this.#status === 'unhealthy') return undefined;
      this.#ejections++;
      this.#recent.push(now);
      return this.#become('unhealthy', reason);
    }
    if (this.#failedProbes < policy.degradedAfterFailedProbes || this.#status !== 'healthy') return undefined;
    return this.#become('degraded', reason);
  }

  /** A probe succeeded. `p95Ms` is that of the requests of the last minute, `slowMs` what is too slow. */
  probeSucceeded(
    { p95Ms, slowMs }: { readonly p95Ms: number | null; readonly slowMs: number },
    policy: HealthPolicy,
    now: number
  ): Transition | undefined {
    this.#failedProbes = 0;
    const slow = p95Ms !== null && p95Ms > slowMs;
    if (slow) this.#lastError = `p95 is ${Math.round(p95Ms)} ms; more than ${Math.round(slowMs)} ms is too slow`;
    if (this.#status === 'healthy') return slow ? this.#become('degraded', this.#lastError!) : undefined;
    if (slow && this.#status === 'degraded') {
      this.#goodProbes = 0;
      return undefined;
    }
    this.#goodProbes++;
    if (this.#goodProbes < this.#goodProbesNeeded(policy, now)) return undefined;
    this.#requests.clear();
    if (slow) return this.#become('degraded', this.#lastError!);
    this.#lastError = null;
    return this.#become('healthy', `${this.#goodProbes} good probes`);
  }

  /** A request came back, or did not. Only failures of the server count, never an error it answered with. */
  requested(failed: boolean, reason: string, policy: HealthPolicy, now: number): Transition | undefined {
    this.#requests.record(failed, now);
    if (!failed) return undefined;
    this.#goodProbes = 0;
    this.#lastError = reason;
    if (this.#status !== 'healthy' || this.#requests.share(now) <= policy.passiveFailureShare) return undefined;
    return this.#become('degraded', `more than ${policy.passiveFailureShare * 100} % of requests failed: ${reason}`);
  }

  /** A server that keeps coming and going has to prove itself for longer each time. */
  #goodProbesNeeded(policy: HealthPolicy, now: number): number {
    const { flapping, healthyAfterGoodProbes } = policy;
    const windowMs = flapping?.windowMs ?? 0;
    while (this.#recent.length > 0 && now - this.#recent[0]! > windowMs) this.#recent.shift();
    if (flapping === undefined) return healthyAfterGoodProbes;
    const doublings = Math.max(0, this.#recent.length - 1);
    return Math.min(healthyAfterGoodProbes * 2 ** doublings, flapping.mostGoodProbes);
  }

  #become(to: Status, reason: string): Transition {
    const from = this.#status;
    this.#status = to;
    this.#goodProbes = 0;
    return { from, to, reason };
  }
}
