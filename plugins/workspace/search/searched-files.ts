import type { Branch, OpenedFile, Sandbox, Tree } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { compileGlob, Exclusion, patternList } from '../sandbox/glob.js';
import { comparePaths } from '../sandbox/paths.js';
import type { CallTime } from '../time/deadline.js';
import type { SearchArguments, SearchPosition } from './query.js';

/** A file to look into, by a path that a walk named; lines up to `behind` were answered before. */
export interface FileTask {
  readonly path: string;
  readonly behind: number;
}

/** Which files are searched, as data, so that it can be handed to a thread. */
export interface SearchScope {
  /** The folder below which they lie. */
  readonly folder: string;
  /** Where one file is named. */
  readonly file: string | undefined;
  readonly glob: readonly string[];
  readonly exclude: readonly string[];
  readonly includeHidden: boolean;
  readonly respectGitignore: boolean;
  readonly position: SearchPosition | undefined;
}

/** Whether a path is that of a file; throws `Denied` where it is neither that nor a folder. */
async function isFile(sandbox: Sandbox, path: string): Promise<boolean> {
  if (path === '') return false;
  try {
    (await sandbox.open(path)).close();
    return true;
  } catch (error) {
    if (!(error instanceof Denied) || error.reason !== 'not_a_file') throw error;
    return false;
  }
}

export async function searchScope(
  args: SearchArguments,
  position: SearchPosition | undefined,
  sandbox: Sandbox
): Promise<SearchScope> {
  const path = cleanPath(sandbox.root, args.path ?? '');
  const glob = patternList(args.glob);
  const includeHidden = args.include_hidden ?? glob.some(pattern => compileGlob(pattern).hidden);
  const exclude = patternList(args.exclude);
  if (!(await isFile(sandbox, path)))
    return {
      folder: path,
      file: undefined,
      glob,
      exclude,
      includeHidden,
      respectGitignore: args.respect_gitignore ?? true,
      position
    };
  return { folder: '', file: path, glob: [], exclude: [], includeHidden: true, respectGitignore: false, position };
}

function branchOfFile(path: string): Branch {
  const cut = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, cut)), entries: `f${path.slice(cut + 1)}` };
}

/** The files of a scope, or of a part of it, in path order. A folder that cannot be read is named like a file that cannot. */
export class SearchedFiles {
  readonly #tree: Tree;
  readonly #globs;
  readonly #exclusion;
  /** Files that were named and are left to others. */
  #refused: readonly Branch[] = [];
  /** Entries of the walk so far. */
  seen = 0;
  ended = false;

  constructor(
    sandbox: Sandbox,
    private readonly scope: SearchScope,
    time: CallTime,
    branches: readonly Branch[] | undefined = scope.file === undefined ? undefined : [branchOfFile(scope.file)]
  ) {
    const { folder, includeHidden, respectGitignore } = scope;
    this.#globs = scope.glob.map(compileGlob);
    this.#exclusion = new Exclusion(scope.exclude);
    this.#tree = sandbox.tree({ path: folder, includeHidden, respectGitignore, ...time }, branches);
  }

  /** The next file among the first so many entries; undefined where there is none. */
  next(entries: number): FileTask | undefined {
    const { folder, position } = this.scope;
    const cut = folder === '' ? 0 : folder.length + 1;
    while (this.seen < entries && !this.ended) {
      const { value: entry } = this.#tree.entries.next();
      this.ended = entry === undefined;
      if (entry === undefined) break;
      this.seen++;
      const { path, kind } = entry;
      const below = path.slice(cut);
      if (this.#exclusion.covers(below, kind === 'directory')) continue;
      const isWanted = kind === 'file' && (this.#globs.length === 0 || this.#globs.some(glob => glob.matches(below)));
      if (!isWanted && !entry.unreadable) continue;
      const order = position === undefined ? 1 : comparePaths(path, position.path);
      if (order > 0) return { path, behind: 0 };
      if (order === 0 && position?.line !== undefined) return { path, behind: position.line };
    }
    return undefined;
  }

  /** Opens the file that was named last, to find out whether it is of interest. */
  peek(): OpenedFile | undefined {
    return this.#tree.peek();
  }

  refuse(tasks: readonly FileTask[]): void {
    this.#refused = tasks.map(({ path }) => branchOfFile(path));
  }

  /** What is left, in path order. */
  rest(): readonly Branch[] {
    const { folder } = this.scope;
    const cut = folder === '' ? 0 : folder.length + 1;
    const left = this.#tree
      .rest()
      .filter(branch => branch.entries !== '' && !this.#exclusion.holds(branch.folder.slice(cut)));
    return [...this.#refused, ...left];
  }

  close(): void {
    this.#tree.close();
  }
}
