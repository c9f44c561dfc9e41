import { lstatSync } from 'node:fs';
import type { Sandbox, SizedEntry } from './contract.js';
import { Denied } from './denied.js';
import type { TreeSource } from './walk.js';

const MAX_IGNORE_BYTES = 1024 * 1024;

/** What an ignore file says, through the same door as everything else; undefined where it is a link out, a FIFO or missing. */
export function ignoreText(sandbox: Pick<Sandbox, 'openWalked' | 'root'>, path: string): string | undefined {
  try {
    // Most folders have none, and an error costs fifty times this look.
    if (lstatSync(`${sandbox.root}/${path}`, { throwIfNoEntry: false }) === undefined) return undefined;
    const file = sandbox.openWalked(path);
    try {
      return file.read(0, Math.min(file.size, MAX_IGNORE_BYTES)).toString('utf8');
    } finally {
      file.close();
    }
  } catch (error) {
    // In a worktree and a submodule `.git` is a file, below which there is nothing.
    if (error instanceof Denied || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Folders with sizes and times, for `walkTree`. */
export const sizedTree = (sandbox: Sandbox): TreeSource<SizedEntry> => ({
  read: folder => sandbox.list(folder),
  text: path => ignoreText(sandbox, path)
});
