import { Buffer, isUtf8 } from 'node:buffer';
import { decodeText, type TextEncoding } from '../reading/encoding.js';
import { countNewlines } from '../reading/newlines.js';
import type { OpenedFile } from '../sandbox/contract.js';
import type { FileHits } from './file-search.js';
import { lineEnd } from './lines.js';
import type { SearchQuery } from './query.js';
import type { Hit, Scanner } from './scanner.js';
import type { Part } from './shown-part.js';

const NEWLINE = 10;
/** Texts of a megabyte and more lie outside of the engine's heap, where they pile up. */
const PIECE_BYTES = 256 * 1024;
/** Of a line that fills a piece so much is looked at again with the next, so that no match is split. */
const REPEATED_BYTES = 4096;

/** What a part of a large file has; `line` is the last that was looked at. */
export interface LargePart {
  readonly line: number;
  readonly hits?: FileHits;
}

export interface LargeSearch {
  readonly scanner: Scanner;
  readonly query: SearchQuery;
  readonly behind: number;
  /** Bytes around a hit that are kept with it. */
  readonly margin: number;
}

/** Searches a file of any size piece by piece, from behind its byte order mark. Lines that are only counted or named come with the last part. */
export function* searchLarge(
  file: OpenedFile,
  search: LargeSearch,
  { name, bomBytes }: TextEncoding
): Generator<LargePart> {
  const isWide = name.startsWith('utf-16');
  const { scanner, query, behind } = search;
  let line = 1;
  let left = query.limit;
  let total = 0;
  let cut = 0;
  let lastHit = 0;
  /** What is known of the line in which the piece before ended, where it fills that. */
  let same = { counted: false, cut: false };
  const memory = Buffer.allocUnsafe(PIECE_BYTES + 2 * search.margin);
  for (let at = bomBytes; at < file.size && left > 0;) {
    // Even, as are all places of UTF-16.
    const lead = Math.min(at - bomBytes, search.margin & ~1);
    const read = file.read(at - lead, lead + PIECE_BYTES + search.margin, memory);
    if (read.length <= lead) break;
    if (name === 'utf-16be') read.subarray(0, read.length & ~1).swap16();
    const rest = at - lead + read.length >= file.size;
    const end = rest && read.length <= lead + PIECE_BYTES ? read.length : pieceEnd(read, lead, isWide);
    const piece = isWide ? utf16(read.subarray(lead, end)) : read.subarray(lead, end);
    const newlines = countNewlines(piece);
    const before = same;
    same = newlines === 0 ? { ...before } : { counted: false, cut: false };
    if (line + newlines > behind && scanner.mayMatch(piece)) {
      // A line counts once; one that is shown is known by its number.
      const from = before.counted && query.output !== 'lines' ? lineEnd(piece, 0) + 1 : 0;
      const scan = scanner.scan(utf8(piece.subarray(from)), Math.max(behind, lastHit), line);
      if (newlines === 0) {
        same.counted ||= scan.count > 0;
        same.cut ||= scan.cutLines > 0;
      }
      cut += scan.cutLines - (before.cut && scan.cutLines > 0 ? 1 : 0);
      const found = scan.hits.slice(0, left);
      total += scan.count;
      left -= query.output === 'lines' ? found.length : scan.count;
      if (found.length > 0) {
        lastHit = found.at(-1)!.line;
        yield {
          line: Math.max(line, line + newlines - 1),
          hits: around(
            ...shown(read, { start: lead, end }, found, { at, isWide }),
            { count: found.length, cutLines: 0 },
            search.margin
          )
        };
      }
    }
    line += newlines;
    at += end - lead;
    if (newlines === 0 && at < file.size) at -= Math.min(REPEATED_BYTES, end - lead - 1);
    yield { line: Math.max(1, line - 1) };
  }
  const count = query.output === 'lines' ? 0 : total;
  if (count > 0 || cut > 0)
    yield { line, hits: { scan: { hits: [], count, cutLines: cut }, content: new Uint8Array() } };
}

const moved = (hit: Hit, by: number): Hit => ({ ...hit, start: hit.start + by, end: hit.end + by });

/**
 * The content in UTF-8, with what was read around a piece, and where the hits of the piece lie in it.
 * @param at where the piece lies in the file
 */
function shown(
  read: Buffer,
  { start, end }: Part,
  hits: readonly Hit[],
  { at, isWide }: { readonly at: number; readonly isWide: boolean }
): readonly [content: Buffer, hits: readonly Hit[]] {
  const piece = read.subarray(start, end);
  if (!isWide && isUtf8(piece)) return [read, hits.map(hit => ({ ...moved(hit, start), byte: at + hit.start }))];
  // Other encodings have other places than the UTF-8 that is shown.
  const parts = [read.subarray(0, start), piece, read.subarray(end)].map(isWide ? utf16 : utf8);
  return [Buffer.concat(parts), hits.map(hit => moved(hit, parts[0]!.length))];
}

/** Only what is needed to show the hits: a search keeps up to a thousand of them. */
export function around(
  content: Buffer,
  hits: readonly Hit[],
  { count, cutLines }: { readonly count: number; readonly cutLines: number },
  margin: number
): FileHits {
  const from = Math.max(0, hits[0]!.start - margin);
  const to = Math.min(content.length, hits.at(-1)!.end + margin);
  const scan = { hits: hits.map(hit => moved(hit, -from)), count, cutLines };
  return { scan, content: new Uint8Array(content.subarray(from, to)) };
}

/** Behind the last line that is whole in the piece; in a line that fills it, where a character begins. */
function pieceEnd(read: Buffer, lead: number, isWide: boolean): number {
  const most = Math.min(read.length, lead + PIECE_BYTES);
  const newline = isWide ? read.lastIndexOf('\n', most - 2, 'utf16le') : read.lastIndexOf(NEWLINE, most - 1);
  if (newline >= lead) return newline + (isWide ? 2 : 1);
  if (isWide) return (read[most - 1]! & 0xfc) === 0xd8 ? most - 2 : most;
  let end = most;
  while (end > lead + 1 && end < read.length && (read[end]! & 0xc0) === 0x80) end--;
  return end;
}

const utf8 = (piece: Buffer): Buffer => (isUtf8(piece) ? piece : Buffer.from(decodeText(piece, 'windows-1252')));

const utf16 = (piece: Buffer): Buffer => Buffer.from(piece.toString('utf16le'));
