import { createHash } from 'node:crypto';
import type { Loaded } from './kind.js';

/**
 * Digests of the rule files that this code is shipped with, by assembly. The project's tests run all their examples and
 * measure all their patterns, so that a service need not do it again at every start. Files that differ from these in one
 * byte are proved whenever they are loaded. After a change, `UPDATE_PROVEN=1 npm test` writes the digests that hold.
 */
const PROVEN: Readonly<Record<string, string>> = {
  guard: '45acc3828b7d22f3',
  redactor: 'aa283879da05f661'
};

/** True for a set of files that was proved as a whole together with this version of the code. */
export const isProven = (assembly: string, files: readonly Loaded<unknown>[]): boolean =>
  PROVEN[assembly] === digestOf(files);

/** 16 hex digits over the names and contents of `files`. */
export function digestOf(files: readonly Loaded<unknown>[]): string {
  const hash = createHash('sha256');
  for (const { source } of files) hash.update(`${source.file}\0${source.revision}\n`);
  return hash.digest('hex').slice(0, 16);
}
