import { performance } from 'node:perf_hooks';
import { deadline as signalIn, TimedOut, withDeadline } from '../../../core/resilience/index.js';

/** The time a call has. Long work looks at `expired` between units of work and returns what it has. */
export interface Deadline {
  readonly expired: boolean;
  readonly remainingMs: number;
}

/** When a call has to end: its time is over, or whoever asked does not want it any more. */
export interface CallTime {
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** A tool that looks at its deadline has this long to hand over what it has. */
export const GRACE_MS = 200;

/** The time of one call, counted from now. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return {
    get expired() {
      return performance.now() >= end;
    },
    get remainingMs() {
      return Math.max(0, end - performance.now());
    }
  };
}

/** Calls `stop` when the time of a call is over (`late`) or the call is cancelled; what it returns lets go of both. */
export function stopAt({ deadline, signal }: CallTime, stop: (late: boolean) => void): () => void {
  const time = signalIn(deadline.remainingMs);
  const cancel = (): void => stop(false);
  time.signal.addEventListener('abort', () => stop(true));
  signal.addEventListener('abort', cancel, { once: true });
  return () => {
    time.end();
    signal.removeEventListener('abort', cancel);
  };
}

/**
 * Runs a tool for its budget and the grace after it. `late` is called when it had not come back by then, also when it
 * blocked the process so that no timer could stop it. Rejects with `TimedOut` where it did not come back at all.
 */
export async function withHardLimit<T>(
  budgetMs: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  late: () => void
): Promise<T> {
  const limit = budgetMs + GRACE_MS;
  const started = performance.now();
  try {
    const value = await withDeadline(limit, own => run(own.signal), signal);
    if (performance.now() - started > limit) late();
    return value;
  } catch (error) {
    if (error instanceof TimedOut) late();
    throw error;
  }
}
