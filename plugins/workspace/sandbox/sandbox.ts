import { realpathSync, statSync } from 'node:fs';
import { later, once } from '../../../core/index.js';
import type { Branch, OpenedFile, Sandbox, SizedEntry, Tree, WalkedEntry, WalkOptions } from './contract.js';
import { Denied } from './denied.js';

// A server is started and listed more often than it is asked for a file.
const localSandbox = later<typeof import('./local-sandbox.js')>(import.meta.url, './local-sandbox.js')('localSandbox');

/** The sandbox of a folder, whose code is loaded with the first file that is asked for. */
class LaterSandbox implements Sandbox {
  readonly #made = once(() => localSandbox(this.root));

  constructor(readonly root: string) {}

  open(path: string): Promise<OpenedFile> {
    return this.#made().open(path);
  }

  openWalked(path: string): OpenedFile {
    return this.#made().openWalked(path);
  }

  list(path: string): readonly SizedEntry[] {
    return this.#made().list(path);
  }

  walk(options: WalkOptions): Generator<WalkedEntry> {
    return this.#made().walk(options);
  }

  tree(options: WalkOptions, branches?: readonly Branch[]): Tree {
    return this.#made().tree(options, branches);
  }

  present(): Promise<boolean> {
    return this.#made().present();
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
  return new LaterSandbox(real);
}
