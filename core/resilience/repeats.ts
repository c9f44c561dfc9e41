import { withoutContext } from '../observe/context.js';
import type { Log } from '../observe/log.js';

const INTERVAL_MS = 30_000;

/**
 * Log records of what an outage repeats for every request. The first of a kind is written as it is, those of the next half minute
 * together as one that holds the `count` of them, and so on until none comes.
 */
export class Repeats {
  readonly #kinds = new Map<string, { count: number }>();

  constructor(
    private readonly log: Log,
    private readonly intervalMs = INTERVAL_MS
  ) {}

  /** `fields` are of a closed set, for each of which records are counted by themselves; `once` stand in the first record only. */
  write(level: 'warning' | 'error', event: string, fields: object, once: object = {}): void {
    const key = `${event} ${JSON.stringify(fields)}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return void known.count++;
    this.log[level](event, { ...fields, ...once });
    const kind = { count: 0 };
    this.#kinds.set(key, kind);
    // What is told later is about no request in particular.
    withoutContext(() => {
      const timer = setInterval(() => {
        const { count } = kind;
        kind.count = 0;
        if (count > 0) return this.log[level](event, { ...fields, count });
        clearInterval(timer);
        this.#kinds.delete(key);
      }, this.intervalMs).unref();
    });
  }
}
