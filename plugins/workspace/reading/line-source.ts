import { Buffer, isUtf8 } from 'node:buffer';
import type { ToolCallContext } from '../contract/tool.js';
import type { OpenedFile } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { TimeSlice } from '../time/time-slice.js';
import { chosenEncoding, decodeText, detectEncoding, type Encoding, type TextEncoding } from './encoding.js';
import { CHUNK_BYTES, chunkMemory, lineIndex } from './line-index.js';
import { countNewlines } from './newlines.js';
import { surveyOf } from './survey.js';

const SAMPLE_BYTES = 64 * 1024;
/** Larger files are read in pieces: memory that is taken in large parts is given back badly. */
const WHOLE_BYTES = 512 * 1024;
const NEWLINE = 10;
/** So much is looked through before a client is told how far it is. */
const PROGRESS_BYTES = 16 * 1024 * 1024;
const BYTES_OF_CHARACTER = 4;

/** Bytes in which a newline is one byte 10, whole in memory or read as needed. */
export interface LineSource {
  readonly size: number;
  /** Stands for the content as it is; only where it is read as needed. */
  readonly key?: string;
  readonly encoding: string;
  /** Bytes of the file before the content. */
  readonly lead: number;
  /** Known where all of the content was looked at. */
  readonly totalLines: number | undefined;
  /** Into `into` where given and needed. */
  read(position: number, length: number, into?: Buffer): Buffer;
  decode(bytes: Buffer): string;
}

function inMemory(content: Buffer, encoding: string, bomBytes: number): LineSource {
  const text = content.subarray(bomBytes);
  const utf8 = encoding === 'utf-8' && isUtf8(text) ? text : Buffer.from(decodeText(text, encoding));
  const open = utf8.length > 0 && utf8.at(-1) !== NEWLINE ? 1 : 0;
  return {
    size: utf8.length,
    encoding,
    lead: bomBytes,
    totalLines: countNewlines(utf8) + open,
    read: (position, length) => utf8.subarray(position, position + length),
    decode: bytes => bytes.toString('utf8')
  };
}

function onDisk(file: OpenedFile, { name, bomBytes }: TextEncoding, lines?: number): LineSource {
  return {
    size: file.size - bomBytes,
    key: keyOf(file, bomBytes),
    encoding: name,
    lead: bomBytes,
    totalLines: lines,
    read: (position, length, into) => file.read(position + bomBytes, length, into),
    decode: bytes => decodeText(bytes, name)
  };
}

const keyOf = (file: OpenedFile, bomBytes: number): string => `${file.size}:${file.mtimeMs}:${bomBytes}:${file.path}`;

function textOnly(found: Encoding, file: OpenedFile): TextEncoding {
  if (found.kind === 'text') return found;
  const detail = { type: found.type, size: file.size };
  throw new Denied('binary_file', `'${file.path}' is not text but ${found.type}, ${file.size} bytes`, detail);
}

/**
 * The lines of an opened file. Up to `maxFileBytes` all of it is looked at, so that its encoding and its lines are known; UTF-16
 * cannot be read in pieces. Throws `Denied` binary_file with the type, unsupported_encoding, too_large.
 */
export function lineSource(file: OpenedFile, label: string | undefined, maxFileBytes: number): LineSource {
  const isSmall = file.size <= Math.min(WHOLE_BYTES, maxFileBytes);
  const sample = file.read(0, isSmall ? file.size : SAMPLE_BYTES);
  const seen = textOnly(label === undefined ? detectEncoding(sample, isSmall) : chosenEncoding(label, sample), file);
  const { name, bomBytes } = seen;
  if (isSmall) return inMemory(sample, name, bomBytes);
  const isWide = name.startsWith('utf-16');
  if (file.size > maxFileBytes) {
    if (!isWide) return onDisk(file, seen);
    const detail = { size: file.size, limit: maxFileBytes };
    throw new Denied('too_large', `'${file.path}' has ${file.size} bytes of ${name}, which is read whole only`, detail);
  }
  if (isWide) return inMemory(file.read(0, file.size), name, bomBytes);
  const { lines, utf8 } = surveyOf(file, bomBytes, keyOf(file, bomBytes));
  return onDisk(file, label === undefined ? textOnly(detectEncoding(sample, false, utf8), file) : seen, lines);
}

