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
  /** What is looked at again with the next piece, because a needle may lie across the end of one. */
  readonly #again: number;
  /** Doubles where nothing may match, so that a search that is full soon has not read what nobody wants. */
  #together = 1;

  constructor(
    { asciiNeedles, needles }: SearchQuery,
    private readonly scanner: Scanner
  ) {
    this.#canTell = asciiNeedles && needles.length > 0;
    this.#again = Math.max(0, ...needles.map(needle => needle.length - 1));
  }

  /**
   * Some of the next files among the first so many entries, in order; none where there are none. `matched` says that the file
   * before has a match: where each may have one, a look gains nothing.
   */
  next(files: SearchedFiles, entries: number, matched: boolean): readonly Glanced[] {
    const canTell = this.#canTell && !(matched && this.#together === 1);
    const all: Glanced[] = [];
    const small: { readonly glanced: Glanced; readonly start: number; readonly end: number }[] = [];
    let filled = 0;
    while (all.length < this.#together && filled + SHARE_BYTES <= PIECE_BYTES) {
      const task = files.next(entries);
      if (task === undefined) break;
      const glanced: Glanced = { task, without: undefined };
      all.push(glanced);
      const file = canTell ? files.peek() : undefined;
      if (file === undefined) continue;
      try {
        const length = file.fill(this.#shared, filled, SHARE_BYTES, 0);
        if (length === SHARE_BYTES)
          glanced.without = this.#large(file, this.#shared.subarray(filled, filled + SHARE_BYTES));
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

  #large(file: OpenedFile, head: Buffer): Without {
    const without = this.#of(head);
    if (without !== 'searched') return without;
    for (let at = head.length - this.#again; ; at += PIECE_BYTES - this.#again) {
      const length = file.fill(this.#piece, 0, PIECE_BYTES, at);
      const isLast = length < PIECE_BYTES;
      if (this.scanner.mayMatch(isLast ? this.#piece.subarray(0, length) : this.#piece)) return undefined;
      if (isLast) return 'searched';
      if (at < PIECE_BYTES && file.size > MOST_BYTES) return undefined;
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
