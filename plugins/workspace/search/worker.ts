import { parentPort } from 'node:worker_threads';
import type { Branch, Sandbox } from '../sandbox/contract.js';
import { openSandbox } from '../sandbox/sandbox.js';
import type { CallTime } from '../time/deadline.js';
import { FileSearch, noCounters, type Searched, type SearchSizes } from './file-search.js';
import type { Glanced } from './glance.js';
import type { SearchQuery } from './query.js';
import { SearchedFiles, type SearchScope } from './searched-files.js';

/** What the parts that follow are searched for, until another one comes. */
export interface SearchStart {
  /** Not 0 once nobody wants what would be found. */
  readonly stop: Int32Array;
  readonly root: string;
  readonly query: SearchQuery;
  readonly scope: SearchScope;
  readonly sizes: SearchSizes;
}

/** A part of the walk. */
export interface Assignment {
  readonly id: number;
  readonly branches: readonly Branch[];
  /** So many entries are gone through; what is left is handed back. */
  readonly entries: number;
}

export interface PartFound {
  readonly id: number;
  readonly searched: readonly Searched[];
  /** What is left, once the thread is done with it. */
  readonly rest?: readonly Branch[];
}

/** What is found is handed over after this time, so that little is lost when a later file takes for ever. */
const FLUSH_MS = 40;

let start: SearchStart;
let sandbox: Sandbox;
let search: FileSearch;

const time: CallTime = {
  deadline: {
    get expired() {
      return Atomics.load(start.stop, 0) !== 0;
    },
    remainingMs: Number.POSITIVE_INFINITY
  },
  signal: new AbortController().signal
};

async function begin(message: SearchStart): Promise<void> {
  start = message;
  sandbox = await openSandbox(start.root);
  search = new FileSearch(sandbox, start.query, start.sizes);
}

function* glanced(files: SearchedFiles, entries: number): Generator<Glanced> {
  for (let some = search.next(files, entries); some.length > 0; some = search.next(files, entries)) yield* some;
}

function work({ id, branches, entries }: Assignment): void {
  let searched: Searched[] = [];
  let counters = noCounters();
  let sent = performance.now();
  let path = '';
  const flush = (rest?: readonly Branch[]): void => {
    const contents = searched.flatMap(({ hits }) => (hits === undefined ? [] : [hits.content.buffer as ArrayBuffer]));
    parentPort!.postMessage({ id, searched, ...(rest && { rest }) } satisfies PartFound, contents);
    searched = [];
    sent = performance.now();
  };
  const add = (more: Omit<Searched, 'path' | 'counters'> = {}): void => {
    searched.push({ path, counters, ...more });
    counters = noCounters();
  };
  const files = new SearchedFiles(sandbox, start.scope, time, branches);
  try {
    for (const one of glanced(files, entries)) {
      ({ path } = one.task);
      if (time.deadline.expired) break;
      const hits = search.search(one, counters, ({ line, hits: found }) => {
        const isLate = performance.now() - sent > FLUSH_MS;
        if (found === undefined && !isLate) return;
        searched.push({ path, line, counters: noCounters(), ...(found === undefined ? {} : { hits: found }) });
        if (isLate) flush();
      });
      const isLate = performance.now() - sent > FLUSH_MS;
      if (hits === undefined && !isLate) continue;
      add(hits === undefined || hits === 'large' ? {} : { hits });
      // The next file may be the one that takes for ever.
      if (isLate || start.query.untrusted) flush();
    }
    if (path !== '') add();
    flush(files.rest());
  } finally {
    files.close();
  }
}

let last = Promise.resolve();
parentPort!.on('message', (message: SearchStart | Assignment) => {
  last = last.then(() => ('query' in message ? begin(message) : work(message)));
});
