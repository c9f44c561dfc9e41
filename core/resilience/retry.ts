import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Calls after the first one. */
  readonly retries: number;
  /** Upper bound of the first pause; each further one doubles it. */
  readonly baseMs: number;
  readonly maxMs: number;
  /** Whether another try could help. */
  worthwhile(error: unknown): boolean;
  readonly signal?: AbortSignal;
  /** From 0 to 1; the pause is this share of its upper bound, so that callers do not return in step. */
  readonly random?: () => number;
}

/** Calls `work` until it succeeds, the retries are used up, or an error says that trying again is no use. */
export async function withRetry<T>(options: RetryOptions, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= options.retries || !options.worthwhile(error)) throw error;
      const bound = Math.min(options.maxMs, options.baseMs * 2 ** attempt);
      await sleep(
        bound * (options.random ?? Math.random)(),
        undefined,
        options.signal ? { signal: options.signal } : {}
      );
    }
  }
}
