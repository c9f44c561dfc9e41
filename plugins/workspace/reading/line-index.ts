import { Buffer } from 'node:buffer';

/** Larger parts of memory are given back badly. */
export const CHUNK_BYTES = 256 * 1024;
/** Room before a chunk for the beginning of a character that the chunk before ended with. */
export const LEAD_BYTES = 4;
const MOST_FILES = 8;

/** What is known of a file that is read in pieces. */
export interface LineIndex {
  /** How many line breaks lie before every chunk, as far as it was looked at. */
  readonly before: number[];
  /** Where all of it was looked at: its lines, and whether it is UTF-8. */
  whole?: { readonly lines: number; readonly utf8: boolean };
}

const known = new Map<string, LineIndex>();

/** The index of a file as it is now, by a key that stands for that: it is gone through once, and not for every range of it. */
export function lineIndex(key: string | undefined): LineIndex {
  if (key === undefined) return { before: [0] };
  const index = known.get(key) ?? { before: [0] };
  known.delete(key);
  known.set(key, index);
  if (known.size > MOST_FILES) known.delete(known.keys().next().value!);
  return index;
}

let memory: Buffer | undefined;

/** The same for all chunks, for as long as nobody waits: to have the system make new pages takes longer than to read them. */
export const chunkMemory = (): Buffer => (memory ??= Buffer.allocUnsafeSlow(LEAD_BYTES + CHUNK_BYTES));
