import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Problem } from '../errors.js';

const MAX_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 8 * 1024;
/** Read into again for each file: collecting what each was read into takes longer than reading it. */
let memory = Buffer.allocUnsafe(256 * 1024);
/** So much of it is looked at for its kind. */
const LOOKED_AT = 1024;
/** Opening a pipe to read it would wait for a writer. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const BYTE_ORDER_MARK = '\\xef\\xbb\\xbf';
const KIND = new RegExp(`^(?:${BYTE_ORDER_MARK})?(?:(?:#.*)?\\r?\\n|---\\r?\\n)*kind: *([\\w-]+) *(?:#.*)?\\r?\\n`);

/** A text, and what its first line that is no comment says it is, where that line says so. */
export interface DocumentText {
  readonly text: string;
  readonly kind: string | undefined;
}

export interface DocumentOptions {
  /** What messages call it. */
  readonly file: string;
  readonly problems: Problem[];
  /** Whether a file that says of what kind it is is left unread. */
  readonly skip?: ((file: string, kind: string) => boolean) | undefined;
}

/** The text of the file at `path`. */
export function documentAt(path: string, { file, problems, skip }: DocumentOptions): DocumentText | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, READ);
    if (fstatSync(descriptor).isFile()) {
      const head = readSync(descriptor, memory, 0, HEAD_BYTES, null);
      const kind = KIND.exec(memory.toString('latin1', 0, Math.min(head, LOOKED_AT)))?.[1];
      if (kind !== undefined && skip?.(file, kind)) return undefined;
      const length = head < HEAD_BYTES ? head : readRest(descriptor, head);
      const text = decoded(memory.subarray(0, length), file, problems);
      return text === undefined ? undefined : { text, kind };
    }
    problems.push({ code: 'file_unreadable', message: 'this is not a file', file });
  } catch (error) {
    const message = `the file cannot be read: ${(error as NodeJS.ErrnoException).code}`;
    problems.push({ code: 'file_unreadable', message, file });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  return undefined;
}

/** Reads on behind what was read, to the end or until it is too much, and says how much there is then. */
function readRest(descriptor: number, from: number): number {
  let length = from;
  for (let read = -1; read !== 0 && length <= MAX_BYTES; length += read) {
    if (length === memory.length) memory = Buffer.concat([memory], 2 * memory.length);
    read = readSync(descriptor, memory, length, memory.length - length, null);
  }
  return length;
}

/** The text that bytes are in UTF-8. */
export function decoded(bytes: Uint8Array, file: string, problems: Problem[]): string | undefined {
  if (bytes.length > MAX_BYTES) {
    const message = `a declarative file is at most ${MAX_BYTES} bytes; split it`;
    problems.push({ code: 'file_too_large', message, file });
  } else if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  else {
    const message = 'the file cannot be read: it is not valid UTF-8';
    problems.push({ code: 'file_unreadable', message, file });
  }
  return undefined;
}
