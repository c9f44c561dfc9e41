import { setTimeout as sleep } from 'node:timers/promises';
import { StoreConflict, StoreUnavailable } from '../store/index.js';
import { type Limit, TimedOut, withDeadline } from './deadline.js';

/** Instances that met do not meet again at once. */
const LONGEST_PAUSE_MS = 20;

/**
 * Changes of one record, one at a time. In this process they wait for each other, in order of arrival; what another
 * process changed meanwhile shows as a `StoreConflict`, and the loser begins again with the record as it is by then.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** `ms`: how long a turn may take, with waiting for it. */
  constructor(private readonly ms: number) {}

  /**
   * Gives what `work` gives. Its limit stops when the time is over: then it must write nothing any more. Throws
   * `StoreUnavailable` at that moment, or as soon as the database fails somebody who is served before.
   */
  async take<T>(key: string, work: (limit: Limit) => Promise<T>): Promise<T> {
    try {
      return await withDeadline(this.ms, limit => this.#inTurn(key, () => untilWritten(work, limit)));
    } catch (error) {
      throw error instanceof TimedOut ? new StoreUnavailable(error.message) : error;
    }
  }

  #inTurn<T>(key: string, begin: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(begin, (error: unknown) => {
      if (error instanceof StoreUnavailable) throw error;
      return begin();
    });
    this.#last.set(key, turn);
    const leave = () => void (this.#last.get(key) === turn && this.#last.delete(key));
    turn.then(leave, leave);
    return turn;
  }
}

async function untilWritten<T>(work: (limit: Limit) => Promise<T>, limit: Limit): Promise<T> {
  for (;;) {
    limit.throwIfAborted();
    try {
      return await work(limit);
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}
