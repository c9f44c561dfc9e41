import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from './query.js';
import { Scanner } from './scanner.js';

/** A batch of contents in one block of memory, which is handed over and not copied. */
export interface WorkerBatch {
  readonly block: ArrayBuffer;
  readonly files: readonly { readonly start: number; readonly length: number; readonly behind: number }[];
}

const scanner = new Scanner(workerData as SearchQuery);
parentPort?.on('message', ({ block, files }: WorkerBatch) => {
  const scans = files.map(({ start, length, behind }) => scanner.scan(Buffer.from(block, start, length), behind));
  parentPort?.postMessage(scans);
});
