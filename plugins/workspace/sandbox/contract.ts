import type { CallTime } from '../time/deadline.js';

export type EntryKind = 'file' | 'directory' | 'symlink' | 'other';

export interface SizedEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeMs: number;
  /** How many names the file has. */
  readonly names: number;
}

export interface WalkedEntry {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly kind: EntryKind;
  readonly depth: number;
  /** A folder that is there and cannot be read. */
  readonly unreadable: boolean;
}

export interface OpenedFile {
  /** Relative path of what was opened, symlinks inside the workspace resolved. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Reads at most `length` bytes from `position`; fewer at the end. Into `into` from `at` on where given, which must have the room. */
  read(position: number, length: number, into?: Buffer, at?: number): Buffer;
  /** The same for who needs no buffer of their own: says how many bytes there are. */
  fill(into: Buffer, at: number, length: number, position: number): number;
  close(): void;
}

export interface WalkOptions extends CallTime {
  readonly path?: string;
  readonly includeHidden?: boolean;
  readonly respectGitignore?: boolean;
  readonly maxDepth?: number;
}

/** What a walk has not come to yet in a folder: names in order, each behind the letter of its kind, set apart by NUL. */
export interface Branch {
  readonly folder: string;
  readonly entries: string;
}

/** A walk that can be left and gone on with elsewhere. */
export interface Tree {
  readonly entries: Iterator<WalkedEntry, undefined>;
  /** What is left, in the order of the walk. */
  rest(): readonly Branch[];
  /**
   * Opens the file that was named last at little cost, to find out whether it is of interest: what leaves is read through the
   * sandbox. Undefined where only the sandbox can say what is there.
   */
  peek(): OpenedFile | undefined;
  close(): void;
}

/** The only door to the files of the workspace. Every check holds on the opened descriptor, not on a name. */
export interface Sandbox {
  /** Throws `Denied`: outside_workspace, not_found, not_a_file, unreadable. Never follows a link out, never blocks on a FIFO. */
  open(path: string): Promise<OpenedFile>;
  /** The same for a path that a walk named or that was opened before: quicker, since nothing has to be found out but where it points. */
  openWalked(path: string): OpenedFile;
  /** The entries of one directory, by name; links are reported and not followed. Throws `Denied`. */
  list(path: string): readonly SizedEntry[];
  /** Depth first, by name within a directory. `.git` is never entered; ignore files are read through this same door. */
  walk(options: WalkOptions): Generator<WalkedEntry>;
  /** The same walk, or what a walk has left of it. Closing it is the caller's. */
  tree(options: WalkOptions, branches?: readonly Branch[]): Tree;
  /** Whether the workspace itself still resolves. */
  present(): Promise<boolean>;
  /** For handing to a child process as working directory only; never part of an answer. */
  readonly root: string;
}
