import type { ToolCallContext } from '../contract/tool.js';
import { Denied } from '../sandbox/denied.js';
import { stopAt } from '../time/deadline.js';
import { searchSizes, type FileTask, type Searched } from './file-search.js';
import type { SearchQuery } from './query.js';
import { returnWorker, takeWorker, type PooledWorker } from './worker-pool.js';
import type { Batch, BatchPart, SearchStart } from './worker.js';

/** Threads of one search, and of all searches together before each gets only one. */
const MOST = 2;
const MOST_OF_ALL = 8;

/** A thread that nobody listens to has so long to come to the end of a file before it is killed. */
const LAST_FILE_MS = 100;

/** The thread was stopped at the deadline, or because the call was cancelled. */
export class Stopped extends Error {}

/** The results of one batch as they come. */
class Results {
  readonly #parts: (readonly Searched[])[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: () => void = () => undefined;

  add({ searched, done }: BatchPart): void {
    this.#parts.push(searched);
    if (done) this.#end ??= {};
    this.#wake();
  }

  fail(error: Error): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *read(): AsyncGenerator<Searched> {
    for (;;) {
      const part = this.#parts.shift();
      if (part !== undefined) yield* part;
      else if (this.#end?.error !== undefined) throw this.#end.error;
      else if (this.#end !== undefined) return;
      else await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }
}

/**
 * Searches files in a thread that is killed at the deadline, when the call is cancelled and on `close`: the engine of regular
 * expressions cannot be interrupted in any other way.
 */
export class SearchThread {
  static #alive = 0;

  /** Threads that a search may start now. */
  static allowed(): number {
    return SearchThread.#alive < MOST_OF_ALL ? MOST : 1;
  }

  readonly #pooled: PooledWorker;
  readonly #batches = new Map<number, Results>();
  readonly #letGo: () => void;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  #kill: NodeJS.Timeout | undefined;
  #failure: Error | undefined;
  #next = 0;

  constructor(query: SearchQuery, context: ToolCallContext) {
    const { sandbox } = context;
    SearchThread.#alive++;
    this.#pooled = takeWorker({ take: part => this.#take(part), fail: error => this.#fail(reasonOf(error)) });
    this.#letGo = stopAt(context, () => this.#fail(new Stopped()));
    const start: SearchStart = { stop: this.#stop, root: sandbox.root, query, sizes: searchSizes(context) };
    this.#pooled.worker.postMessage(start);
  }

  /** The results in order of the tasks. Throws `Stopped` once the thread was, `Denied` unsafe_pattern where memory ran out. */
  search(tasks: readonly FileTask[]): AsyncIterable<Searched> {
    const results = new Results();
    if (this.#failure !== undefined) results.fail(this.#failure);
    else {
      this.#batches.set(this.#next, results);
      const paths = tasks.map(({ path }) => path).join('\0');
      this.#pooled.worker.postMessage({ id: this.#next++, paths, behind: tasks[0]!.behind } satisfies Batch);
    }
    return results.read();
  }

  #take(part: BatchPart): void {
    this.#batches.get(part.id)?.add(part);
    if (part.done) this.#batches.delete(part.id);
    if (this.#kill === undefined || this.#batches.size > 0) return;
    clearTimeout(this.#kill);
    void returnWorker(this.#pooled);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const results of this.#batches.values()) results.fail(this.#failure);
    void this.#pooled.worker.terminate();
  }

  /** A thread that is still at work comes back by itself or is ended: what it would find is not wanted any more. */
  async close(): Promise<void> {
    this.#letGo();
    SearchThread.#alive--;
    const { worker } = this.#pooled;
    if (this.#failure !== undefined) await worker.terminate();
    else if (this.#batches.size === 0) await returnWorker(this.#pooled);
    else {
      Atomics.store(this.#stop, 0, 1);
      this.#kill = setTimeout(() => void worker.terminate(), LAST_FILE_MS);
    }
  }
}

const reasonOf = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Denied('unsafe_pattern', 'the expression needs more memory than a search has; simplify it')
    : error;
