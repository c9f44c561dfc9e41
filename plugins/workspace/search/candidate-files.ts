import { Buffer, isUtf8 } from 'node:buffer';
import { Denied, type ToolCallContext } from '../contract.js';
import { Breath } from '../sandbox/breath.js';
import { comparePaths } from '../sandbox/paths.js';
import { strongType } from '../tools/binary-type.js';
import { decodeText, detectEncoding } from '../tools/encoding.js';
import { isAscii, type SearchArguments, type SearchQuery } from './query.js';
import type { Scanner } from './scanner.js';
import { searchedPaths } from './searched-paths.js';

const SNIFFED_BYTES = 8192;
const PROGRESS_EVERY = 1000;

/** Where the next page goes on: behind this line of the file, or behind the whole file where there is none. */
export interface SearchPosition {
  readonly path: string;
  readonly line?: number;
}

export interface Counters {
  readonly searched: number;
  readonly binary: number;
  readonly tooLarge: number;
  readonly unreadable: number;
}

export interface Candidate {
  readonly path: string;
  /** UTF-8. */
  readonly content: Buffer;
  /** Lines up to this one were answered before. */
  readonly behind: number;
  /** What was counted up to and with this file, so that the numbers do not depend on how far reading ran ahead. */
  readonly counters: Counters;
}

const transcode = (content: Buffer, encoding: string): Buffer => Buffer.from(decodeText(content, encoding));

/** Reads the files to search and lets those through that may match. */
export class CandidateFiles {
  #searched = 0;
  #binary = 0;
  #tooLarge = 0;
  #unreadable = 0;
  #last: string | undefined;

  constructor(
    private readonly args: SearchArguments,
    private readonly query: SearchQuery,
    private readonly scanner: Scanner,
    private readonly context: ToolCallContext
  ) {}

  get counters(): Counters {
    return { searched: this.#searched, binary: this.#binary, tooLarge: this.#tooLarge, unreadable: this.#unreadable };
  }

  /** The last file that was looked at. */
  get last(): string | undefined {
    return this.#last;
  }

  async *from(position: SearchPosition | undefined): AsyncGenerator<Candidate> {
    const breath = new Breath(this.context.signal);
    for await (const path of searchedPaths(this.args, this.context)) {
      if (breath.due()) await breath.take();
      if (path === undefined) {
        this.#unreadable++;
        continue;
      }
      const order = position === undefined ? 1 : comparePaths(path, position.path);
      if (order < 0 || (order === 0 && position?.line === undefined)) continue;
      const content = await this.#read(path);
      this.#last = path;
      if (this.#searched % PROGRESS_EVERY === 0) this.context.progress(this.#searched, undefined, 'files searched');
      if (content === undefined) continue;
      const behind = order === 0 ? (position?.line ?? 0) : 0;
      yield { path, content, behind, counters: this.counters };
    }
  }

  /** The content in UTF-8, or undefined where there is nothing to find in it. */
  async #read(path: string): Promise<Buffer | undefined> {
    let content: Buffer;
    try {
      const file = await this.context.sandbox.open(path);
      try {
        if (file.size > this.context.limits.maxFileBytes) {
          this.#tooLarge++;
          return undefined;
        }
        content = await file.read(0, file.size);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      this.#unreadable++;
      return undefined;
    }
    return this.#text(content);
  }

  #text(content: Buffer): Buffer | undefined {
    const head = content.subarray(0, SNIFFED_BYTES);
    let text = content;
    if (head.includes(0) || head[0]! >= 0xef) {
      const found = detectEncoding(content, true);
      if (found.kind === 'binary') {
        this.#binary++;
        return undefined;
      }
      text = content.subarray(found.bomBytes);
      if (found.name !== 'utf-8') text = transcode(text, found.name);
    } else if (!isAscii(this.query.needle) && !isUtf8(content)) text = transcode(content, 'windows-1252');
    // Nearly every file ends here, so that the dearer looks come behind it.
    if (!this.scanner.mayMatch(text)) {
      this.#searched++;
      return undefined;
    }
    if (strongType(head) !== undefined) {
      this.#binary++;
      return undefined;
    }
    this.#searched++;
    return isUtf8(text) ? text : transcode(text, 'windows-1252');
  }
}
