import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../errors.js';
import type { DocumentKind } from './kind.js';
import { identify, parse, type Identified, type ReadFile } from './parse.js';
import { documentAt } from './text-file.js';

/** One file that was read and not parsed. */
export interface TextFile extends Identified {
  /** What its first line says it is, where that line says so. */
  readonly kind: string | undefined;
  /** The SHA-256 of its bytes, where it says something by name of other files and `digest` is of what it comes to. */
  readonly written?: string;
}

/** Which files of the folders are read: those that a service runs on, or the tests beside them. */
export type FileFilter = (name: string) => boolean;
export const TEST_FILES: FileFilter = name => /\.test\.ya?ml$/i.test(name);
export const DOCUMENTS: FileFilter = name => /\.(ya?ml|json)$/i.test(name) && !TEST_FILES(name);

/** What `init` leaves in a root: commands that work on the files of a root take the folder they are started in for it. */
export const ROOT_FILE = '.bylaw.json';

/** Where declarative files are read from. */
export interface Folders {
  readonly root: string;
  /** Folders of the root, as `foldersOf` names them. */
  readonly folders: readonly string[];
}

/** The folders of a root in which files of these kinds may stand: the first part of each kind's folder. */
export const foldersOf = (kinds: readonly Pick<DocumentKind<unknown>, 'folder'>[]): readonly string[] =>
  [...new Set(kinds.map(({ folder }) => folder.split('/')[0]!))].sort();

/** What is read of the folders, and what is left out. */
export interface ReadOptions {
  /** Documents where it is absent. */
  readonly filter?: FileFilter;
  /** Whether a file that says of what kind it is is left out, unread. */
  readonly skip?: (file: string, kind: string) => boolean;
}

/** Gives the files of a root, from the disk or from where they were kept. */
export type Reader = (from: Folders, problems: Problem[], options?: ReadOptions) => readonly TextFile[];

/** Reads files under the root's folders, by name. */
export const readTexts: Reader = ({ root, folders }, problems, { filter = DOCUMENTS, skip } = {}) => {
  const files: TextFile[] = [];
  for (const folder of folders)
    for (const file of listFiles({ root, filter, problems }, folder).sort()) {
      const found = documentAt(join(root, file), { file, problems, skip });
      if (found !== undefined) files.push({ ...identify(file, found.text), kind: found.kind });
    }
  return files;
};

/** Reads and parses all of them. Problems come back with their lines. */
export const readAll = (from: Folders, problems: Problem[], filter = DOCUMENTS, read: Reader = readTexts): ReadFile[] =>
  read(from, problems, { filter }).flatMap(file => parse(file, problems) ?? []);

/** A reader that goes to the disk once for all documents of a root's folders, for those who load several services from it. */
export function readOnce(all: Folders): Reader {
  let read: { readonly files: readonly TextFile[]; readonly problems: readonly Problem[] } | undefined;
  return ({ folders }, problems, { skip } = {}) => {
    if (read === undefined) {
      const found: Problem[] = [];
      read = { files: readTexts(all, found), problems: found };
    }
    problems.push(...read.problems);
    const wanted = new Set(folders);
    return read.files.filter(
      ({ source: { file }, kind }) =>
        wanted.has(file.split('/')[0]!) && (kind === undefined || skip?.(file, kind) !== true)
    );
  };
}

interface Listing {
  readonly root: string;
  readonly filter: FileFilter;
  readonly problems: Problem[];
}

/** The folders that lead to one, and whether a link was followed on the way: without one none leads round. */
interface Way {
  readonly folders: readonly string[];
  readonly linked: boolean;
}

/**
 * Follows links, because a mounted ConfigMap is made of them. Hidden files and folders are left out: editors,
 * version control and ConfigMaps keep copies there.
 */
function listFiles(listing: Listing, folder: string, { folders, linked }: Way = TOP): string[] {
  const { root, filter, problems } = listing;
  const path = join(root, folder);
  try {
    if (folders.length === 0 && !existsSync(path)) return [];
    if (linked && leadsRound(path, folders)) return [];
    return readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap(entry => {
        const file = `${folder}/${entry.name}`;
        const target = entry.isSymbolicLink() ? statSync(join(root, file), { throwIfNoEntry: false }) : undefined;
        if ((target ?? entry).isDirectory())
          return listFiles(listing, file, { folders: [...folders, path], linked: linked || target !== undefined });
        return filter(entry.name) ? [file] : [];
      });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    problems.push({ code: 'file_unreadable', message: `the folder cannot be read: ${reason}`, file: folder });
    return [];
  }
}

const TOP: Way = { folders: [], linked: false };

function leadsRound(path: string, folders: readonly string[]): boolean {
  const real = realpathSync.native(path);
  return folders.some(folder => realpathSync.native(folder) === real);
}
