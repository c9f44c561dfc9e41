import { closeSync, lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs';
import type { EntryKind, SizedEntry } from './contract.js';
import { Denied } from './denied.js';
import { HAS_PROC, openWalked } from './descriptor.js';
import { shown } from './paths.js';

export interface NamedEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

function kindOf(entry: Dirent | Stats): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}

const byName = (left: NamedEntry, right: NamedEntry): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0;

/** The system gives names in the order of their bytes, which is nearly always that of their characters. */
const areSorted = (entries: readonly NamedEntry[]): boolean => {
  for (let next = 1; next < entries.length; next++) if (entries[next - 1]!.name > entries[next]!.name) return false;
  return true;
};

function sorted<T extends NamedEntry>(path: string, read: () => T[]): readonly T[] {
  try {
    const entries = read();
    return areSorted(entries) ? entries : entries.sort(byName);
  } catch (error) {
    throw error instanceof Denied ? error : new Denied('unreadable', `'${shown(path)}' cannot be read`);
  }
}

/** What is in a folder, read under the name that is handed over: it is that of its descriptor where there is one. */
function readFolder<T>(root: string, path: string, read: (name: string) => T): T {
  const folder = openWalked(root, path, 'directory');
  try {
    if (HAS_PROC) return read(`/proc/self/fd/${folder.fd}`);
    const found = read(`${root}/${folder.path}`);
    // The name may have stood for something else.
    closeSync(openWalked(root, folder.path, 'directory').fd);
    return found;
  } finally {
    closeSync(folder.fd);
  }
}

/** Names and kinds of what lies under `name`, by name; errors speak of `path`. */
export const namesIn = (name: string, path: string): readonly NamedEntry[] =>
  sorted(path, () =>
    readdirSync(name, { withFileTypes: true }).map(entry => ({ name: entry.name, kind: kindOf(entry) }))
  );

/** Names and kinds of a folder, by name. */
export const readNames = (root: string, path: string): readonly NamedEntry[] =>
  readFolder(root, path, name => namesIn(name, path));

/** A link has size 0: its own would tell how long its target's path is. */
function sizedEntry(folder: string, name: string): SizedEntry | undefined {
  const stats = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const kind = kindOf(stats);
  return { name, kind, size: kind === 'file' ? stats.size : 0, mtimeMs: stats.mtimeMs, names: stats.nlink };
}

/** The same with sizes and times. */
export const readSizes = (root: string, path: string): readonly SizedEntry[] =>
  readFolder(root, path, folder =>
    sorted(path, () => readdirSync(folder).flatMap(name => sizedEntry(folder, name) ?? []))
  );
