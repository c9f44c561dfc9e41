import { Buffer } from 'node:buffer';
import { hasMark } from '../redaction/marks.js';
import type { TextRedactor } from '../redaction/redactor.js';
import { BYTES_PER_UNIT, SearchedText, wholeCharacter, type Redacted } from '../redaction/redacted.js';
import { wireBytes } from '../redaction/visible.js';
import type { LineSource } from './line-source.js';
import { countNewlines } from './newlines.js';
import { numberLines, plainLines } from './page-text.js';

const NEWLINE = 10;
/** How far back from a forced cut a gap between words is looked for. */
const GAP_CHARACTERS = 512;
const LEAST_BYTES = 64;

export interface PageStart {
  readonly at: number;
  /** Number of the line at `at`; undefined where it was reached from the end. */
  readonly line: number | undefined;
  /** `at` is inside the line. */
  readonly inside: boolean;
}

export interface Page {
  readonly content: Redacted;
  /** Lines of the file that the page covers, whole or in part. */
  readonly lines: number;
  /** Where the next page begins; undefined at the end of what was asked for. */
  readonly next: PageStart | undefined;
}

export interface PageWish {
  /** Most lines, from the first. */
  readonly lines: number;
  readonly numbered: boolean;
  /** Most bytes of the content on the wire. */
  readonly maxBytes: number;
  readonly path: string;
}

/** Position behind the n-th newline, or -1. */
function behindLine(bytes: Buffer, count: number): number {
  let at = -1;
  for (let seen = 0; seen < count; seen++) {
    at = bytes.indexOf(NEWLINE, at + 1);
    if (at < 0) return -1;
  }
  return at + 1;
}

/** Where a page that has to end before `to` ends: behind a line, else behind a word, and never inside a secret. */
function cutBefore(text: SearchedText, from: number, to: number): number {
  for (let at = to; at > from; at = text.raw.lastIndexOf('\n', at - 2) + 1) {
    if (text.raw[at - 1] === '\n' && !text.splits(at)) return at;
  }
  for (let at = to; at > Math.max(from, to - GAP_CHARACTERS); at--) {
    if (/[ \t]/.test(text.raw[at - 1]!) && !text.splits(at)) return at;
  }
  return text.cutFrom(Math.max(from + 1, wholeCharacter(text.raw, to)));
}

/** The bytes of which `text` is what they decode to: up to a line break by counting, else by trying. */
function takenBytes(source: LineSource, bytes: Buffer, text: string): Buffer {
  const units = text.length;
  if (text.endsWith('\n')) return bytes.subarray(0, behindLine(bytes, text.split('\n').length - 1));
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (source.decode(bytes.subarray(0, middle)).length <= units) low = middle;
    else high = middle - 1;
  }
  return bytes.subarray(0, low);
}

/** Characters around a page that are looked at: all of a file that is in memory and is a document whose parts can be secret. */
const reachIn = (source: LineSource, { document, overlap }: TextRedactor): number =>
  source.key === undefined && hasMark(source.read(0, source.size), document) ? source.size : overlap;

/**
 * As many lines from `start` as fit, at most those wished for. A line that does not fit is cut, and `next` goes on inside
 * it. What lies around the page is read with it, so that a secret at its edge is known.
 */
export function readPage(source: LineSource, start: PageStart, wish: PageWish, redactor: TextRedactor): Page {
  const reach = reachIn(source, redactor);
  const around = Math.min(source.size, reach * BYTES_PER_UNIT);
  const leadBytes = Math.min(start.at, around);
  const ahead = leadBytes === 0 ? '' : source.decode(source.read(start.at - leadBytes, leadBytes));
  const lead = ahead.slice(-reach);
  const from = lead.length;
  const render = wish.numbered ? numberLines : plainLines;
  const bytes = source.read(start.at, wish.maxBytes);
  const whole = behindLine(bytes, wish.lines);
  const wanted = whole < 0 ? bytes : bytes.subarray(0, whole);
  const isAll = whole >= 0 || start.at + bytes.length >= source.size;
  const onward = Buffer.concat([wanted, source.read(start.at + wanted.length, around)]);
  const end = from + source.decode(wanted).length;
  const text = SearchedText.of(lead + source.decode(onward).slice(0, end - from + reach), redactor, wish.path);
  for (let length = wanted.length; ;) {
    const isLast = isAll && length === wanted.length;
    const to = isLast ? end : cutBefore(text, from, from + source.decode(wanted.subarray(0, length)).length);
    const content = render(text, from, to, start.line ?? 1);
    const cost = wireBytes(content);
    if (cost > wish.maxBytes && length > LEAST_BYTES) {
      length = Math.trunc(length * Math.min(0.95, wish.maxBytes / cost));
      continue;
    }

    const taken = isLast ? wanted : takenBytes(source, onward, text.raw.slice(from, to));
    const newlines = countNewlines(taken);
    const inside = taken.length > 0 && taken.at(-1) !== NEWLINE;
    const at = start.at + taken.length;
    return {
      content,
      lines: newlines + (inside ? 1 : 0),
      next: isLast || at >= source.size ? undefined : { at, line: start.line && start.line + newlines, inside }
    };
  }
}
