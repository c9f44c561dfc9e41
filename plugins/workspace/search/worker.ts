import { parentPort } from 'node:worker_threads';
import { openSandbox } from '../sandbox/sandbox.js';
import { FileSearch, noCounters, type FileTask, type Searched, type SearchSizes } from './file-search.js';
import type { SearchQuery } from './query.js';

/** What the batches that follow are searched for, until another one comes. */
export interface SearchStart {
  /** Not 0 once nobody wants what would be found. */
  readonly stop: Int32Array;
  readonly root: string;
  readonly query: SearchQuery;
  readonly sizes: SearchSizes;
}

export interface Batch {
  readonly id: number;
  /** Set apart by NUL, which no path has: one text is handed over in a tenth of the time that a list of them takes. */
  readonly paths: string;
  /** Lines of the first file that were answered before. */
  readonly behind: number;
}

export interface BatchPart {
  readonly id: number;
  readonly searched: readonly Searched[];
  readonly done: boolean;
}

/** What is found is handed over after this time, so that little is lost when a later file takes for ever. */
const FLUSH_MS = 40;

let query: SearchQuery;
let stop: Int32Array;
let search: FileSearch;

async function begin(start: SearchStart): Promise<void> {
  ({ query, stop } = start);
  search = new FileSearch(await openSandbox(start.root), query, start.sizes);
}

function work({ id, paths, behind }: Batch): void {
  const tasks: readonly FileTask[] = paths
    .split('\0')
    .map((path, index) => ({ path, behind: index === 0 ? behind : 0 }));
  let searched: Searched[] = [];
  let counters = noCounters();
  let sent = performance.now();
  const flush = (done: boolean): void => {
    const contents = searched.flatMap(({ hits }) => (hits === undefined ? [] : [hits.content.buffer as ArrayBuffer]));
    parentPort!.postMessage({ id, searched, done } satisfies BatchPart, contents);
    searched = [];
    sent = performance.now();
  };
  for (const [index, task] of tasks.entries()) {
    if (Atomics.load(stop, 0) !== 0) break;
    const hits = search.search(task, counters, ({ line, hits: found }) => {
      const isLate = performance.now() - sent > FLUSH_MS;
      if (found === undefined && !isLate) return;
      searched.push({ path: task.path, line, counters: noCounters(), ...(found === undefined ? {} : { hits: found }) });
      if (isLate) flush(false);
    });
    if (hits === 'large') continue;
    const late = performance.now() - sent > FLUSH_MS;
    if (hits === undefined && !late && index < tasks.length - 1) continue;
    searched.push({ path: task.path, counters, ...(hits === undefined ? {} : { hits }) });
    counters = noCounters();
    // The next file may be the one that takes for ever.
    if (late || query.untrusted) flush(false);
  }
  flush(true);
}

let last = Promise.resolve();
parentPort!.on('message', (message: SearchStart | Batch) => {
  last = last.then(() => ('query' in message ? begin(message) : work(message)));
});
