import { closeSync, lstatSync, readdirSync, type Dirent } from 'node:fs';
import type { EntryKind, SizedEntry } from './contract.js';
import { Denied } from './denied.js';
import { openDescriptor, type Door } from './descriptor.js';
import { shown } from './paths.js';

export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

const HAS_PROC = (() => {
  try {
    readdirSync('/proc/self/fd');
    return true;
  } catch {
    return false;
  }
})();

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

const byName = (left: NamedEntry, right: NamedEntry): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

function readFolder<T extends NamedEntry>(
  door: Door,
  path: string,
  make: (entry: Dirent, folder: string) => T | undefined
): readonly T[] {
  const folder = openDescriptor(door, path, 'directory');
  try {
    // Read through the descriptor: its name may stand for something else by now.
    const name = HAS_PROC ? `/proc/self/fd/${folder.fd}` : `${door.root}/${folder.path}`;
    const entries: T[] = [];
    for (const entry of readdirSync(name, { withFileTypes: true })) {
      const made = make(entry, name);
      if (made !== undefined) entries.push(made);
    }
    if (!HAS_PROC) closeSync(openDescriptor(door, folder.path, 'directory').fd);
    return entries.sort(byName);
  } catch (error) {
    throw error instanceof Denied ? error : new Denied('unreadable', `'${shown(path)}' cannot be read`);
  } finally {
    closeSync(folder.fd);
  }
}

/** Names and kinds of a folder, by name. */
export const readNames = (door: Door, path: string): readonly NamedEntry[] =>
  readFolder(door, path, entry => ({ name: entry.name, kind: kindOf(entry) }));

/** The same with sizes and times. A link has size 0: its own would tell how long its target's path is. */
export const readSizes = (door: Door, path: string): readonly SizedEntry[] =>
  readFolder(door, path, (entry, folder) => {
    const stats = lstatSync(`${folder}/${entry.name}`, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const kind = kindOf(entry);
    const size = kind === 'file' ? stats.size : 0;
    return { name: entry.name, kind, size, mtimeMs: stats.mtimeMs, names: stats.nlink };
  });
