import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, readSync, realpathSync, statSync, type Stats } from 'node:fs';
import type { OpenedFile, Sandbox, WalkedEntry, WalkOptions } from './contract.js';
import { Denied } from './denied.js';
import { cleanPath, openDescriptor, openWalked } from './descriptor.js';
import { KnownFolders } from './known-folders.js';
import { readNames, readSizes, type NamedEntry } from './folder.js';
import { shown } from './paths.js';
import { ignoreText } from './tree-source.js';
import { walkTree, type TreeOptions, type TreeSource } from './walk.js';

class LocalFile implements OpenedFile {
  #open = true;

  #stats: Stats | undefined;

  constructor(
    private readonly fd: number,
    readonly path: string,
    stats: Stats | undefined
  ) {
    this.#stats = stats;
  }

  get size(): number {
    return (this.#stats ??= fstatSync(this.fd)).size;
  }

  get mtimeMs(): number {
    return (this.#stats ??= fstatSync(this.fd)).mtimeMs;
  }

  // Synchronous: a regular file answers in microseconds, and a pool thread costs ten times that. It gives less at its end alone.
  read(position: number, length: number, into?: Buffer): Buffer {
    const buffer = into ?? Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - position)));
    const wanted = Math.min(length, buffer.length);
    let filled = 0;
    try {
      filled = readSync(this.fd, buffer, 0, wanted, position);
    } catch {
      throw new Denied('unreadable', `'${shown(this.path)}' cannot be read`);
    }
    return buffer.subarray(0, filled);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    closeSync(this.fd);
  }
}

class LocalSandbox implements Sandbox {
  readonly known = new KnownFolders();

  constructor(readonly root: string) {}

  async open(path: string): Promise<OpenedFile> {
    const { fd, path: real, stats } = openDescriptor(this, path, 'file');
    return new LocalFile(fd, real, stats);
  }

  openWalked(path: string): OpenedFile {
    const { fd, path: real, stats } = openWalked(this, path);
    return new LocalFile(fd, real, stats);
  }

  list(path: string) {
    return readSizes(this, path);
  }

  walk(options: WalkOptions): Generator<WalkedEntry> {
    const source: TreeSource<NamedEntry> = {
      read: folder => readNames(this, folder),
      text: path => ignoreText(this, path)
    };
    const tree: TreeOptions<NamedEntry> = {
      path: cleanPath(this.root, options.path ?? ''),
      includeHidden: options.includeHidden ?? false,
      ignored: (options.respectGitignore ?? true) ? 'skip' : 'off',
      maxDepth: options.maxDepth ?? Number.POSITIVE_INFINITY,
      deadline: options.deadline,
      signal: options.signal
    };
    return walkTree(source, tree);
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
