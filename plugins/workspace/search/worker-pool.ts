import { Worker } from 'node:worker_threads';
import { collectYoungAlone, keepYoungSpace } from '../time/engine.js';
import { isPressed } from '../time/clear-when-idle.js';
import type { PartFound } from './worker.js';

/** A thread takes about 15 MB, which nobody needs who searches no more. */
const IDLE_MS = 10_000;
const MOST_IDLE = 2;
const MAX_HEAP_MB = 128;
/** Room for what is forgotten at once; by itself the engine takes ten times that. */
const MAX_YOUNG_MB = 3;

/** Whom a thread works for. */
export interface Owner {
  take(part: PartFound): void;
  fail(error: Error): void;
}

export interface PooledWorker {
  readonly worker: Worker;
  owner: Owner | undefined;
}

collectYoungAlone();

const idle = new Map<PooledWorker, NodeJS.Timeout>();

/** A thread that has nothing to do: one of an earlier search, because starting one takes longer than most searches. */
export function takeWorker(owner: Owner): PooledWorker {
  for (const [pooled, timer] of idle) {
    idle.delete(pooled);
    clearTimeout(timer);
    pooled.owner = owner;
    pooled.worker.ref();
    return pooled;
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    stdout: true,
    stderr: true
  });
  worker.once('online', keepYoungSpace);
  const pooled: PooledWorker = { worker, owner };
  // For good: Node hands on nothing more from a thread whose last listener was removed.
  worker.on('message', (part: PartFound) => pooled.owner?.take(part));
  worker.on('error', error => pooled.owner?.fail(error));
  worker.once('exit', () => {
    idle.delete(pooled);
    pooled.owner?.fail(new Error('the thread has ended'));
  });
  return pooled;
}

/** Whether a search gets its threads at once. */
export const hasIdleWorkers = (): boolean => idle.size >= MOST_IDLE;

/** Keeps a thread that has done all it was asked for, where there is room for it. The process may end in spite of it. */
export async function returnWorker(pooled: PooledWorker): Promise<void> {
  pooled.owner = undefined;
  if (idle.size >= MOST_IDLE || isPressed()) {
    await pooled.worker.terminate();
    return;
  }
  pooled.worker.unref();
  const end = () => {
    idle.delete(pooled);
    void pooled.worker.terminate();
  };
  idle.set(pooled, setTimeout(end, IDLE_MS).unref());
}
