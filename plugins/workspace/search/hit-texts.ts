import { Buffer } from 'node:buffer';
import type { TextRedactor } from '../redaction/redactor.js';
import { BYTES_PER_UNIT, Redacted, SearchedText } from '../redaction/redacted.js';
import { Surroundings } from '../redaction/surroundings.js';
import type { FileHits } from './file-search.js';
import { lineEnd, lineStart, withoutReturn } from './lines.js';
import type { Hit } from './scanner.js';
import { MAX_SHOWN_CHARACTERS, shownPart, type Part } from './shown-part.js';

/** A window takes in the hits that follow as well, up to this size, where their surroundings meet. */
const MOST_WINDOW_BYTES = 256 * 1024;
/** What a hit shows, with lines around it. */
const SHOWN_BYTES = 1024;

export interface HitTexts {
  readonly text: Redacted;
  /** `text` is a part of the line. */
  readonly cut: boolean;
  /** Nearest last. */
  readonly before: readonly Redacted[];
  readonly after: readonly Redacted[];
}

/** Texts of the hits of one file, in which a secret is hidden also where only a part of it is shown. */
export class HitReader {
  #window: SearchedText | undefined;
  #from = 0;
  #to = 0;
  /** Up to where it was searched for what begins there. */
  #until = 0;
  /** A place of the window in bytes and in characters, from which the next is counted. */
  #bytes = 0;
  #units = 0;
  readonly #surroundings: Surroundings;

  readonly #content: Buffer;
  /** All that may be read, in order. */
  readonly #hits: readonly Hit[];

  constructor(
    { content, scan, secrets }: FileHits,
    private readonly path: string,
    private readonly redactor: TextRedactor
  ) {
    this.#content = Buffer.from(content.buffer);
    this.#hits = scan.hits;
    this.#surroundings = new Surroundings(this.#content, redactor, secrets);
  }

  read(hit: Hit, before: number, after: number): HitTexts {
    const content = this.#content;
    let first = hit.start;
    const above: Part[] = [];
    while (above.length < before && first > 0) {
      const end = first - 1;
      first = lineStart(content, end);
      above.unshift({ start: first, end });
    }
    const below: Part[] = [];
    for (let at = hit.end + 1; below.length < after && at < content.length;) {
      const end = lineEnd(content, at);
      below.push({ start: at, end });
      at = end + 1;
    }
    const line = content.toString('utf8', hit.start, withoutReturn(content, hit.start, hit.end));
    const part = shownPart(line, hit.index);
    return {
      before: above.map(one => this.#line(one)),
      text: this.#part(hit.start, line, part),
      cut: part.start > 0 || part.end < line.length,
      after: below.map(one => this.#line(one))
    };
  }

  #line({ start, end }: Part): Redacted {
    const most = start + (MAX_SHOWN_CHARACTERS + 1) * BYTES_PER_UNIT;
    const line = this.#content.toString('utf8', start, Math.min(withoutReturn(this.#content, start, end), most));
    return this.#part(start, line, shownPart(line, 0));
  }

  #part(at: number, line: string, { start, end }: Part): Redacted {
    const from = at + Buffer.byteLength(line.slice(0, start));
    const to = from + Buffer.byteLength(line.slice(start, end));
    const window = this.#windowAround(from, to);
    const { text, count } = window.show(this.#unitsAt(from), this.#unitsAt(to));
    return new Redacted(`${start > 0 ? '…' : ''}${text}${end < line.length ? '…' : ''}`, count);
  }

  #windowAround(from: number, to: number): SearchedText {
    const content = this.#content;
    const around = this.#surroundings.of({ from, to });
    if (this.#window === undefined || around.from < this.#from || around.to > this.#to || to > this.#until) {
      const margin = Math.max(from - around.from, around.to - to);
      let end = around.to;
      for (const { start } of this.#hits) {
        if (start < from) continue;
        if (start - margin > end || end - around.from > MOST_WINDOW_BYTES) break;
        end = Math.max(end, start + SHOWN_BYTES + margin);
      }
      this.#from = this.#boundary(around.from);
      this.#to = this.#boundary(end);
      // The mark of a document may be its last line.
      this.#until = around.to >= content.length ? this.#to : this.#boundary(Math.max(to, end - margin));
      const raw = content.toString('utf8', this.#from, this.#to);
      const isAscii = raw.length === this.#to - this.#from;
      const until = isAscii ? this.#until - this.#from : content.toString('utf8', this.#from, this.#until).length;
      this.#window = SearchedText.of(raw, this.redactor, this.path, until);
      this.#bytes = this.#from;
      this.#units = 0;
    }
    return this.#window;
  }

  #unitsAt(byte: number): number {
    // As many as bytes: there are none that take several.
    if (this.#window?.raw.length === this.#to - this.#from) return byte - this.#from;
    if (byte < this.#bytes) {
      this.#bytes = this.#from;
      this.#units = 0;
    }
    this.#units += this.#content.toString('utf8', this.#bytes, byte).length;
    this.#bytes = byte;
    return this.#units;
  }

  /** Where a character begins, at `at` or before. */
  #boundary(at: number): number {
    if (at >= this.#content.length) return this.#content.length;
    while (at > 0 && (this.#content[at]! & 0xc0) === 0x80) at--;
    return at;
  }
}
