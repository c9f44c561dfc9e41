import type { Node, Scalar } from './tree.js';

/** The longest a line may be; a text that is longer by itself stays as it is. */
export const WIDTH = 120;

/** Where a collection is written. */
export interface Spot {
  /** From here on the text is replaced. */
  readonly start: number;
  /** What comes before the collection, beside its key. */
  readonly lead: string;
  /** Where it begins if it is written on one line, and how far its lines are indented if it is not. */
  readonly column: number;
  readonly indent: number;
}

/** Beside its key, or in lines under it; what is an item of a list, or has a comment before it, stands where it stood. */
export function spotOf(text: string, { start }: Node, key: Scalar | undefined): Spot {
  if (key === undefined || !/^\s*:\s*$/.test(text.slice(key.end, start))) {
    const column = columnOf(text, start);
    return { start, lead: '', column, indent: column };
  }
  const at = columnOf(text, key.start);
  return { start: key.end, lead: ':', column: at + key.end - key.start + 2, indent: at + 2 };
}

const columnOf = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The comment that follows on the same line. */
export const commentBehind = (text: string, offset: number): string | undefined =>
  /^[ \t]*(#.*)/.exec(text.slice(offset))?.[1]?.trimEnd();
