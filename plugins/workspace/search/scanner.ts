import { Buffer } from 'node:buffer';
import { hasNeedle, needlesOf, type Needle } from '../../../core/text/index.js';
import { lineEnd, lineStart, withoutReturn } from './lines.js';
import type { SearchQuery } from './query.js';

const NEWLINE = 10;
/** An expression may take time that grows with the square of the line. */
const MAX_UNTRUSTED_CHARACTERS = 10_000;

/** A line that matches. */
export interface Hit {
  /** 1-based. */
  readonly line: number;
  /** Bytes at which the line begins and ends, without its line break. */
  readonly start: number;
  readonly end: number;
  /** Where the match begins in the line, in UTF-16 units. */
  readonly index: number;
  /** Byte of the file at which the line begins, where the content is a part of it. */
  readonly byte?: number;
}

export interface Scan {
  readonly hits: readonly Hit[];
  /** Matching lines; `hits` is empty where only the number was asked for. */
  readonly count: number;
  /** Lines of which the expression saw only the beginning. */
  readonly cutLines: number;
}

/** Letters of source code and English, rarest first. */
const RARE_FIRST = 'qzjxkvwybgpfmuhdclonsarite';
const MOST_RARE = 2;
/** So many letters come seldom enough to be looked for one by one. */
const RARE = 13;
const MOST_PAIRS = 64;

/** The rarest letters of a text in both cases: what has neither lacks the text, which is found out without decoding. */
const rareLetters = (text: string): readonly (readonly [number, number])[] =>
  [...RARE_FIRST]
    .filter(letter => text.toLowerCase().includes(letter))
    .slice(0, MOST_RARE)
    .map(letter => [letter.charCodeAt(0), letter.toUpperCase().charCodeAt(0)]);

/** A pair of characters of a text, in all their cases, of which the first is rare. */
interface RarePair {
  readonly at: number;
  readonly cases: readonly Buffer[];
}

function rarePair(text: string): RarePair | undefined {
  const ranks = [...text.slice(0, -1).toLowerCase()].map(letter => RARE_FIRST.indexOf(letter));
  const at = ranks.indexOf(Math.min(...ranks.filter(rank => rank >= 0 && rank < RARE)));
  if (at < 0) return undefined;
  const cases = (letter: string) => [...new Set([letter.toLowerCase(), letter.toUpperCase()])];
  return { at, cases: cases(text[at]!).flatMap(one => cases(text[at + 1]!).map(other => Buffer.from(one + other))) };
}

/** More of them are looked for at once. */
const MOST_NEEDLES = 4;

const lowerCase = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** Finds a query in buffers of UTF-8. Pure: the same in a thread and without. */
export class Scanner {
  readonly #needle: Buffer;
  /** Where case counts and there are few. */
  readonly #exact: readonly Needle[];
  /** Of a single needle of which case does not count. */
  readonly #rare: readonly (readonly [number, number])[];
  readonly #pair: RarePair | undefined;
  readonly #lower: Buffer;
  /** Where there are several needles or case does not count. */
  readonly #needles: RegExp | undefined;
  readonly #regex: RegExp | undefined;

  constructor(private readonly query: SearchQuery) {
    const { needles, finder, regex } = query;
    this.#needle = Buffer.from(needles[0] ?? '');
    this.#exact = finder?.flags.includes('i') || needles.length > MOST_NEEDLES ? [] : needlesOf(needles);
    const [only = ''] = finder !== undefined && needles.length === 1 ? needles : [];
    this.#rare = rareLetters(only);
    this.#pair = rarePair(only);
    this.#lower = Buffer.from(only.toLowerCase());
    if (finder !== undefined) this.#needles = new RegExp(finder.source, finder.flags);
    if (regex !== undefined) this.#regex = new RegExp(regex.source, regex.flags);
  }

  /** False where the content certainly has no match. */
  mayMatch(content: Buffer): boolean {
    if (this.#needle.length === 0) return true;
    if (this.#needles === undefined || this.#exact.length > 0)
      return this.#exact.some(needle => hasNeedle(content, needle));
    if (this.#rare.some(([lower, upper]) => !content.includes(lower) && !content.includes(upper))) return false;
    const found = this.#pair === undefined ? undefined : this.#hasPair(content, this.#pair);
    if (found !== undefined) return found;
    this.#needles.lastIndex = 0;
    return this.#needles.test(content.toString('latin1'));
  }

  /** Whether the needle stands around one of the pairs; undefined where there are too many of them. */
  #hasPair(content: Buffer, { at, cases }: RarePair): boolean | undefined {
    let left = MOST_PAIRS;
    for (const pair of cases)
      for (let found = content.indexOf(pair); found >= 0; found = content.indexOf(pair, found + 1)) {
        if (this.#lower.every((byte, index) => lowerCase(content[found - at + index]!) === byte)) return true;
        if (--left === 0) return undefined;
      }
    return false;
  }

  /** Starts of lines that have a needle, or of all. */
  *#candidates(content: Buffer): Generator<number> {
    if (this.#needle.length === 0) {
      for (let at = 0; at < content.length; at = lineEnd(content, at) + 1) yield at;
      return;
    }
    const needles = this.#needles;
    const text = needles === undefined ? '' : content.toString('latin1');
    for (let from = 0; from < content.length;) {
      let at: number;
      if (needles === undefined) at = content.indexOf(this.#needle, from);
      else {
        needles.lastIndex = from;
        at = needles.exec(text)?.index ?? -1;
      }
      if (at < 0) return;
      yield lineStart(content, at);
      from = lineEnd(content, at) + 1;
    }
  }

  /** Matching lines behind line `behind`, up to the query's limit; `first` is the number of the content's first line. */
  scan(content: Buffer, behind: number, first = 1): Scan {
    const { output, limit, untrusted } = this.query;
    const hits: Hit[] = [];
    let count = 0;
    let cutLines = 0;
    let line = first;
    let counted = 0;
    for (const start of this.#candidates(content)) {
      const end = lineEnd(content, start);
      let text = content.toString('utf8', start, withoutReturn(content, start, end));
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
        hits.push({ line, start, end, index: found?.index ?? text.indexOf(this.query.needles[0]!) });
      }
      if (++count >= limit) break;
    }
    return { hits, count, cutLines };
  }
}
