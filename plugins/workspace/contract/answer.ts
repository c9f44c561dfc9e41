import type { ToolAnswer } from './tool.js';

/** The answer of a tool, with `nextCursor` only where there is one. */
export const answer = (
  structured: Readonly<Record<string, unknown>>,
  summary: string,
  state: { readonly timedOut: boolean; readonly truncated: boolean; readonly nextCursor?: string | undefined }
): ToolAnswer => ({
  structured,
  summary,
  timedOut: state.timedOut,
  truncated: state.truncated,
  ...(state.nextCursor === undefined ? {} : { nextCursor: state.nextCursor })
});

/** `1 match`, `2 matches`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 as `1.5 KB`. */
export function readableSize(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

export const timeOf = (mtimeMs: number): string => new Date(Math.trunc(mtimeMs)).toISOString();
