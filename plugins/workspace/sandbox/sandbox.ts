import { Buffer } from 'node:buffer';
import { closeSync, readSync, realpathSync, statSync } from 'node:fs';
import type { OpenedFile, Sandbox, WalkedEntry, WalkOptions } from './contract.js';
import { Denied } from './denied.js';
import { cleanPath, openDescriptor } from './descriptor.js';
import { KnownFolders } from './known-folders.js';
import { readNames, readSizes, type NamedEntry } from './folder.js';
import { shown } from './paths.js';
import { ignoreText } from './tree-source.js';
import { walkTree, type TreeOptions, type TreeSource } from './walk.js';

class LocalFile implements OpenedFile {
  #open = true;

  constructor(
    private readonly fd: number,
    readonly path: string,
    readonly size: number,
    readonly mtimeMs: number
  ) {}

  // Synchronous inside: a regular file answers in microseconds, and a pool thread costs ten times that.
  async read(position: number, length: number, into?: Buffer): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const buffer = into ?? Buffer.allocUnsafe(wanted);
    let filled = 0;
    try {
      while (filled < wanted) {
        const count = readSync(this.fd, buffer, filled, wanted - filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
    } catch {
      throw new Denied('unreadable', `'${shown(this.path)}' cannot be read`);
    }
    return buffer.subarray(0, filled);
  }

  async close(): Promise<void> {
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
    return new LocalFile(fd, real, stats.size, stats.mtimeMs);
  }

  async list(path: string) {
    return readSizes(this, path);
  }

  walk(options: WalkOptions): AsyncIterable<WalkedEntry> {
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
