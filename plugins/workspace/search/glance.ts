import { Buffer } from 'node:buffer';
import { detectEncoding, SNIFFED_BYTES } from '../reading/encoding.js';
import type { OpenedFile } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import type { SearchQuery } from './query.js';
import type { Scanner } from './scanner.js';
import type { FileTask, SearchedFiles } from './searched-files.js';

/** As much as the nearest caches of a processor hold. */
const PIECE_BYTES = 64 * 1024;
/** A file that has more is looked at by itself. */
const SHARE_BYTES = 16 * 1024;
const MOST_TOGETHER = 128;
/** A larger one takes so long that it has to be left in between. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a file that certainly has no match is counted as. */
type Without = 'searched' | 'binary' | undefined;

export interface Glanced {
  readonly task: FileTask;
  without: Without;
}

/**
 * Finds out at the least cost which files certainly have no match, as nearly all: small ones are read one behind the other and
 * looked through at once. What may match is opened anew and read through the sandbox.
 */
export class Glance {
  readonly #shared = Buffer.allocUnsafe(PIECE_BYTES);
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  readonly #canTell: boolean;
  /** A needle may lie across the end of a piece. */
  readonly #step: number;
  /** Doubles where nothing may match, so that a search that is full soon has not read what nobody wants. */
  #together = 1;

  constructor(
    { asciiNeedles, needles }: SearchQuery,
    private readonly scanner: Scanner
  ) {
    this.#canTell = asciiNeedles && needles.length > 0;
    this.#step = PIECE_BYTES - Math.max(0, ...needles.map(needle => needle.length - 1));
  }

  /** Some of the next files among the first so many entries, in order; none where there are none. */
  next(files: SearchedFiles, entries: number): readonly Glanced[] {
    const all: Glanced[] = [];
    const small: { readonly glanced: Glanced; readonly start: number; readonly end: number }[] = [];
    let filled = 0;
    while (all.length < this.#together && filled + SHARE_BYTES <= PIECE_BYTES) {
      const task = files.next(entries);
      if (task === undefined) break;
      const glanced: Glanced = { task, without: undefined };
      all.push(glanced);
      const file = this.#canTell ? files.peek() : undefined;
      if (file === undefined) continue;
      try {
        const { length } = file.read(0, SHARE_BYTES, this.#shared, filled);
        if (length === SHARE_BYTES) glanced.without = this.#large(file);
        else small.push({ glanced, start: filled, end: (filled += length) });
      } catch (error) {
        if (!(error instanceof Denied)) throw error;
      } finally {
        file.close();
      }
    }
    const shared = this.#shared.subarray(0, filled);
    const isClean = !shared.includes(0) && !this.scanner.mayMatch(shared);
    for (const { glanced, start, end } of small)
      glanced.without = isClean && shared[start]! < 0xef ? 'searched' : this.#of(shared.subarray(start, end));
    const mayAny = all.some(({ without }) => without === undefined);
    this.#together = mayAny ? Math.max(1, this.#together >> 2) : Math.min(MOST_TOGETHER, this.#together * 2);
    return all;
  }

  #large(file: OpenedFile): Without {
    for (let at = 0; ; at += this.#step) {
      const piece = file.read(at, PIECE_BYTES, this.#piece);
      const without = at === 0 ? this.#of(piece) : this.scanner.mayMatch(piece) ? undefined : 'searched';
      if (without !== 'searched' || piece.length < PIECE_BYTES) return without;
      if (at === 0 && file.size > MOST_BYTES) return undefined;
    }
  }

  /** Content from the beginning of a file on. */
  #of(content: Buffer): Without {
    if (content[0]! >= 0xef) return undefined;
    if (content.subarray(0, SNIFFED_BYTES).includes(0))
      return detectEncoding(content, false).kind === 'binary' ? 'binary' : undefined;
    return this.scanner.mayMatch(content) ? undefined : 'searched';
  }
}
