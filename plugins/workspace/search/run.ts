import { availableParallelism } from 'node:os';
import type { ToolCallContext } from '../contract/tool.js';
import type { Branch } from '../sandbox/contract.js';
import { Slots } from '../time/slots.js';
import { TimeSlice } from '../time/time-slice.js';
import { FileSearch, noCounters, searchSizes, type Searched } from './file-search.js';
import type { LargePart } from './large-file.js';
import type { SearchQuery } from './query.js';
import { SearchedFiles, type SearchScope } from './searched-files.js';
import { SearchThread, type PartSearch } from './thread.js';
import { hasIdleWorkers } from './worker-pool.js';

/** A search that ends within this time never pays for a thread, or for a second one; less where threads wait for work. */
const ALONE_MS = 30;
const ALONE_BESIDE_IDLE_MS = 4;
/** Entries between two looks at the time. */
const ALONE_ENTRIES = 256;
/** Entries of a part: they double from here on, so that a search that is full soon has not set threads to much that nobody wants. */
const FIRST_PART = 16;
const PART = 1024;
/** Parts are smaller where threads have little before them: a chain of long ones would leave all but one without work. */
const SMALL_PART = 192;
/** What an entry that is a folder is taken to hold. */
const FOLDER_ENTRIES = 12;
/** Parts that a thread has before it, so that it never waits. */
const AHEAD = 2;
/** What may be found before it is wanted. */
const AHEAD_BYTES = 1024 * 1024;

const sizeOf = (entry: string): number => (entry.startsWith('d') ? FOLDER_ENTRIES : 1);

/** Cuts what is left of a walk into parts that are likely to be as long, in order: `least`, where there is enough, none larger than `most`. */
function partsOf(branches: readonly Branch[], least: number, most: number): PartSearch[] {
  const sizes = branches.flatMap(({ entries }) => entries.split('\0').map(sizeOf));
  const share = sizes.reduce((sum, one) => sum + one, 0) / least;
  const size = Math.min(most, Math.max(FOLDER_ENTRIES, share));
  const parts: Branch[][] = [];
  let room = 0;
  for (const { folder, entries } of branches) {
    let piece: string[] = [];
    const end = (): void => {
      if (piece.length > 0) parts.at(-1)!.push({ folder, entries: piece.join('\0') });
      piece = [];
    };
    for (const entry of entries.split('\0')) {
      if (room <= 0) {
        end();
        parts.push([]);
        room = size;
      }
      piece.push(entry);
      room -= sizeOf(entry);
    }
    end();
  }
  return parts.map(part => ({ branches: part, found: [], bytes: 0, started: false }));
}

/** Searches that have threads at once: one more would take memory and no core. */
const turns = new Slots(availableParallelism());

/** Each part gives what it has left of the walk, which follows it; so threads share what nobody knew the size of. */
async function* inThreads(
  left: readonly Branch[],
  scope: SearchScope,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Searched> {
  const release = await turns.take(context.signal);
  const threads: SearchThread[] = [];
  const most = SearchThread.allowed();
  const parts = partsOf(left, most * AHEAD, SMALL_PART);
  const alone = performance.now() + (hasIdleWorkers() ? 0 : ALONE_MS);
  let wake = (): void => undefined;
  let started = 0;
  const start = (): void => {
    let bytes = 0;
    let waiting = parts.reduce((count, { started: isStarted }) => (isStarted ? count : count + 1), 0);
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]!;
      bytes += part.bytes;
      if (part.rest !== undefined) {
        const few = waiting < most * AHEAD;
        const more = partsOf(part.rest.splice(0), few ? most * AHEAD : 1, few ? SMALL_PART : PART);
        parts.splice(index + 1, 0, ...more);
        waiting += more.length;
      }
      if (part.started) continue;
      if (threads.length === 0 || (threads.length < most && performance.now() > alone))
        threads.push(new SearchThread(query, scope, context, () => wake()));
      const thread = threads.reduce((one, other) => (other.waiting < one.waiting ? other : one));
      if (index > 0 && (thread.waiting >= AHEAD || bytes > AHEAD_BYTES)) return;
      thread.search(part, Math.min(waiting < most * AHEAD ? SMALL_PART : PART, FIRST_PART * 2 ** started++));
      waiting--;
    }
  };
  try {
    for (let part = parts[0]; part !== undefined; part = parts[0]) {
      start();
      const changed = new Promise<void>(resolve => (wake = resolve));
      for (let found = part.found.shift(); found !== undefined; found = part.found.shift()) yield* found;
      if (part.rest?.length === 0) {
        parts.shift();
        continue;
      }
      const failed = threads.find(thread => thread.failure !== undefined);
      if (failed !== undefined) throw failed.failure!;
      await changed;
    }
  } finally {
    await Promise.all(threads.map(thread => thread.close())).finally(release);
  }
}

/** Looks into files right here, for as long as a search that ends soon takes; what is too large for that is left. */
async function* rightHere(
  files: SearchedFiles,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Searched> {
  const search = new FileSearch(context.sandbox, query, searchSizes(context));
  const slice = new TimeSlice(context.signal);
  // Time that is spent here; not that of whoever takes what is found.
  const most = hasIdleWorkers() ? ALONE_BESIDE_IDLE_MS : ALONE_MS;
  let shown = 0;
  const isSoonFull = (spent: number): boolean => query.output === 'lines' && spent * query.limit < ALONE_MS * shown;
  for (let spent = 0; !files.ended && (spent < most || isSoonFull(spent) || availableParallelism() === 1);) {
    if (slice.due()) await slice.take();
    let begun = performance.now();
    const glanced = search.next(files, files.seen + ALONE_ENTRIES);
    for (const [index, one] of glanced.entries()) {
      const counters = noCounters();
      const parts: Searched[] = [];
      const { path } = one.task;
      const take = ({ line, hits }: LargePart) => hits && parts.push({ path, line, counters: noCounters(), hits });
      const hits = search.search(one, counters, take, true);
      if (hits === 'large') {
        files.refuse(glanced.slice(index).map(({ task }) => task));
        return;
      }
      spent += performance.now() - begun;
      shown += hits?.scan.hits.length ?? 0;
      yield* parts;
      yield { path, counters, ...(hits === undefined ? {} : { hits }) };
      begun = performance.now();
    }
    spent += performance.now() - begun;
  }
}

/**
 * Results in path order. A literal is looked for right here as long as that is quick, the rest in threads; an expression of the
 * caller's runs in threads alone, where it can be stopped. Throws `Stopped` when that was necessary.
 */
export async function* searchFiles(
  scope: SearchScope,
  query: SearchQuery,
  context: ToolCallContext
): AsyncGenerator<Searched> {
  const files = new SearchedFiles(context.sandbox, scope, context);
  let left: readonly Branch[];
  try {
    if (!query.untrusted) yield* rightHere(files, query, context);
    left = files.rest();
  } finally {
    files.close();
  }
  if (!context.deadline.expired) yield* inThreads(left, scope, query, context);
}
