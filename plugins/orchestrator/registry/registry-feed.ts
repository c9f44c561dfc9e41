import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Log } from '../../../core/index.js';
import type { Registered } from './registration.js';
import type { RegistryChange } from './registry.js';

/** On which instances tell each other of changes. */
export const CHANNEL = 'bylaw_servers';

export interface FeedOptions {
  /** Opens a connection that hears of changes. */
  connect(): Promise<pg.Client>;
  /** Everything that is registered now. */
  read(): Promise<readonly Registered[]>;
  readonly log: Log;
}

/** What was not heard of is found so much later at the latest. */
const READ_AGAIN_MS = 15_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Follows a shared registry: a connection that hears of changes, opened anew when it is lost, and a look from time to time. */
export class RegistryFeed {
  readonly #options: FeedOptions;
  readonly #known = new Map<string, Registered>();
  /** How often this instance has changed something itself. */
  #changes = 0;
  #client: pg.Client | undefined;
  /** The next attempt to hear of changes again; set while there is no such connection. */
  #reopen: NodeJS.Timeout | undefined;
  /** The next look at what is registered, whatever was heard. */
  #look: NodeJS.Timeout | undefined;
  #reading: Promise<void> | undefined;
  #again = false;
  #onChange: (change: RegistryChange) => void = () => {};
  #pauseMs = FIRST_PAUSE_MS;
  #stopped = false;
  #trouble: string | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /** Why this instance may not know what the others have changed; undefined when it hears of everything. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** What this instance knows by itself: only what differs from it is a change. */
  know(registered: Registered): void {
    this.#changes++;
    this.#known.set(registered.name, registered);
  }

  forget(name: string): void {
    this.#changes++;
    this.#known.delete(name);
  }

  /** Reports changes until the returned function is called. */
  start(onChange: (change: RegistryChange) => void): () => void {
    this.#onChange = onChange;
    void this.#open();
    return () => (this.#onChange = () => {});
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reopen);
    clearTimeout(this.#look);
    await this.#reading;
    await this.#client?.end().catch(() => {});
  }

  /** Tells the others that something has changed. Who is not reached in this way reads it again later. */
  announce(): void {
    void this.#client?.query(`notify ${CHANNEL}`).catch(() => {});
  }

  async #open(): Promise<void> {
    try {
      const client = await this.#options.connect();
      if (this.#stopped) return await client.end();
      this.#client = client;
      client.on('notification', () => void this.#read());
      client.on('end', () => this.#lost());
    } catch (error) {
      return this.#lost(error);
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    // What was changed before it listened.
    await this.#read();
  }

  #lost(error?: unknown): void {
    this.#client = undefined;
    if (this.#stopped) return;
    this.#miss(error);
    this.#reopen = setTimeout(() => void this.#open(), this.#pauseMs);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }

  /** From now on changes may be missed. */
  #miss(error: unknown): void {
    const reason = (error as { readonly code?: string } | undefined)?.code ?? 'connection lost';
    if (this.#trouble === undefined) this.#options.log.warning('registry.unreachable', { reason });
    this.#trouble = `the registry's database cannot be reached (${reason}); servers are those last known`;
  }

  /** Reads once more when a change was announced while it read. */
  #read(): Promise<void> {
    if (this.#reading !== undefined) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#compare().finally(() => {
      this.#reading = undefined;
      if (this.#again && !this.#stopped) {
        this.#again = false;
        void this.#read();
      }
    });
    return this.#reading;
  }

  async #compare(): Promise<void> {
    clearTimeout(this.#look);
    const changes = this.#changes;
    let found: readonly Registered[];
    try {
      found = await this.#options.read();
    } catch (error) {
      if (this.#stopped) return;
      this.#miss(error);
      this.#lookIn(this.#pauseMs);
      return;
    }
    if (this.#stopped) return;
    // It may have been read before what this instance has changed meanwhile.
    if (changes !== this.#changes) return await this.#compare();
    this.#lookIn(READ_AGAIN_MS);
    // Without the connection that listens the next change would not be heard of.
    if (this.#trouble !== undefined && this.#client !== undefined) {
      this.#trouble = undefined;
      this.#options.log.info('registry.reachable', { servers: found.length });
    }
    const names = new Set(found.map(({ name }) => name));
    for (const name of [...this.#known.keys()].filter(known => !names.has(known))) {
      this.#known.delete(name);
      this.#onChange({ name, registered: undefined });
    }
    for (const registered of found) {
      if (isDeepStrictEqual(this.#known.get(registered.name), registered)) continue;
      this.#known.set(registered.name, registered);
      this.#onChange({ name: registered.name, registered });
    }
  }

  #lookIn(ms: number): void {
    this.#look = setTimeout(() => void this.#read(), ms);
  }
}
