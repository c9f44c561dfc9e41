import type { ToolCallContext, WorkspaceTool } from '../contract/tool.js';
import type { OpenedFile } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { printable } from '../redaction/visible.js';
import { answer, readableSize, timeOf } from '../contract/answer.js';
import { budgetBytes } from '../contract/budget.js';
import { findLine, findTail, lineSource, type LineSource } from '../reading/line-source.js';
import { readPage, type PageStart } from '../reading/page.js';

const NAME = 'read_file';

interface Arguments {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
  readonly tail?: number;
  readonly line_numbers?: boolean;
  readonly encoding?: string;
  readonly cursor?: string;
}

/** Where a page begins, and how many more lines were asked for (null: all). */
interface Position extends Omit<PageStart, 'line'> {
  readonly line: number | null;
  readonly wanted: number | null;
}

const isPosition = ({ at, inside, line, wanted }: Partial<Position>): boolean =>
  isCount(at) && typeof inside === 'boolean' && [line, wanted].every(count => count === null || isCount(count));

interface Window {
  readonly start: PageStart | undefined;
  readonly wanted: number;
}

function checkRange({ start_line: start, end_line: end, tail }: Arguments): void {
  if (tail !== undefined && (start !== undefined || end !== undefined))
    throw new Denied('invalid_argument', 'tail counts from the end; leave start_line and end_line out with it');
  if (end !== undefined && end < (start ?? 1)) throw new Denied('invalid_argument', 'end_line lies before start_line');
}

async function windowOf(source: LineSource, args: Arguments, context: ToolCallContext): Promise<Window> {
  const position = readCursor<Position>(NAME, { ...args }, isPosition);
  if (position !== undefined) {
    const { at, inside, line, wanted } = position;
    return { start: { at, inside, line: line ?? undefined }, wanted: wanted ?? Number.POSITIVE_INFINITY };
  }
  if (args.tail !== undefined) {
    const reach = source.totalLines === undefined ? context.limits.maxFileBytes : source.size;
    const { at, exact } = findTail(source, args.tail, reach);
    const line = source.totalLines === undefined ? undefined : Math.max(1, source.totalLines - args.tail + 1);
    return { start: { at, line, inside: !exact }, wanted: Number.POSITIVE_INFINITY };
  }
  const first = args.start_line ?? 1;
  const at = await findLine(source, first, context);
  const wanted = (args.end_line ?? Number.POSITIVE_INFINITY) - first + 1;
  return { start: at === undefined ? undefined : { at, line: first, inside: false }, wanted };
}

function refuseWhole(file: OpenedFile, args: Arguments, limit: number): void {
  const { start_line, end_line, tail, cursor } = args;
  if (file.size <= limit || [start_line, end_line, tail, cursor].some(part => part !== undefined)) return;
  const advice = 'ask for a part with start_line and end_line, or with tail';
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
  const { start, wanted } = await windowOf(source, args, context);
  if (start === undefined) {
    const timedOut = context.deadline.expired;
    const why = timedOut ? 'the time was over before the line was reached' : 'the file ends before start_line';
    const nothing = { ...about, ...total, lines: 0, content: '' };
    return answer(nothing, `${file.path}: ${why}`, { timedOut, truncated: timedOut });
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
