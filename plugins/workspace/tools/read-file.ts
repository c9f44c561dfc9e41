import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { OpenedFile } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { printable } from '../redaction/visible.js';
import { answer, readableSize, timeOf } from '../contract/answer.js';
import { budgetBytes } from '../contract/budget.js';
import { findLine, findTail, lineAround, lineSource, type LinePlace, type LineSource } from '../reading/line-source.js';
import { countNewlines } from '../reading/newlines.js';
import { readPage, type PageStart } from '../reading/page.js';

const NAME = 'read_file';

interface Arguments {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
  readonly tail?: number;
  readonly start_byte?: number;
  readonly end_byte?: number;
  readonly line_numbers?: boolean;
  readonly encoding?: string;
  readonly cursor?: string;
}

/** Where a page begins, and how many more lines were asked for (null: all). */
interface Position extends Omit<PageStart, 'line'> {
  readonly line: number | null;
  readonly wanted: number | null;
  /** The line that was asked for still has to be looked for, from here on. */
  readonly seeking?: true;
}

const isPosition = ({ at, inside, line, wanted, seeking }: Partial<Position>): boolean =>
  isCount(at) &&
  (seeking === undefined || isCount(line)) &&
  typeof inside === 'boolean' &&
  [line, wanted].every(count => count === null || isCount(count));

interface Window {
  readonly start: PageStart | undefined;
  readonly wanted: number;
  /** How far the search for the line got in the time. */
  readonly reached?: LinePlace;
}

function checkRange({ start_line: start, end_line: end, tail, start_byte: byte, end_byte: last }: Arguments): void {
  if (byte !== undefined && [start, end, tail].some(one => one !== undefined))
    throw new Denied('invalid_argument', 'start_byte takes no start_line, end_line or tail with it');
  if (last !== undefined && (byte === undefined || last < byte))
    throw new Denied('invalid_argument', 'end_byte needs a start_byte that is not behind it');
  if (tail !== undefined && (start !== undefined || end !== undefined))
    throw new Denied('invalid_argument', 'tail counts from the end; leave start_line and end_line out with it');
  if (end !== undefined && end < (start ?? 1)) throw new Denied('invalid_argument', 'end_line lies before start_line');
}

async function windowOf(source: LineSource, args: Arguments, context: ToolCallContext): Promise<Window> {
  const position = readCursor<Position>(NAME, { ...args }, isPosition);
  if (position !== undefined) {
    const { at, inside, line, wanted, seeking } = position;
    if (seeking && line !== null) return fromLine(source, args, context, { at, line });
    if (args.end_byte !== undefined)
      return { start: { at, inside, line: line ?? undefined }, wanted: linesUntil(source, at, args.end_byte, context) };
    return { start: { at, inside, line: line ?? undefined }, wanted: wanted ?? Number.POSITIVE_INFINITY };
  }
  if (args.tail !== undefined) {
    const reach = source.totalLines === undefined ? context.limits.maxFileBytes : source.size;
    const { at, exact } = findTail(source, args.tail, reach);
    const line = source.totalLines === undefined ? undefined : Math.max(1, source.totalLines - args.tail + 1);
    return { start: { at, line, inside: !exact }, wanted: Number.POSITIVE_INFINITY };
  }
  if (args.start_byte !== undefined) {
    const byte = Math.max(0, args.start_byte - source.lead);
    if (byte > 0 && byte >= source.size) return { start: undefined, wanted: 0 };
    const { at, line, inside } = lineAround(source, byte);
    const wanted = linesUntil(source, at, args.end_byte, context);
    return { start: { at, inside, line: line === 0 ? undefined : line }, wanted };
  }
  return fromLine(source, args, context);
}

async function fromLine(
  source: LineSource,
  args: Arguments,
  context: ToolCallContext,
  from?: LinePlace
): Promise<Window> {
  const first = args.start_line ?? 1;
  const found = await findLine(source, first, context, from);
  const wanted = (args.end_line ?? Number.POSITIVE_INFINITY) - first + 1;
  if (found === undefined || found.line === first) return { start: found && { ...found, inside: false }, wanted };
  return { start: undefined, wanted, reached: found };
}

