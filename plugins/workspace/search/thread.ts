import { Worker } from 'node:worker_threads';
import { Denied, type ToolCallContext } from '../contract.js';
import type { SearchQuery } from './query.js';
import type { Scan } from './scanner.js';
import type { WorkerBatch } from './worker.js';

const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_HEAP_MB = 128;

export interface ScanTask {
  readonly content: Uint8Array;
  readonly behind: number;
}

function pack(tasks: readonly ScanTask[]): WorkerBatch {
  const block = new ArrayBuffer(tasks.reduce((sum, { content }) => sum + content.length, 0));
  const bytes = new Uint8Array(block);
  let start = 0;
  const files = tasks.map(({ content, behind }) => {
    bytes.set(content, start);
    start += content.length;
    return { start: start - content.length, length: content.length, behind };
  });
  return { block, files };
}

type Outcome = readonly Scan[] | Denied | undefined;

/**
 * Runs one query in a thread that is killed at the deadline, when the call is cancelled and on `close`: the engine of
 * regular expressions cannot be interrupted in any other way.
 */
export class SearchThread {
  readonly #worker: Worker;
  readonly #waiting: ((outcome: Outcome) => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #stop = (): void => void this.close();
  #ended: Outcome | 'running' = 'running';

  constructor(
    query: SearchQuery,
    private readonly context: ToolCallContext
  ) {
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: query,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      stdout: true,
      stderr: true
    });
    this.#worker.on('message', (scans: readonly Scan[]) => this.#waiting.shift()?.(scans));
    this.#worker.on('error', () => {
      this.#end(new Denied('unsafe_pattern', 'the expression needs more memory than a search has; simplify it'));
    });
    const left = Math.min(MAX_TIMER_MS, Math.max(0, context.deadline.remainingMs));
    this.#timer = setTimeout(this.#stop, left);
    context.signal.addEventListener('abort', this.#stop, { once: true });
  }

  #end(outcome: Denied | undefined): void {
    if (this.#ended === 'running') this.#ended = outcome;
    for (const resolve of this.#waiting.splice(0)) resolve(outcome);
  }

  /** One scan for each task, or undefined once the thread was stopped. Throws `Denied` unsafe_pattern when it failed. */
  async scan(tasks: readonly ScanTask[]): Promise<readonly Scan[] | undefined> {
    const outcome = await new Promise<Outcome>(resolve => {
      if (this.#ended !== 'running') return resolve(this.#ended);
      this.#waiting.push(resolve);
      const batch = pack(tasks);
      this.#worker.postMessage(batch, [batch.block]);
    });
    if (outcome instanceof Denied) throw outcome;
    return outcome;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.context.signal.removeEventListener('abort', this.#stop);
    this.#end(undefined);
    await this.#worker.terminate();
  }
}
