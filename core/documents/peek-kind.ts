import { closeSync, openSync, readSync, statSync } from 'node:fs';

const HEAD = Buffer.allocUnsafe(1024);
const KIND = /^\ufeff?(?:(?:#.*)?\r?\n|---\r?\n)*kind: *([\w-]+) *(?:#.*)?\r?\n/;

/** What the first line says that is no comment, where it says what kind of file this is. */
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
