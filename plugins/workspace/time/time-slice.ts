import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 12;

/**
 * Long synchronous work asks `due()` between units and awaits `take()` when it is, so that other calls, cancellation and
 * timers get their turn. `take` throws the signal's reason once the call is cancelled.
 */
export class TimeSlice {
  #last = performance.now();

  constructor(private readonly signal: AbortSignal) {}

  due(): boolean {
    return performance.now() - this.#last > SLICE_MS;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.signal.throwIfAborted();
    this.#last = performance.now();
  }
}
