import type { Buffer } from 'node:buffer';

const NEWLINE = 10;
const NEWLINES = 0x0a0a0a0a;
/** After so many lines it is known whether they are short. */
const LOOKED_AT = 64;
/** Shorter lines are counted faster four bytes at a time than by looking for the end of each. */
const SHORT_BYTES = 80;
/** So many words can be added up before the sum in a byte runs over. */
const MOST_WORDS = 255;

/** Line breaks in words of four bytes each. */
function inWords(words: Int32Array): number {
  let count = 0;
  for (let at = 0; at < words.length;) {
    let sums = 0;
    const end = Math.min(words.length, at + MOST_WORDS);
    for (; at < end; at++) {
      // A byte that was a line break is 0 here, and its highest bit is set below.
      const word = words[at]! ^ NEWLINES;
      sums += ~(((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word | 0x7f7f7f7f) >>> 7;
      sums |= 0;
    }
    count += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
  }
  return count;
}

export function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    if (++count !== LOOKED_AT || at > LOOKED_AT * SHORT_BYTES) continue;
    const first = at + 1 + ((4 - ((bytes.byteOffset + at + 1) & 3)) & 3);
    const length = (bytes.length - first) >> 2;
    if (length <= 0) continue;
    const last = first + length * 4;
    for (const rest of [bytes.subarray(at + 1, first), bytes.subarray(last)])
      for (const byte of rest) if (byte === NEWLINE) count++;
    return count + inWords(new Int32Array(bytes.buffer, bytes.byteOffset + first, length));
  }
  return count;
}
