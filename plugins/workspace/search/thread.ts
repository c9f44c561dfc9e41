import { availableParallelism } from 'node:os';
import type { ToolCallContext } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { stopAt } from '../time/deadline.js';
import type { Branch } from '../sandbox/contract.js';
import { searchSizes, type Searched } from './file-search.js';
import type { SearchQuery } from './query.js';
import type { SearchScope } from './searched-files.js';
import { returnWorker, takeWorker, type PooledWorker } from './worker-pool.js';
import type { Assignment, PartFound, SearchStart } from './worker.js';

/** Threads of one search. Once there are as many of all searches as the machine has cores, a further one would only take memory. */
const MOST = 2;

/** What a file counts for at least: a search may be full after some hundred. */
const FOUND_BYTES = 4096;

/** A thread that nobody listens to has so long to come to the end of a file before it is killed. */
const LAST_FILE_MS = 100;

/** The thread was stopped at the deadline, or because the call was cancelled. */
export class Stopped extends Error {}

/** A part of a walk and what is found there, as it comes. */
export interface PartSearch {
  readonly branches: readonly Branch[];
  readonly found: (readonly Searched[])[];
  /** Size of what was found. */
  bytes: number;
  started: boolean;
  /** What the thread has left of it, once it is done. */
  rest?: Branch[];
}

/**
 * Searches files in a thread that is killed at the deadline, when the call is cancelled and on `close`: the engine of regular
 * expressions cannot be interrupted in any other way.
 */
export class SearchThread {
  static #alive = 0;

  /** Threads that a search may start now. */
  static allowed(): number {
    const cores = availableParallelism();
    return SearchThread.#alive < cores ? Math.min(MOST, cores) : 1;
  }

  readonly #pooled: PooledWorker;
  readonly #parts = new Map<number, PartSearch>();
  readonly #letGo: () => void;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  #kill: NodeJS.Timeout | undefined;
  #next = 0;
  /** `Stopped` once the thread was, `Denied` unsafe_pattern where memory ran out. */
  failure: Error | undefined;

  /** `changed` is called when something was found, a part is done or the thread failed. */
  constructor(
    query: SearchQuery,
    scope: SearchScope,
    context: ToolCallContext,
    private readonly changed: () => void
  ) {
    const { sandbox } = context;
    SearchThread.#alive++;
    this.#pooled = takeWorker({ take: found => this.#take(found), fail: error => this.#fail(reasonOf(error)) });
    this.#letGo = stopAt(context, () => this.#fail(new Stopped()));
    const start: SearchStart = { stop: this.#stop, root: sandbox.root, query, scope, sizes: searchSizes(context) };
    this.#pooled.worker.postMessage(start);
  }

  /** Parts it has before it. */
  get waiting(): number {
    return this.#parts.size;
  }

  /** Goes through so many entries of a part. */
  search(part: PartSearch, entries: number): void {
    part.started = true;
    this.#parts.set(this.#next, part);
    this.#pooled.worker.postMessage({ id: this.#next++, branches: part.branches, entries } satisfies Assignment);
  }

  #take({ id, searched, rest }: PartFound): void {
    const part = this.#parts.get(id);
    if (part !== undefined) {
      part.found.push(searched);
      for (const { hits } of searched) part.bytes += FOUND_BYTES + (hits?.content.byteLength ?? 0);
      if (rest !== undefined) part.rest = [...rest];
    }
    if (rest !== undefined) this.#parts.delete(id);
    this.changed();
    if (this.#kill === undefined || this.#parts.size > 0 || this.failure !== undefined) return;
    clearTimeout(this.#kill);
    void returnWorker(this.#pooled);
  }

  #fail(error: Error): void {
    this.failure ??= error;
    void this.#pooled.worker.terminate();
    this.changed();
  }

  /** A thread that is still at work comes back by itself or is ended: what it would find is not wanted any more. */
  async close(): Promise<void> {
    this.#letGo();
    SearchThread.#alive--;
    const { worker } = this.#pooled;
    if (this.failure !== undefined) await worker.terminate();
    else if (this.#parts.size === 0) await returnWorker(this.#pooled);
    else {
      Atomics.store(this.#stop, 0, 1);
      this.#kill = setTimeout(() => this.#fail(new Stopped()), LAST_FILE_MS);
    }
  }
}

const reasonOf = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Denied('unsafe_pattern', 'the expression needs more memory than a search has; simplify it')
    : error;
