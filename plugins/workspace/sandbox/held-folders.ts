import { closeSync, openSync } from 'node:fs';
import { FOLDER_FLAGS, HAS_PROC, openWalked, OPEN_FLAGS } from './descriptor.js';
import { namesIn, readNames, type NamedEntry } from './folder.js';
import { LocalFile } from './local-file.js';
import { joinPath } from './paths.js';

/** Folders on the way to where a walk is are held open: it comes back to them. */
const MOST_HELD = 16;

/** Shorter to the system than `self`, which is a link. */
const DESCRIPTORS = `/proc/${process.pid}/fd`;

interface HeldFolder {
  readonly path: string;
  readonly fd: number;
  /** The name of what is in it, but for its own. */
  readonly entries: string;
}

const isAbove = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/**
 * The folders of a walk by descriptors that were proved. A file is opened as an entry of its folder: no name on the way can be
 * exchanged, so that it needs no proof of its own to be looked at.
 */
export class HeldFolders {
  readonly #held: HeldFolder[] = [];

  constructor(private readonly root: string) {}

  /** Names and kinds of a folder, by name. Throws `Denied`. */
  read(path: string): readonly NamedEntry[] {
    return HAS_PROC ? namesIn(this.#hold(path).entries, path) : readNames(this.root, path);
  }

  /** Undefined where only the sandbox can say what is there. */
  open(folder: string, name: string): LocalFile | undefined {
    if (!HAS_PROC) return undefined;
    try {
      return new LocalFile(openSync(this.#hold(folder).entries + name, OPEN_FLAGS), joinPath(folder, name));
    } catch {
      return undefined;
    }
  }

  /** Lets go of the folders that are not above it. */
  #hold(folder: string): HeldFolder {
    for (let last = this.#held.at(-1); last !== undefined; last = this.#held.at(-1)) {
      if (last.path === folder) return last;
      if (isAbove(last.path, folder)) break;
      closeSync(this.#held.pop()!.fd);
    }
    if (this.#held.length >= MOST_HELD) closeSync(this.#held.shift()!.fd);
    const fd = this.#below(folder) ?? openWalked(this.root, folder, 'directory').fd;
    const held = { path: folder, fd, entries: `${DESCRIPTORS}/${fd}/` };
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
      return openSync(above.entries + name, FOLDER_FLAGS);
    } catch {
      return undefined;
    }
  }

  close(): void {
    for (const { fd } of this.#held.splice(0)) closeSync(fd);
  }
}