/** Lines from a place to the one in which a byte lies; a page ends before that where there are more than fit. */
function linesUntil(source: LineSource, at: number, byte: number | undefined, { limits }: ToolCallContext): number {
  const bytes = byte === undefined ? Number.POSITIVE_INFINITY : byte - source.lead - at;
  return bytes > limits.maxResultBytes
    ? Number.POSITIVE_INFINITY
    : countNewlines(source.read(at, Math.max(0, bytes))) + 1;
}

function refuseWhole(file: OpenedFile, args: Arguments, limit: number): void {
  const { start_line, end_line, tail, start_byte, cursor } = args;
  if (file.size <= limit || [start_line, end_line, tail, start_byte, cursor].some(part => part !== undefined)) return;
  const advice = 'ask for a part with start_line and end_line, start_byte and end_byte, or tail';
  const detail = { size: file.size, limit };
  throw new Denied('too_large', `'${file.path}' has ${readableSize(file.size)}; ${advice}`, detail);
}

function summary(path: string, start: PageStart, lines: number, source: LineSource): string {
  const total = source.totalLines === undefined ? '' : ` of ${source.totalLines}`;
  const range = start.line === undefined ? `${lines} lines` : `lines ${start.line}-${start.line + lines - 1}${total}`;
  return lines === 0 ? `${path}: empty` : `${path}: ${range}, ${source.encoding}`;
}

async function read(file: OpenedFile, args: Arguments, context: ToolCallContext) {
  refuseWhole(file, args, context.limits.maxFileBytes);
  const source = lineSource(file, args.encoding, context.limits.maxFileBytes);
  const about = { path: file.path, size: file.size, modified: timeOf(file.mtimeMs), encoding: source.encoding };
  const total = source.totalLines === undefined ? {} : { total_lines: source.totalLines };
  const { start, wanted, reached } = await windowOf(source, args, context);
  if (start === undefined) {
    const nothing = { ...about, ...total, lines: 0, content: '' };
    if (reached === undefined) {
      const what = args.start_byte === undefined ? 'start_line' : 'start_byte';
      return answer(nothing, `${file.path}: the file ends before ${what}`, { timedOut: false, truncated: false });
    }
    const place = { start_line: reached.line, start_byte: reached.at + source.lead };
    const why = `the time was over at line ${place.start_line}, byte ${place.start_byte}; next_cursor looks on from there`;
    const position = { ...reached, inside: false, wanted: null, seeking: true } satisfies Position;
    const goesOn = reached.at > 0;
    return answer({ ...nothing, ...place }, `${file.path}: ${why}`, {
      timedOut: true,
      truncated: true,
      nextCursor: goesOn ? makeCursor(NAME, { ...args }, position) : undefined
    });
  }
  const numbered = (args.line_numbers ?? false) && start.line !== undefined;
  const maxBytes = budgetBytes(context.limits);
  const wish = { lines: wanted, numbered, maxBytes, path: file.path };
  const page = readPage(source, start, wish, context.redactor);
  const { next } = page;
  const structured = {
    ...about,
    ...total,
    lines: page.lines,
    ...(start.line === undefined || page.lines === 0
      ? {}
      : { start_line: start.line, end_line: start.line + page.lines - 1 }),
    ...(source.totalLines === undefined ? { start_byte: start.at + source.lead } : {}),
    ...(start.inside ? { starts_inside_line: true } : {}),
    ...(next?.inside ? { ends_inside_line: true } : {}),
    ...(next?.line === undefined ? {} : { next_start_line: next.line }),
    content: page.content
  };
  const left = wanted - page.lines + (next?.inside ? 1 : 0);
  const position = next && {
    at: next.at,
    inside: next.inside,
    line: next.line ?? null,
    wanted: Number.isFinite(left) ? left : null
  };
  const nextCursor = position && makeCursor(NAME, { ...args }, position satisfies Position);
  return answer(structured, printable(summary(file.path, start, page.lines, source)), {
    timedOut: false,
    truncated: next !== undefined,
    nextCursor
  });
}

/** Lines of one file. What does not fit is reached by the cursor, inside a line where the line is that long. */
export const readFile: WorkspaceTool = {
  name: NAME,
  async run(args: Arguments, context: ToolCallContext) {
    checkRange(args);
    const file = await context.sandbox.open(args.path);
    try {
      return await read(file, args, context);
    } finally {
      file.close();
    }
  }
};
