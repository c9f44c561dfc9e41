import type { Buffer } from 'node:buffer';

const NEWLINE = 10;
const RETURN = 13;

/** Where the line ends in which `from` lies, without its line break. */
export function lineEnd(content: Buffer, from: number): number {
  const at = content.indexOf(NEWLINE, from);
  return at < 0 ? content.length : at;
}

/** Where the line begins that ends at `end` or has it inside. */
export const lineStart = (content: Buffer, end: number): number =>
  end === 0 ? 0 : content.lastIndexOf(NEWLINE, end - 1) + 1;

export const withoutReturn = (content: Buffer, start: number, end: number): number =>
  end > start && content[end - 1] === RETURN ? end - 1 : end;
