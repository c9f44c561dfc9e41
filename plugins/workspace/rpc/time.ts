import { performance } from 'node:perf_hooks';
import { TimedOut, withDeadline } from '../../../core/index.js';
import type { Deadline } from '../contract.js';

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
    const value = await withDeadline(limit, run, signal);
    if (performance.now() - started > limit) late();
    return value;
  } catch (error) {
    if (error instanceof TimedOut) late();
    throw error;
  }
}