/** A place at which a line begins, with the number of the line. */
export interface LinePlace {
  readonly at: number;
  /** 1-based. */
  readonly line: number;
}

/**
 * Where a line (1-based) begins, going through the content from `from` or from what is known of it. A line before that one where
 * the time was over; undefined where the content has fewer.
 */
export async function findLine(
  source: LineSource,
  line: number,
  context: ToolCallContext,
  from: LinePlace = { at: 0, line: 1 }
): Promise<LinePlace | undefined> {
  const slice = new TimeSlice(context.signal);
  const { before: index } = lineIndex(source.key);
  const known = index.findLastIndex(lines => lines < line - 1);
  let { at: base, line: reached } = from;
  if (known > 0 && known * CHUNK_BYTES > base) [base, reached] = [known * CHUNK_BYTES, index[known]! + 1];
  let told = base;
  while (reached < line && base < source.size) {
    if (slice.due()) await slice.take();
    if (base - told >= PROGRESS_BYTES) context.progress((told = base), source.size, 'bytes looked through');
    if (context.deadline.expired) return { at: base, line: reached };
    // Up to a multiple, which is what the index holds.
    const chunk = source.read(base, CHUNK_BYTES - (base % CHUNK_BYTES), chunkMemory());
    if (chunk.length === 0) return undefined;
    const inChunk = countNewlines(chunk);
    if (reached + inChunk >= line) {
      let at = -1;
      for (; reached < line; reached++) at = chunk.indexOf(NEWLINE, at + 1);
      return base + at + 1 < source.size ? { at: base + at + 1, line } : undefined;
    }
    reached += inChunk;
    base += chunk.length;
    if (base % CHUNK_BYTES === 0) index[base / CHUNK_BYTES] = reached - 1;
  }
  return reached === line ? { at: base, line } : undefined;
}

/** The number of the line that begins at a place of content that was looked at. */
function lineAt({ key, read }: LineSource, at: number): number {
  const chunk = key === undefined ? 0 : Math.floor(at / CHUNK_BYTES);
  const start = chunk * CHUNK_BYTES;
  return lineIndex(key).before[chunk]! + countNewlines(read(start, at - start)) + 1;
}

/** The line in which a byte lies; `line` 0 where its number is not known, `inside` where the line began too far before. */
export function lineAround(source: LineSource, byte: number): LinePlace & { readonly inside: boolean } {
  const low = Math.max(0, byte - SAMPLE_BYTES);
  const before = source.read(low, byte - low);
  const begun = before.lastIndexOf(NEWLINE) + 1;
  const inside = begun === 0 && low > 0;
  if (!inside) {
    const at = low + begun;
    const line = at === 0 ? 1 : source.totalLines === undefined ? 0 : lineAt(source, at);
    return { at, line, inside };
  }
  const [...next] = source.read(byte, BYTES_OF_CHARACTER);
  const whole = source.encoding === 'utf-8' ? next.findIndex(one => (one & 0xc0) !== 0x80) : 0;
  return { at: byte + Math.max(0, whole), line: 0, inside };
}

/** Where the last `count` lines begin, looking back over at most `maxBytes`; `exact` is false where that was not enough. */
export function findTail(
  source: LineSource,
  count: number,
  maxBytes: number
): { readonly at: number; readonly exact: boolean } {
  // A newline that ends the content begins no line.
  const last = source.read(source.size - 1, 1);
  let missing = count + (last[0] === NEWLINE ? 1 : 0);
  const floor = Math.max(0, source.size - maxBytes);
  for (let end = source.size; end > floor;) {
    const start = Math.max(floor, end - SAMPLE_BYTES);
    const chunk = source.read(start, end - start);
    for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
      if (--missing === 0) return { at: start + at + 1, exact: true };
    }
    end = start;
  }
  return { at: floor, exact: floor === 0 };
}
