/** Work did not finish in the time it was given. */
export class TimedOut extends Error {
  constructor(readonly afterMs: number) {
    super(`no answer within ${Math.round(afterMs)} ms`);
    this.name = 'TimedOut';
  }
}

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer; the signal aborts no more. */
  end(): void;
}

/**
 * A signal that aborts with a `TimeoutError` after `ms` milliseconds unless it is ended before. `AbortSignal.timeout`
 * would keep a timer for each piece of work until long after that has ended. Keeps no process alive.
 */
export function deadline(ms: number): Deadline {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException('The time is over.', 'TimeoutError'));
  const timer = setTimeout(late, Math.min(ms, LONGEST_TIMER_MS)).unref();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

/**
 * Runs `work` for at most `ms` milliseconds. The signal it is given aborts at that moment, or when `outer` does;
 * the returned promise rejects then even if `work` ignores the signal.
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const end = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    timer = setTimeout(() => end(new TimedOut(ms)), Math.min(ms, LONGEST_TIMER_MS));
    onAbort = () => end(outer?.reason);
    outer?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) outer?.removeEventListener('abort', onAbort);
  }
}
