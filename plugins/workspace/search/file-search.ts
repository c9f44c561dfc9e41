import { Buffer, isUtf8 } from 'node:buffer';
import type { ToolCallContext } from '../contract/tool.js';
import type { Reach } from '../redaction/reach.js';
import { bytesAround, secretsIn, type Secrets } from '../redaction/surroundings.js';
import type { Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { strongType } from '../reading/binary-type.js';
import { decodeText, detectEncoding, SNIFFED_BYTES } from '../reading/encoding.js';
import { Glance, type Glanced } from './glance.js';
import { around, searchLarge, type LargePart } from './large-file.js';
import type { SearchQuery } from './query.js';
import { Scanner, type Scan } from './scanner.js';
import type { SearchedFiles } from './searched-files.js';

/** Nearly every file is smaller. */
const SCRATCH_BYTES = 64 * 1024;
/** Larger ones are read in pieces: memory that is taken in large parts is given back badly. */
const WHOLE_BYTES = 512 * 1024;

/** How many files were searched, and how many were not and why. */
export interface Counters {
  searched: number;
  binary: number;
  unreadable: number;
}

export const noCounters = (): Counters => ({ searched: 0, binary: 0, unreadable: 0 });

export interface FileHits {
  readonly scan: Scan;
  /** UTF-8, for showing lines; empty where only files or numbers were asked for. */
  readonly content: Uint8Array;
  /** Those of the whole file, where that was looked at. */
  readonly secrets?: Secrets;
}

/** What was done up to and with one file, or a part of a large one; `hits` are the file's own. */
export interface Searched {
  readonly path: string;
  /** Last line that was looked at, where the file is not done. */
  readonly line?: number;
  readonly counters: Counters;
  readonly hits?: FileHits;
}

type Text = Buffer | 'binary';

const transcode = (content: Buffer, encoding: string): Buffer => Buffer.from(decodeText(content, encoding));

export interface SearchSizes {
  /** Larger files may take longer than a search does right here. */
  readonly maxFileBytes: number;
  /** How far from a hit is read, so that no secret is split. */
  readonly reach: Reach;
}

export const searchSizes = ({ limits, redactor }: ToolCallContext): SearchSizes => ({
  maxFileBytes: limits.maxFileBytes,
  reach: { overlap: redactor.overlap, near: redactor.near, document: redactor.document }
});

/** Looks for a query in files, one after the other, through the sandbox. */
export class FileSearch {
  readonly #scanner: Scanner;
  readonly #glance: Glance;
  /** One piece of memory for all files: most have no match and are forgotten at once. */
  readonly #scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  /** Whether the file before has a match. */
  #matched = false;

  constructor(
    private readonly sandbox: Pick<Sandbox, 'openWalked'>,
    private readonly query: SearchQuery,
    private readonly sizes: SearchSizes
  ) {
    this.#scanner = new Scanner(query);
    this.#glance = new Glance(query, this.#scanner);
  }

  /** Some of the next files among the first so many entries, in order; none where there are none. */
  next(files: SearchedFiles, entries: number): readonly Glanced[] {
    return this.#glance.next(files, entries, this.#matched);
  }

  /**
   * What the file has, undefined where it has nothing. Counts it in `counters`. A file that is not small is handed over part by
   * part; `'large'` where it may take longer than `quick` allows.
   */
  search(
    { task: { path, behind }, without }: Glanced,
    counters: Counters,
    take: (part: LargePart) => void,
    quick = false
  ): FileHits | 'large' | undefined {
    this.#matched = false;
    if (without !== undefined) {
      counters[without]++;
      return undefined;
    }
    let content: Buffer;
    try {
      const file = this.sandbox.openWalked(path);
      try {
        // Nearly every file is small, and reading it tells that sooner than asking for its size.
        content = file.read(0, SCRATCH_BYTES, this.#scratch);
        const { maxFileBytes } = this.sizes;
        if (content.length >= Math.min(SCRATCH_BYTES, maxFileBytes)) {
          if (file.size > maxFileBytes && quick) return 'large';
          if (file.size > Math.min(WHOLE_BYTES, maxFileBytes)) {
            const encoding = detectEncoding(content, false);
            if (encoding.kind === 'binary') counters.binary++;
            else {
              const margin = bytesAround('far', this.sizes.reach);
              const search = { scanner: this.#scanner, query: this.query, behind, margin };
              for (const part of searchLarge(file, search, encoding)) take(part);
              counters.searched++;
            }
            return undefined;
          }
          if (file.size > content.length) content = file.read(0, file.size);
        }
      } finally {
        file.close();
      }
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      counters.unreadable++;
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
    this.#matched = true;
    if (scan.hits.length === 0) return { scan, content: new Uint8Array() };
    const secrets = secretsIn(text, this.sizes.reach);
    return { ...around(text, scan.hits, scan, bytesAround(secrets, this.sizes.reach)), secrets };
  }

  /** The content in UTF-8; undefined where there is nothing to find in it. */
  #text(content: Buffer): Text | undefined {
    const head = content.length > SNIFFED_BYTES ? content.subarray(0, SNIFFED_BYTES) : content;
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
