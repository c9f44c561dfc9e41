import { Buffer, isUtf8 } from 'node:buffer';
import type { OpenedFile, Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { strongType } from '../reading/binary-type.js';
import { decodeText, detectEncoding } from '../reading/encoding.js';
import type { SearchQuery } from './query.js';
import { Scanner, type Scan } from './scanner.js';

const SNIFFED_BYTES = 8192;
const SCRATCH_BYTES = 256 * 1024;

/** How many files were searched, and how many were not and why. */
export interface Counters {
  searched: number;
  binary: number;
  tooLarge: number;
  unreadable: number;
}

export const noCounters = (): Counters => ({ searched: 0, binary: 0, tooLarge: 0, unreadable: 0 });

/** A file to look into; lines up to `behind` were answered before. */
export interface FileTask {
  readonly path: string;
  readonly behind: number;
}

export interface FileHits {
  readonly scan: Scan;
  /** UTF-8, for showing lines; empty where only files or numbers were asked for. */
  readonly content: Uint8Array;
}

/** What was done up to and with one file; `hits` are the file's own. */
export interface Searched {
  readonly path: string;
  readonly counters: Counters;
  readonly hits?: FileHits;
}

type Text = Buffer | 'binary';

const transcode = (content: Buffer, encoding: string): Buffer => Buffer.from(decodeText(content, encoding));

/** Looks for a query in files, one after the other, through the sandbox. */
export class FileSearch {
  readonly #scanner: Scanner;
  /** One piece of memory for all files that fit in: most have no match and are forgotten at once. */
  readonly #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

  constructor(
    private readonly sandbox: Pick<Sandbox, 'open'>,
    private readonly query: SearchQuery,
    private readonly maxFileBytes: number
  ) {
    this.#scanner = new Scanner(query);
  }

  /** What the file has, undefined where it has nothing. Counts it in `counters`. */
  async search({ path, behind }: FileTask, counters: Counters): Promise<FileHits | undefined> {
    let content: Buffer | undefined;
    try {
      const file = await this.sandbox.open(path);
      try {
        content = await this.#read(file);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      counters.unreadable++;
      return undefined;
    }
    if (content === undefined) {
      counters.tooLarge++;
      return undefined;
    }
    const text = this.#text(content);
    if (text === 'binary') {
      counters.binary++;
      return undefined;
    }
    counters.searched++;
    if (text === undefined) return undefined;
    const scan = this.#scanner.scan(text, behind);
    if (scan.count === 0 && scan.cutLines === 0) return undefined;
    return { scan, content: scan.hits.length > 0 ? new Uint8Array(text) : new Uint8Array() };
  }

  async #read(file: OpenedFile): Promise<Buffer | undefined> {
    if (file.size > this.maxFileBytes) return undefined;
    return file.read(0, file.size, file.size <= SCRATCH_BYTES ? this.#scratch : undefined);
  }

  /** The content in UTF-8; undefined where there is nothing to find in it. */
  #text(content: Buffer): Text | undefined {
    const head = content.subarray(0, SNIFFED_BYTES);
    let text = content;
    if (head.includes(0) || head[0]! >= 0xef) {
      const found = detectEncoding(content, true);
      if (found.kind === 'binary') return 'binary';
      text = content.subarray(found.bomBytes);
      if (found.name !== 'utf-8') text = transcode(text, found.name);
    } else if (!this.query.asciiNeedles && !isUtf8(content)) text = transcode(content, 'windows-1252');
    // Nearly every file ends here, so that the dearer looks come behind it.
    if (!this.#scanner.mayMatch(text)) return undefined;
    if (strongType(head) !== undefined) return 'binary';
    return isUtf8(text) ? text : transcode(text, 'windows-1252');
  }
}
