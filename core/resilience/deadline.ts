/** Work did not finish in the time it was given. */
export class TimedOut extends Error {
  constructor(readonly afterMs: number) {
    super(`no answer within ${Math.round(afterMs)} ms`);
    this.name = 'TimedOut';
  }
}

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** When work has to stop. Its `AbortSignal` is made when it is asked for: making one costs more than most work that is limited. */
export class Limit {
  #controller: AbortController | undefined;
  #stop: { readonly reason: unknown } | undefined;
  #listeners: ((reason: unknown) => void)[] = [];

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stop !== undefined) this.#controller.abort(this.#stop.reason);
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#stop !== undefined;
  }

  throwIfAborted(): void {
    if (this.#stop !== undefined) throw this.#stop.reason;
  }

  /** Calls `listener` once with the reason, at once where the work has been stopped already. Returns what forgets it. */
  onAbort(listener: (reason: unknown) => void): () => void {
    if (this.#stop !== undefined) listener(this.#stop.reason);
    else this.#listeners.push(listener);
    return () => void (this.#listeners = this.#listeners.filter(each => each !== listener));
  }

  /** Does nothing where the work has been stopped already. */
  abort(reason: unknown): void {
    if (this.#stop !== undefined) return;
    this.#stop = { reason };
    this.#controller?.abort(reason);
    for (const listener of this.#listeners.splice(0)) listener(reason);
  }
}

class Limited {
  readonly #limit: Limit;

  constructor(fields: object, limit: Limit) {
    Object.assign(this, fields);
    this.#limit = limit;
  }

  get signal(): AbortSignal {
    return this.#limit.signal;
  }
}

/** The fields, with the `signal` of a limit, which is made when it is looked at. */
export const limitedBy = <T extends object>(fields: T, limit: Limit): T & Pick<Limit, 'signal'> =>
  new Limited(fields, limit) as unknown as T & Pick<Limit, 'signal'>;

export interface Deadline extends Limit {
  /** Lets go of the timer; nothing is stopped any more. */
  end(): void;
}

class TimedLimit extends Limit implements Deadline {
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    super();
    const late = () => this.abort(new DOMException('The time is over.', 'TimeoutError'));
    this.#timer = setTimeout(late, Math.min(ms, LONGEST_TIMER_MS)).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Stops with a `TimeoutError` after `ms` milliseconds unless it is ended before. `AbortSignal.timeout` would keep a
 * timer for each piece of work until long after that has ended. Keeps no process alive.
 */
export const deadline = (ms: number): Deadline => new TimedLimit(ms);

/**
 * Runs `work` for at most `ms` milliseconds. The limit it is given stops at that moment, or when `outer` does;
 * the returned promise rejects then even if `work` does not look at it.
 */
export function withDeadline<T>(
  ms: number,
  work: (limit: Limit) => Promise<T>,
  outer?: AbortSignal | Limit
): Promise<T> {
  return new Promise((resolve, reject) => {
    outer?.throwIfAborted();
    const limit = new Limit();
    const stop = (reason: unknown) => {
      letGo();
      limit.abort(reason);
      reject(reason as Error);
    };
    const timer = setTimeout(() => stop(new TimedOut(ms)), Math.min(ms, LONGEST_TIMER_MS));
    const forget = outer === undefined ? undefined : listening(outer, stop);
    const letGo = () => {
      clearTimeout(timer);
      forget?.();
    };
    try {
      work(limit).then(value => {
        letGo();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }

    function fail(error: unknown): void {
      letGo();
      reject(error as Error);
    }
  });
}

function listening(outer: AbortSignal | Limit, stop: (reason: unknown) => void): () => void {
  if (outer instanceof Limit) return outer.onAbort(stop);
  const listener = () => stop(outer.reason);
  outer.addEventListener('abort', listener, { once: true });
  return () => outer.removeEventListener('abort', listener);
}
