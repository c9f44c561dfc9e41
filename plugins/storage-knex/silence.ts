import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../core/store/index.js';

/** Between two attempts to hear of a database that has gone silent. */
const PAUSE_MS = 250;

/**
 * Whether a database answers at all. A host or a proxy that vanished closes no connection: what was asked over it is never
 * answered, and neither is what is asked over the connections beside it. After the first statement of that kind nobody
 * waits for another one: calls fail at once until a question over a new connection is answered.
 */
export class Silence {
  /** Connections made in an earlier generation are not to be trusted. */
  generation = 0;
  #asking = false;
  #ended = false;

  /** `ask` puts a question over a new connection. */
  constructor(private readonly ask: () => Promise<unknown>) {}

  /** Throws `StoreUnavailable` while the database does not answer. */
  demandNone(): void {
    if (this.#asking) throw new StoreUnavailable('it does not answer');
  }

  begin(): void {
    this.generation++;
    if (!this.#asking && !this.#ended) void this.#askAgain();
  }

  end(): void {
    this.#ended = true;
  }

  async #askAgain(): Promise<void> {
    this.#asking = true;
    while (this.#asking && !this.#ended) {
      try {
        await this.ask();
        this.#asking = false;
      } catch {
        await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}

/** What `work` gives, or undefined after `ms` milliseconds without it; then what becomes of it is nobody's concern. */
export async function answered<T>(ms: number, work: Promise<T>): Promise<{ readonly value: T } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    // Where the process itself was held up, what has arrived meanwhile is looked at first.
    timer = setTimeout(() => setImmediate(resolve, undefined), ms);
  });
  try {
    work.catch(() => {});
    return await Promise.race([work.then(value => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
