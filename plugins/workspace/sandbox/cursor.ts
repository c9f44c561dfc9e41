import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Denied } from './denied.js';

const MAX_CURSOR_CHARACTERS = 8192;
const CHECK_CHARACTERS = 16;

const invalid = (): Denied =>
  new Denied(
    'invalid_cursor',
    'the cursor is not from this call; repeat it with the same arguments, or leave cursor out'
  );

/** Binds a position to the tool and its arguments. No secret: a forged cursor reaches nothing that arguments cannot. */
function check(tool: string, args: Readonly<Record<string, unknown>>, body: string): string {
  const bound = Object.entries(args)
    .filter(([name, value]) => name !== 'cursor' && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify([tool, bound, body]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHECK_CHARACTERS);
}

/** An opaque text that carries all there is to know, so that it holds across restarts and replicas. */
export function makeCursor(tool: string, args: Readonly<Record<string, unknown>>, position: unknown): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${body}.${check(tool, args, body)}`;
}

/**
 * The position in `args.cursor`, undefined where there is none. Throws `Denied` invalid_cursor, also where somebody made a
 * cursor of his own whose position does not fit.
 */
export function readCursor<T>(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  fits: (position: Partial<T>) => boolean
): T | undefined {
  const cursor = args['cursor'];
  if (cursor === undefined) return undefined;
  if (typeof cursor !== 'string' || cursor.length > MAX_CURSOR_CHARACTERS) throw invalid();
  const [body, sum, ...rest] = cursor.split('.');
  if (body === undefined || sum === undefined || rest.length > 0 || sum !== check(tool, args, body)) throw invalid();
  const position = parse(body);
  if (typeof position !== 'object' || position === null || !fits(position)) throw invalid();
  return position as T;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    throw invalid();
  }
}

/** A whole number from 0 up: an offset, a count, a line. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
