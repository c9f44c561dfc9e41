import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../test/harness/client.js';
import { quantile } from '../statistics.js';

const CALLERS = 8;
/** So many that none is sent more than is allowed. */
const CONVERSATIONS = 10;
const PAUSE_MS = 5;
const EMAIL = 'demo@example.com';

/** Asks once, and says how it was answered. */
export type Ask = () => Promise<{ readonly status: number }>;

/** A customer who asks for an order, in one of several conversations after the other. */
export async function customer(client: Client): Promise<Ask> {
  const talks = await Promise.all(Array.from({ length: CONVERSATIONS }, () => client.talk(EMAIL)));
  let asked = 0;
  return () => {
    const { path } = talks[asked++ % CONVERSATIONS]!;
    return client.post(`${path}/messages`, { message: 'Where is ORD-1002?' });
  };
}

export interface Waits {
  readonly answers: number;
  /** How often each status came. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds. */
  readonly p99: number;
  readonly longest: number;
}

/** Several who ask one thing after the other until they are stopped. */
export class Callers {
  #waits: number[] = [];
  #statuses: Record<number, number> = {};
  #stopped = false;
  readonly #all: Promise<unknown>;

  private constructor(asks: readonly Ask[]) {
    this.#all = Promise.all(asks.map(ask => this.#call(ask)));
  }

  static async of(make: () => Promise<Ask>): Promise<Callers> {
    return new Callers(await Promise.all(Array.from({ length: CALLERS }, make)));
  }

  /** What they met since they began, or since they were asked before. */
  met(): Waits {
    const [waits, statuses] = [this.#waits, this.#statuses];
    [this.#waits, this.#statuses] = [[], {}];
    return { answers: waits.length, statuses, p99: quantile(waits, 0.99), longest: Math.max(...waits) };
  }

  async stop(): Promise<Waits> {
    this.#stopped = true;
    await this.#all;
    return this.met();
  }

  async #call(ask: Ask): Promise<void> {
    while (!this.#stopped) {
      const begun = performance.now();
      const { status } = await ask();
      this.#waits.push(performance.now() - begun);
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  }
}
