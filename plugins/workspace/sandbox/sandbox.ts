import { realpathSync, statSync } from 'node:fs';
import type { Branch, OpenedFile, Sandbox, Tree, WalkedEntry, WalkOptions } from './contract.js';
import { Denied } from './denied.js';
import { cleanPath, openDescriptor, openWalked } from './descriptor.js';
import { readNames, readSizes, type NamedEntry } from './folder.js';
import { LocalFile } from './local-file.js';
import { HeldFolders } from './held-folders.js';
import { ignoreText } from './tree-source.js';
import { branchOf, frameOf, startOf, walkTree, type TreeOptions, type TreeSource } from './walk.js';

class LocalSandbox implements Sandbox {
  constructor(readonly root: string) {}

  async open(path: string): Promise<OpenedFile> {
    const { fd, path: real, stats } = openDescriptor(this.root, path, 'file');
    return new LocalFile(fd, real, stats);
  }

  openWalked(path: string): OpenedFile {
    const { fd, path: real, stats } = openWalked(this.root, path, 'file');
    return new LocalFile(fd, real, stats);
  }

  list(path: string) {
    return readSizes(this.root, cleanPath(this.root, path));
  }

  walk(options: WalkOptions): Generator<WalkedEntry, undefined> {
    return walkTree(
      this.#source(path => readNames(this.root, path)),
      this.#options(options)
    );
  }

  tree(options: WalkOptions, branches?: readonly Branch[]): Tree {
    const held = new HeldFolders(this.root);
    const source = this.#source(path => held.read(path));
    const own = this.#options(options);
    const left = branches?.map(branch => frameOf(source, own, branch)).toReversed() ?? [startOf(source, own)];
    return {
      entries: walkTree(source, own, left),
      rest: () => left.toReversed().map(branchOf),
      peek: path => held.open(path),
      close: () => held.close()
    };
  }

  #source(read: TreeSource<NamedEntry>['read']): TreeSource<NamedEntry> {
    return { read, text: path => ignoreText(this, path) };
  }

  #options(options: WalkOptions): TreeOptions<NamedEntry> {
    return {
      path: cleanPath(this.root, options.path ?? ''),
      includeHidden: options.includeHidden ?? false,
      ignored: (options.respectGitignore ?? true) ? 'skip' : 'off',
      maxDepth: options.maxDepth ?? Number.POSITIVE_INFINITY,
      deadline: options.deadline,
      signal: options.signal
    };
  }

  async present(): Promise<boolean> {
    try {
      return realpathSync.native(this.root) === this.root && statSync(this.root).isDirectory();
    } catch {
      return false;
    }
  }
}

/**
 * The door to the files of one workspace. `root` is resolved once; every later check is made against that.
 * Throws `Denied` not_found or not_a_directory where it is no folder, and invalid_argument for the top of the file system,
 * which would make /proc and every device part of the workspace.
 */
export async function openSandbox(root: string): Promise<Sandbox> {
  let real: string;
  try {
    real = realpathSync.native(root);
  } catch {
    throw new Denied('not_found', 'the workspace folder does not exist');
  }
  if (!statSync(real).isDirectory()) throw new Denied('not_a_directory', 'the workspace is not a folder');
  if (real === '/') throw new Denied('invalid_argument', 'the top of the file system cannot be a workspace');
  return new LocalSandbox(real);
}
