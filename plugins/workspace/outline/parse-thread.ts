import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Denied } from '../sandbox/denied.js';
import { isPressed } from '../time/clear-when-idle.js';
import { keepYoungSpace } from '../time/engine.js';
import { Slots } from '../time/slots.js';
import { stopAt, type CallTime } from '../time/deadline.js';
import type { Outline } from './definition.js';
import type { ParseTask } from './parse-worker.js';

/** Grammars take up to 60 MB, which nobody needs who reads no outlines any more. */
const IDLE_MS = 10_000;
const MAX_HEAP_MB = 256;
const MAX_YOUNG_MB = 3;
/** A grammar stays in memory as long as its thread: who reads all languages in turn gets a new thread now and then. */
const MOST_GRAMMARS = 4;

/** What is done with the end of the text that is being parsed. */
interface Waiting {
  readonly resolve: (outline: Outline | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Parses in a thread of its own, one text after the other: a grammar is compiled code that cannot be interrupted, and may
 * fail on input made for that. A text that takes too long ends with its thread; the next one gets a new thread.
 */
export class ParseThread {
  readonly #turns = new Slots(1);
  readonly #grammars = new Set<string>();
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Undefined where the time was over first. Throws the signal's reason, and `Denied` unreadable where the grammar fails. */
  async parse(task: ParseTask, time: CallTime): Promise<Outline | undefined> {
    const { signal } = time;
    const release = await this.#turns.take(signal);
    clearTimeout(this.#idle);
    if (this.#grammars.size >= MOST_GRAMMARS && !this.#grammars.has(task.grammar)) this.#discard();
    this.#grammars.add(task.grammar);
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const stop = (): void => this.#discard();
    const letGo = stopAt(time, stop);
    try {
      const outline = await new Promise<Outline | undefined>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        worker.postMessage(task);
      });
      signal.throwIfAborted();
      return outline;
    } catch (error) {
      this.#discard();
      // A query that does not fit is a mistake of ours; all else is what the text did to the grammar.
      if (signal.aborted || (error as Error).name === 'QueryError') throw error;
      throw new Denied('unreadable', 'the grammar fails on this file; use search_text or read_file');
    } finally {
      letGo();
      worker.unref();
      if (isPressed()) this.#discard();
      this.#idle = setTimeout(stop, IDLE_MS).unref();
      release();
    }
  }

  #start(): Worker {
    // Compiling grammars to the best code takes seconds of CPU and 130 MB, and no file is long enough to earn that back.
    setFlagsFromString('--liftoff-only');
    const worker = new Worker(new URL('./parse-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      stdout: true,
      stderr: true
    });
    worker.once('online', keepYoungSpace);
    // What a thread had to say before its end may come when the next text is waited for.
    worker.on('message', (outline: Outline) => this.#worker === worker && this.#waiting?.resolve(outline));
    worker.on('error', error => this.#worker === worker && this.#waiting?.reject(error));
    return worker;
  }

  #discard(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#grammars.clear();
    this.#waiting?.resolve(undefined);
    this.#waiting = undefined;
  }
}
