import { parentPort, workerData } from 'node:worker_threads';
import { openSandbox } from '../sandbox/sandbox.js';
import { FileSearch, noCounters, type FileTask, type Searched } from './file-search.js';
import type { SearchQuery } from './query.js';

export interface SearchWorkerData {
  readonly root: string;
  readonly query: SearchQuery;
  readonly maxFileBytes: number;
}

export interface Batch {
  readonly id: number;
  readonly tasks: readonly FileTask[];
}

export interface BatchPart {
  readonly id: number;
  readonly searched: readonly Searched[];
  readonly done: boolean;
}

/** What is found is handed over after this time, so that little is lost when a later file takes for ever. */
const FLUSH_MS = 40;

const { root, query, maxFileBytes } = workerData as SearchWorkerData;
const opened = openSandbox(root).then(sandbox => new FileSearch(sandbox, query, maxFileBytes));

async function work({ id, tasks }: Batch): Promise<void> {
  const search = await opened;
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
    const hits = await search.search(task, counters);
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
parentPort!.on('message', (batch: Batch) => {
  last = last.then(() => work(batch));
});
