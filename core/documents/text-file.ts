import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Problem } from '../errors.js';

const MAX_BYTES = 4 * 1024 * 1024;
const HEAD = Buffer.allocUnsafe(1024);
const KIND = /^\ufeff?(?:(?:#.*)?\r?\n|---\r?\n)*kind: *([\w-]+) *(?:#.*)?\r?\n/;

/** What the first line of a file says that is no comment, where it says what kind of file this is. */
export function peekKind(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    const descriptor = openSync(path, 'r');
    const length = readSync(descriptor, HEAD, 0, HEAD.length, 0);
    closeSync(descriptor);
    return KIND.exec(HEAD.toString('utf8', 0, length))?.[1];
  } catch {
    // Reading it as a whole will say why.
    return undefined;
  }
}

/** The text of the file at `path`; messages call it `file`. */
export function textAt(path: string, file: string, problems: Problem[]): string | undefined {
  try {
    // Reading a pipe would wait for a writer.
    if (statSync(path).isFile()) return decoded(readFileSync(path), file, problems);
    problems.push({ code: 'file_unreadable', message: 'this is not a file', file });
  } catch (error) {
    const message = `the file cannot be read: ${(error as NodeJS.ErrnoException).code}`;
    problems.push({ code: 'file_unreadable', message, file });
  }
  return undefined;
}

/** The text that bytes are in UTF-8. */
export function decoded(bytes: Uint8Array, file: string, problems: Problem[]): string | undefined {
  try {
    if (bytes.length <= MAX_BYTES) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const message = `a declarative file is at most ${MAX_BYTES} bytes; split it`;
    problems.push({ code: 'file_too_large', message, file });
  } catch {
    const message = 'the file cannot be read: it is not valid UTF-8';
    problems.push({ code: 'file_unreadable', message, file });
  }
  return undefined;
}
