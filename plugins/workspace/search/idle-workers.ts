import { Worker } from 'node:worker_threads';
import type { BatchPart } from './worker.js';

/** A thread takes about 15 MB, which nobody needs who searches no more. */
const IDLE_MS = 10_000;
const MOST_IDLE = 2;
const MAX_HEAP_MB = 128;

/** Whom a thread works for. */
export interface Owner {
  take(part: BatchPart): void;
  fail(error: Error): void;
}

export interface LentWorker {
  readonly worker: Worker;
  owner: Owner | undefined;
}

const idle = new Map<LentWorker, NodeJS.Timeout>();

/** A thread that has nothing to do: one of an earlier search, because starting one takes longer than most searches. */
export function takeWorker(owner: Owner): LentWorker {
  for (const [lent, timer] of idle) {
    idle.delete(lent);
    clearTimeout(timer);
    lent.owner = owner;
    lent.worker.ref();
    return lent;
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true
  });
  const lent: LentWorker = { worker, owner };
  // For good: Node hands on nothing more from a thread whose last listener was removed.
  worker.on('message', (part: BatchPart) => lent.owner?.take(part));
  worker.on('error', error => lent.owner?.fail(error));
  worker.once('exit', () => idle.delete(lent));
  return lent;
}

/** Keeps a thread that has done all it was asked for. The process may end in spite of it. */
export async function returnWorker(lent: LentWorker): Promise<void> {
  lent.owner = undefined;
  if (idle.size >= MOST_IDLE) {
    await lent.worker.terminate();
    return;
  }
  lent.worker.unref();
  const end = () => {
    idle.delete(lent);
    void lent.worker.terminate();
  };
  idle.set(lent, setTimeout(end, IDLE_MS).unref());
}
