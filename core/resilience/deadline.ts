/** Work did not finish in the time it was given. */
export class TimedOut extends Error {
  constructor(readonly afterMs: number) {
    super(`no answer within ${Math.round(afterMs)} ms`);
    this.name = 'TimedOut';
  }
}

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

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
