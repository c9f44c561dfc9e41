import { Buffer } from 'node:buffer';
import { escapeRegex } from './regex-guard.js';
import type { SearchQuery } from './search-query.js';

const NEWLINE = 10;
/** An expression may take time that grows with the square of the line. */
const MAX_UNTRUSTED_CHARACTERS = 10_000;
const MAX_SHOWN_CHARACTERS = 400;
const LEAD_CHARACTERS = 120;
const GAP_CHARACTERS = 64;

export interface Hit {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly text: string;
  /** `text` is a part of the line. */
  readonly cut: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Scan {
  readonly hits: readonly Hit[];
  /** Matching lines; `hits` is empty where only the number was asked for. */
  readonly count: number;
  /** Lines of which the expression saw only the beginning. */
  readonly cutLines: number;
}

/** Finds a query in buffers of UTF-8. Pure: the same in a thread and without. */
export class Scanner {
  readonly #needle: Buffer;
  readonly #folded: RegExp | undefined;
  readonly #regex: RegExp | undefined;

  constructor(private readonly query: SearchQuery) {
    this.#needle = Buffer.from(query.needle);
    if (query.insensitive && query.needle !== '') this.#folded = new RegExp(escapeRegex(query.needle), 'gi');
    if (query.regex !== undefined) this.#regex = new RegExp(query.regex.source, query.regex.flags);
  }

  /** False where the content certainly has no match. */
  mayMatch(content: Buffer): boolean {
    if (this.#needle.length === 0) return true;
    if (this.#folded === undefined) return content.includes(this.#needle);
    this.#folded.lastIndex = 0;
    return this.#folded.test(content.toString('latin1'));
  }

  /** Starts of lines that have the needle, or of all. */
  *#candidates(content: Buffer): Generator<number> {
    if (this.#needle.length === 0) {
      for (let at = 0; at < content.length; at = lineEnd(content, at) + 1) yield at;
      return;
    }
    const folded = this.#folded;
    const text = folded === undefined ? '' : content.toString('latin1');
    for (let from = 0; from < content.length;) {
      let at: number;
      if (folded === undefined) at = content.indexOf(this.#needle, from);
      else {
        folded.lastIndex = from;
        at = folded.exec(text)?.index ?? -1;
      }
      if (at < 0) return;
      const start = at === 0 ? 0 : content.lastIndexOf(NEWLINE, at - 1) + 1;
      yield start;
      from = lineEnd(content, at) + 1;
    }
  }

  /** Matching lines behind line `behind`, up to the query's limit. */
  scan(content: Buffer, behind: number): Scan {
    const { output, limit, untrusted } = this.query;
    const hits: Hit[] = [];
    let count = 0;
    let cutLines = 0;
    let line = 1;
    let counted = 0;
    for (const start of this.#candidates(content)) {
      const end = lineEnd(content, start);
      let text = content.toString('utf8', start, carriage(content, start, end));
      if (untrusted && text.length > MAX_UNTRUSTED_CHARACTERS) {
        text = text.slice(0, MAX_UNTRUSTED_CHARACTERS);
        cutLines++;
      }
      const found = this.#regex?.exec(text);
      if (found === null) continue;
      if (output === 'lines') {
        for (let at = content.indexOf(NEWLINE, counted); at >= 0 && at < start; at = content.indexOf(NEWLINE, at + 1))
          line++;
        counted = start;
        if (line <= behind) continue;
        const index = found?.index ?? text.indexOf(this.query.needle);
        hits.push({ line, column: index + 1, ...shownPart(text, index), ...this.#context(content, start, end) });
      }
      if (++count >= limit) break;
    }
    return { hits, count, cutLines };
  }

  #context(content: Buffer, start: number, end: number): Pick<Hit, 'before' | 'after'> {
    const before: string[] = [];
    for (let at = start; before.length < this.query.before && at > 0;) {
      const from = at === 1 ? 0 : content.lastIndexOf(NEWLINE, at - 2) + 1;
      before.unshift(shownLine(content, from, at - 1));
      at = from;
    }
    const after: string[] = [];
    for (let at = end + 1; after.length < this.query.after && at < content.length;) {
      const to = lineEnd(content, at);
      after.push(shownLine(content, at, to));
      at = to + 1;
    }
    return { before, after };
  }
}

function lineEnd(content: Buffer, from: number): number {
  const at = content.indexOf(NEWLINE, from);
  return at < 0 ? content.length : at;
}

const carriage = (content: Buffer, start: number, end: number): number =>
  end > start && content[end - 1] === 13 ? end - 1 : end;

const shownLine = (content: Buffer, start: number, end: number): string =>
  shownPart(
    content.toString('utf8', start, Math.min(carriage(content, start, end), start + 4 * MAX_SHOWN_CHARACTERS)),
    0
  ).text;

/** The part of a long line around a match, cut between words where there is a gap near. */
function shownPart(line: string, index: number): { text: string; cut: boolean } {
  if (line.length <= MAX_SHOWN_CHARACTERS) return { text: line, cut: false };
  let start = Math.max(0, Math.min(index - LEAD_CHARACTERS, line.length - MAX_SHOWN_CHARACTERS));
  let end = Math.min(line.length, start + MAX_SHOWN_CHARACTERS);
  if (start > 0) {
    const gap = line.slice(start, start + GAP_CHARACTERS).search(/\s/);
    if (gap >= 0) start += gap + 1;
  }
  if (end < line.length) {
    const gap = line.slice(end - GAP_CHARACTERS, end).search(/\s\S*$/);
    if (gap >= 0) end += gap - GAP_CHARACTERS;
  }
  const text = line.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return { text: `${start > 0 ? '…' : ''}${text}${end < line.length ? '…' : ''}`, cut: true };
}
