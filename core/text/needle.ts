import { Buffer } from 'node:buffer';
import { groupBy } from '../group-by.js';

/** Texts that are looked for as they are; a `part` of each is found faster than the whole, because Node looks for longer ones byte by byte. Plain data. */
export interface Needle {
  readonly part: Uint8Array;
  readonly wholes: readonly Uint8Array[];
}

const MOST_PART_BYTES = 6;
const LEAST_PART_BYTES = 3;

/** ASCII in source code, rarest first; every other byte is rarer. */
const RARE_BYTES_FIRST =
  '~^Z%$JQ7?Y!@W+68z4V<K|qjH93\\&5XUG>]B[2FM`D#1}{-wPvx;ROCLN0k"\'I:A/bT*y=ESg.,m()_hfupdclaoinsrte ';

const rankOf = (byte: number): number => RARE_BYTES_FIRST.indexOf(String.fromCharCode(byte));

/** The part of a text that begins at the rarest byte, which is what is looked for first. */
function partOf(whole: Buffer): Buffer {
  let start = 0;
  for (let at = 1; at + LEAST_PART_BYTES <= whole.length; at++)
    if (rankOf(whole[at]!) < rankOf(whole[start]!)) start = at;
  return whole.subarray(start, start + MOST_PART_BYTES);
}

/** The needles of texts in UTF-8: those that share a part are one. */
export function needlesOf(texts: readonly string[]): readonly Needle[] {
  const byPart = groupBy(
    texts.map(text => Buffer.from(text)),
    whole => partOf(whole).toString('latin1')
  );
  return [...byPart.values()].map(wholes => ({ part: partOf(wholes[0]!), wholes }));
}

/** Whether a content has one of the texts of a needle. */
export const hasNeedle = (content: Buffer, { part, wholes }: Needle): boolean =>
  content.indexOf(part) >= 0 && wholes.some(whole => content.indexOf(whole) >= 0);
