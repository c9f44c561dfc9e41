import { realpathSync, statSync } from 'node:fs';
import type { Branch, OpenedFile, Sandbox, Tree, WalkedEntry, WalkOptions } from './contract.js';
import { cleanPath, openDescriptor, openWalked } from './descriptor.js';
import { readNames, readSizes, type NamedEntry } from './folder.js';
import { LocalFile } from './local-file.js';
import { HeldFolders } from './held-folders.js';
import { ignoreText } from './tree-source.js';
import { branchOf, frameOf, startOf, walkTree, type TreeOptions, type TreeSource } from './walk.js';

/** A workspace on the disks of this machine. `root` is what `openSandbox` has resolved. */
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
      peek() {
        const frame = left.at(-1);
        const entry = frame?.entries[frame.next - 1];
        return entry && held.open(frame!.folder, entry.name);
      },
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

export const localSandbox = (root: string): Sandbox => new LocalSandbox(root);
