import { Buffer } from 'node:buffer';

/** A text that is looked for in bytes as it is; `part` of it is found faster than the whole, because Node looks for longer ones byte by byte. Plain data. */
export interface Needle {
  readonly part: Uint8Array;
  readonly whole: Uint8Array;
}

const MOST_PART_BYTES = 6;
const LEAST_PART_BYTES = 3;

/** ASCII in source code, rarest first; every other byte is rarer. */
const RARE_BYTES_FIRST =
  '~^Z%$JQ7?Y!@W+68z4V<K|qjH93\\&5XUG>]B[2FM`D#1}{-wPvx;ROCLN0k"\'I:A/bT*y=ESg.,m()_hfupdclaoinsrte ';

const rankOf = (byte: number): number => RARE_BYTES_FIRST.indexOf(String.fromCharCode(byte));

/** The needle of a text in UTF-8: its part begins at the rarest byte, which is what is looked for first. */
export function needleOf(text: string): Needle {
  const whole = Buffer.from(text);
  let start = 0;
  for (let at = 1; at + LEAST_PART_BYTES <= whole.length; at++)
    if (rankOf(whole[at]!) < rankOf(whole[start]!)) start = at;
  return { part: whole.subarray(start, start + MOST_PART_BYTES), whole };
}

export const hasNeedle = (content: Buffer, { part, whole }: Needle): boolean =>
  content.indexOf(part) >= 0 && content.indexOf(whole) >= 0;
