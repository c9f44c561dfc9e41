import { availableParallelism } from 'node:os';
import type { ToolCallContext } from '../contract/tool.js';
import { TimeSlice } from '../time/time-slice.js';
import { FileSearch, noCounters, searchSizes, type FileTask, type Searched } from './file-search.js';
import type { SearchQuery } from './query.js';
import { SearchThread } from './thread.js';
import { hasIdleWorkers } from './worker-pool.js';

/** A search that ends within this time never pays for a thread, or for a second one; less where threads wait for work. */
const ALONE_MS = 30;
const ALONE_BESIDE_IDLE_MS = 8;
/** Batches double from here on: a search that is full soon has not set threads to much that nobody wants. */
const FIRST_BATCH = 16;
const BATCH = 768;
/** Batches that a thread has before it, so that it never waits for the walk. */
const AHEAD = 3;

async function takeBatch(tasks: Iterator<FileTask>, most: number, slice: TimeSlice): Promise<readonly FileTask[]> {
  const batch: FileTask[] = [];
  while (batch.length < most) {
    if (slice.due()) await slice.take();
    const { value, done } = tasks.next();
    if (done === true) break;
    batch.push(value);
  }
  return batch;
}

async function* inThreads(
  tasks: Iterator<FileTask>,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Searched> {
  const threads: SearchThread[] = [];
  const slice = new TimeSlice(context.signal);
  const most = Math.min(SearchThread.allowed(), availableParallelism());
  const running: AsyncIterable<Searched>[] = [];
  const alone = performance.now() + (hasIdleWorkers() ? 0 : ALONE_MS);
  let started = 0;
  let ended = false;
  try {
    for (;;) {
      while (!ended && running.length < Math.max(1, threads.length) * AHEAD) {
        const batch = await takeBatch(tasks, Math.min(BATCH, FIRST_BATCH * 2 ** started), slice);
        ended = batch.length === 0;
        if (ended) break;
        if (threads.length === 0 || (threads.length < most && performance.now() > alone))
          threads.push(new SearchThread(query, context));
        started++;
        running.push(threads[started % threads.length]!.search(batch));
      }
      const next = running.shift();
      if (next === undefined) return;
      yield* next;
    }
  } finally {
    await Promise.all(threads.map(thread => thread.close()));
  }
}

/** A large file takes longer than may be spent here. */
function* startingWith(first: FileTask, tasks: Iterator<FileTask>): Generator<FileTask> {
  yield first;
  for (;;) {
    const { value, done } = tasks.next();
    if (done === true) return;
    yield value;
  }
}

/**
 * Results in the order of the tasks. A literal is looked for right here as long as that is quick, the rest in threads; an
 * expression of the caller's runs in threads alone, where it can be stopped. Throws `Stopped` when that was necessary.
 */
export async function* searchFiles(
  files: Iterable<FileTask>,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Searched> {
  const tasks = files[Symbol.iterator]();
  if (!query.untrusted) {
    const search = new FileSearch(context.sandbox, query, searchSizes(context));
    const slice = new TimeSlice(context.signal);
    // Time that is spent here; not that of whoever takes what is found.
    const most = hasIdleWorkers() ? ALONE_BESIDE_IDLE_MS : ALONE_MS;
    for (let spent = 0; spent < most || availableParallelism() === 1;) {
      if (slice.due()) await slice.take();
      const begun = performance.now();
      const { value, done } = tasks.next();
      if (done === true) return;
      const counters = noCounters();
      const hits = search.search(value, counters);
      spent += performance.now() - begun;
      if (hits === 'large') {
        yield* inThreads(startingWith(value, tasks), query, context);
        return;
      }
      yield { path: value.path, counters, ...(hits === undefined ? {} : { hits }) };
    }
  }
  yield* inThreads(tasks, query, context);
}
