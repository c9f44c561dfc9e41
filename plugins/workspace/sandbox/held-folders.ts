import { closeSync, openSync } from 'node:fs';
import { FOLDER_FLAGS, HAS_PROC, openWalked, OPEN_FLAGS } from './descriptor.js';
import { namesIn, readNames, type NamedEntry } from './folder.js';
import { LocalFile } from './local-file.js';

/** Folders on the way to where a walk is are held open: it comes back to them. */
const MOST_HELD = 16;

/** Shorter to the system than `self`, which is a link. */
const DESCRIPTORS = `/proc/${process.pid}/fd`;

interface HeldFolder {
  readonly path: string;
  readonly fd: number;
}

/**
 * The folders of a walk by descriptors that were proved. A file is opened as an entry of its folder: no name on the way can be
 * exchanged, so that it needs no proof of its own to be looked at.
 */
export class HeldFolders {
  readonly #held: HeldFolder[] = [];

  constructor(private readonly root: string) {}

  /** Names and kinds of a folder, by name. Throws `Denied`. */
  read(path: string): readonly NamedEntry[] {
    if (!HAS_PROC) return readNames(this.root, path);
    return namesIn(`${DESCRIPTORS}/${this.#hold(path, path.length).fd}`, path);
  }

  /** Undefined where only the sandbox can say what is there. */
  open(path: string): LocalFile | undefined {
    if (!HAS_PROC) return undefined;
    try {
      const { path: folder, fd } = this.#hold(path, Math.max(0, path.lastIndexOf('/')));
      const name = folder === '' ? path : path.slice(folder.length + 1);
      return new LocalFile(openSync(`${DESCRIPTORS}/${fd}/${name}`, OPEN_FLAGS), path);
    } catch {
      return undefined;
    }
  }

  /** The folder that the first `length` characters of a path name; lets go of those that are not above it. */
  #hold(path: string, length: number): HeldFolder {
    for (let last = this.#held.at(-1); last !== undefined; last = this.#held.at(-1)) {
      const { length: own } = last.path;
      const isAbove =
        own <= length && (own === 0 || own === path.length || path[own] === '/') && path.startsWith(last.path);
      if (isAbove && own === length) return last;
      if (isAbove) break;
      closeSync(this.#held.pop()!.fd);
    }
    if (this.#held.length >= MOST_HELD) closeSync(this.#held.shift()!.fd);
    const folder = path.slice(0, length);
    const held = { path: folder, fd: this.#below(folder) ?? openWalked(this.root, folder, 'directory').fd };
    this.#held.push(held);
    return held;
  }

  /** A folder as an entry of the one that is held last: it lies where that was proved to lie. */
  #below(folder: string): number | undefined {
    const above = this.#held.at(-1);
    if (above === undefined) return undefined;
    const name = above.path === '' ? folder : folder.slice(above.path.length + 1);
    if (name.includes('/')) return undefined;
    try {
      return openSync(`${DESCRIPTORS}/${above.fd}/${name}`, FOLDER_FLAGS);
    } catch {
      return undefined;
    }
  }

  close(): void {
    for (const { fd } of this.#held.splice(0)) closeSync(fd);
  }
}
