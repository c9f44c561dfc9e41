import type { Buffer } from 'node:buffer';
import { wireBytes } from './budget.js';
import { countNewlines, type LineSource } from './line-source.js';

const NEWLINE = 10;
/** How far back from a forced cut a gap between words is looked for, so that no word (or secret) is cut in two. */
const GAP_BYTES = 512;
const LEAST_BYTES = 64;

export interface PageStart {
  readonly at: number;
  /** Number of the line at `at`; undefined where it was reached from the end. */
  readonly line: number | undefined;
  /** `at` is inside the line. */
  readonly inside: boolean;
}

export interface Page {
  readonly content: string;
  /** Lines shown, whole or in part. */
  readonly lines: number;
  /** Where the next page begins; undefined at the end of what was asked for. */
  readonly next: PageStart | undefined;
}

/** Bytes to keep of a piece that is cut: whole lines, else up to a gap between words, else whole characters. */
function cutAt(bytes: Buffer): number {
  const newline = bytes.lastIndexOf(NEWLINE);
  if (newline >= 0) return newline + 1;
  for (let at = bytes.length - 1; at > Math.max(LEAST_BYTES, bytes.length - GAP_BYTES); at--) {
    if (bytes[at] === 0x20 || bytes[at] === 0x09) return at + 1;
  }
  let end = bytes.length;
  while (end > 1 && (bytes[end]! & 0xc0) === 0x80) end--;
  return end;
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

function render(text: string, start: PageStart, numbered: boolean): string {
  const content = text.replaceAll('\r\n', '\n');
  if (!numbered) return content;
  const closed = content.endsWith('\n');
  const lines = (closed ? content.slice(0, -1) : content).split('\n');
  const first = start.line ?? 1;
  return lines.map((line, index) => `${String(first + index).padStart(6)}\t${line}`).join('\n') + (closed ? '\n' : '');
}

/**
 * As many lines from `start` as fit into `maxBytes` on the wire, at most `wanted`. A line that does not fit is cut, and
 * `next` goes on inside it.
 */
export async function readPage(
  source: LineSource,
  start: PageStart,
  wanted: number,
  numbered: boolean,
  maxBytes: number
): Promise<Page> {
  for (let length = maxBytes; ; length = Math.trunc(length * 0.6)) {
    // One byte more tells whether the cut falls between two characters.
    const ahead = await source.read(start.at, length + 1);
    const bytes = ahead.subarray(0, length);
    const whole = behindLine(bytes, wanted);
    const reachesEnd = start.at + bytes.length >= source.size;
    const kept = whole >= 0 ? whole : reachesEnd ? bytes.length : Math.min(cutAt(ahead), length);
    const piece = bytes.subarray(0, kept);
    const content = render(source.decode(piece), start, numbered);
    if (wireBytes(content) > maxBytes && length > LEAST_BYTES) continue;

    const newlines = countNewlines(piece);
    const inside = piece.length > 0 && piece.at(-1) !== NEWLINE;
    const done = whole >= 0 || start.at + kept >= source.size;
    const line = start.line === undefined ? undefined : start.line + newlines;
    return {
      content,
      lines: newlines + (inside ? 1 : 0),
      next: done ? undefined : { at: start.at + kept, line, inside }
    };
  }
}
