import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { fitToBytes } from './fit.js';
import { LessonError } from './lesson-files.js';
import { decodeModel } from './model-file.js';
import type { Model } from './model.js';
import type { Example, LearnSettings } from './settings.js';

/** What a thread does: it calls an exported function of a module with data that can be cloned, for the bytes of a model. */
export interface Task {
  /** What is learned, as people who wait are told. */
  readonly name: string;
  readonly module: URL;
  readonly run: string;
  readonly data: unknown;
  /** How long it takes beside other tasks: those that take longest are begun first. */
  readonly effort: number;
}

/** Each needs some hundred megabytes. */
const MOST_AT_ONCE = 4;

const waiting: { readonly task: Task; readonly begin: () => void }[] = [];
let running = 0;

/** Runs a task in a thread, when a core is free for it. Rejects with what the function throws. */
export async function runApart(task: Task): Promise<Uint8Array> {
  await new Promise<void>(begin => {
    waiting.push({ task, begin });
    // What else is asked for in this turn may take longer.
    setImmediate(beginNext);
  });
  try {
    tell(task);
    return await inThread(task);
  } finally {
    running--;
    beginNext();
  }
}

function beginNext(): void {
  if (running >= Math.min(MOST_AT_ONCE, availableParallelism())) return;
  const next = waiting.sort((one, other) => other.task.effort - one.task.effort).shift();
  if (next === undefined) return;
  running++;
  next.begin();
}

/** Somebody at a terminal sees what takes so long. */
function tell({ name }: Task): void {
  if (process.stderr.isTTY) process.stderr.write(`learning ${name}\n`);
}

const inThread = ({ module, run, data }: Task): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./thread.js', import.meta.url), {
      workerData: { module: module.href, run, data }
    });
    worker.once('message', resolve);
    worker.once('error', error => reject(error.name === 'LessonError' ? new LessonError(error.message) : error));
    worker.once('exit', status => reject(new Error(`the thread that learns ended with status ${status}`)));
  });

/** As `fit` does, in a thread. */
export async function fitApart(name: string, examples: readonly Example[], settings: LearnSettings): Promise<Model> {
  return decodeModel(await runApart(fittingTask(name, examples, settings)))!;
}

/** The task of fitting examples. */
export function fittingTask(name: string, examples: readonly Example[], settings: LearnSettings): Task {
  const labels = new Set(examples.map(({ label }) => label)).size;
  const characters = examples.reduce((sum, { text }) => sum + text.length, 0);
  const data: Parameters<typeof fitToBytes>[0] = { examples, settings };
  const effort = characters * (1 + labels / 50);
  return { name, module: new URL('./fit.js', import.meta.url), run: 'fitToBytes', data, effort };
}
