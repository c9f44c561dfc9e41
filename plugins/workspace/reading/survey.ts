import { isUtf8 } from 'node:buffer';
import type { OpenedFile } from '../sandbox/contract.js';
import { wholeCharacters } from './encoding.js';
import { CHUNK_BYTES, chunkMemory, LEAD_BYTES, lineIndex, type LineIndex } from './line-index.js';
import { countNewlines } from './newlines.js';

const NEWLINE = 10;

/** Goes through all of a file in pieces, from behind its byte order mark. Throws `Denied` where it cannot be read. */
export function surveyOf(file: OpenedFile, bomBytes: number, key: string): NonNullable<LineIndex['whole']> {
  const index = lineIndex(key);
  if (index.whole !== undefined) return index.whole;
  const memory = chunkMemory();
  let lines = 0;
  let utf8 = true;
  let isOpen = false;
  let split = 0;
  for (let at = bomBytes; at < file.size;) {
    const chunk = file.read(at, CHUNK_BYTES, memory, LEAD_BYTES);
    if (chunk.length === 0) break;
    at += chunk.length;
    lines += countNewlines(chunk);
    isOpen = chunk.at(-1) !== NEWLINE;
    if (at < file.size) index.before.push(lines);
    const text = memory.subarray(LEAD_BYTES - split, LEAD_BYTES + chunk.length);
    const whole = at < file.size ? wholeCharacters(text) : text;
    utf8 &&= isUtf8(whole);
    split = text.length - whole.length;
    memory.set(text.subarray(whole.length), LEAD_BYTES - split);
  }
  return (index.whole = { lines: lines + (isOpen ? 1 : 0), utf8 });
}
