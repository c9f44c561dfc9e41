import { wholeCharacter } from '../redaction/redacted.js';

export const MAX_SHOWN_CHARACTERS = 400;
const LEAD_CHARACTERS = 120;
const GAP_CHARACTERS = 64;

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** The part of a long line around a match, cut between words where there is a gap near. */
export function shownPart(line: string, index: number): Part {
  if (line.length <= MAX_SHOWN_CHARACTERS) return { start: 0, end: line.length };
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
  return { start: wholeCharacter(line, start), end: wholeCharacter(line, end) };
}
