import type { Branch, EntryKind, WalkedEntry } from './contract.js';
import { Denied } from './denied.js';
import type { Deadline } from '../time/deadline.js';
import type { NamedEntry } from './folder.js';
import { IgnoreFile, IgnoreRules } from './ignore.js';
import { joinPath } from './paths.js';

/** How a walk gets at folders and ignore files; both go through the sandbox. */
export interface TreeSource<T extends NamedEntry> {
  /** Entries by name. Throws `Denied`. */
  read(folder: string): readonly T[];
  /** The text of an ignore file, or undefined where it cannot be had. */
  text(path: string): string | undefined;
}

export interface TreeOptions<T> {
  /** Relative to the workspace, already checked. */
  readonly path: string;
  readonly includeHidden: boolean;
  /** `skip` leaves ignored entries out, `mark` names them and does not enter them, `off` reads no ignore file. */
  readonly ignored: 'skip' | 'mark' | 'off';
  /** Entries of the start are at depth 1. */
  readonly maxDepth: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
  readonly order?: ((left: T, right: T) => number) | undefined;
  /** Told of every folder how many of its entries were left out because they are hidden. */
  readonly onHidden?: ((count: number) => void) | undefined;
}

export interface TreeEntry<T extends NamedEntry> extends WalkedEntry {
  readonly entry: T;
  readonly ignored: boolean;
}

/** A folder in which a walk is. */
export interface Frame<T> {
  readonly folder: string;
  readonly entries: readonly T[];
  readonly rules: IgnoreRules;
  next: number;
}

/** Entries between two looks at the time. */
const LOOK_EVERY = 32;

const isGit = (name: string): boolean => name.toLowerCase() === '.git';

function addRules<T extends NamedEntry>(
  source: TreeSource<T>,
  rules: IgnoreRules,
  folder: string,
  path: string
): IgnoreRules {
  const text = source.text(path);
  return text === undefined ? rules : rules.with(new IgnoreFile(text, folder));
}

/** The rules that hold in a folder because of the folders above it and of `.git/info/exclude`. */
function rulesAbove<T extends NamedEntry>(source: TreeSource<T>, path: string): IgnoreRules {
  let rules = addRules(source, IgnoreRules.none, '', '.git/info/exclude');
  const names = path === '' ? [] : path.split('/');
  for (let count = 0; count < names.length; count++) {
    const folder = names.slice(0, count).join('/');
    rules = addRules(source, rules, folder, joinPath(folder, '.gitignore'));
  }
  return rules;
}

function enter<T extends NamedEntry>(
  source: TreeSource<T>,
  options: TreeOptions<T>,
  folder: string,
  above: IgnoreRules
): Frame<T> {
  const { includeHidden, ignored: mode } = options;
  const all = source.read(folder);
  const kept = includeHidden ? all.filter(entry => !isGit(entry.name)) : all.filter(entry => entry.name[0] !== '.');
  if (!includeHidden) options.onHidden?.(all.filter(({ name }) => name[0] === '.' && !isGit(name)).length);
  const hasRules = mode !== 'off' && all.some(entry => entry.name === '.gitignore' && entry.kind === 'file');
  const rules = hasRules ? addRules(source, above, folder, joinPath(folder, '.gitignore')) : above;
  return { folder, entries: options.order ? kept.toSorted(options.order) : kept, rules, next: 0 };
}

/** Where a walk begins. Throws `Denied` when that cannot be read. */
export function startOf<T extends NamedEntry>(source: TreeSource<T>, options: TreeOptions<T>): Frame<T> {
  const { path } = options;
  if (path.split('/').some(isGit))
    throw new Denied('invalid_argument', "'.git' is never walked; ask git_history, or read one of its files by name");
  return enter(source, options, path, options.ignored === 'off' ? IgnoreRules.none : rulesAbove(source, path));
}

const LETTERS: Readonly<Record<EntryKind, string>> = { file: 'f', directory: 'd', symlink: 'l', other: 'o' };
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as EntryKind]));

export const branchOf = ({ folder, entries, next }: Frame<NamedEntry>): Branch => ({
  folder,
  entries: entries
    .slice(next)
    .map(({ name, kind }) => LETTERS[kind] + name)
    .join('\0')
});

export const entriesOf = ({ entries }: Branch): readonly NamedEntry[] =>
  entries === ''
    ? []
    : entries.split('\0').map(entry => ({ name: entry.slice(1), kind: KINDS.get(entry[0]!) ?? 'other' }));

/** Where a walk goes on that was left. */
export function frameOf(
  source: TreeSource<NamedEntry>,
  { ignored: mode }: TreeOptions<NamedEntry>,
  branch: Branch
): Frame<NamedEntry> {
  const { folder } = branch;
  const rules =
    mode === 'off'
      ? IgnoreRules.none
      : addRules(source, rulesAbove(source, folder), folder, joinPath(folder, '.gitignore'));
  return { folder, entries: entriesOf(branch), rules, next: 0 };
}

/**
 * Depth first, by name. Holds one folder's entries per level, in `frames`: what they have left is what is left of the walk.
 * Ignored folders are not read, `.git` is never entered, links are named and not followed. Ends early at the deadline; throws
 * `Denied` when the start cannot be read. Throws the signal's reason once the call is cancelled: `TimeSlice` lets that happen.
 */
export function* walkTree<T extends NamedEntry>(
  source: TreeSource<T>,
  options: TreeOptions<T>,
  frames: Frame<T>[] = [startOf(source, options)]
): Generator<TreeEntry<T>, undefined> {
  const { ignored: mode, deadline, signal } = options;
  let seen = 0;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (seen++ % LOOK_EVERY === 0) {
      signal.throwIfAborted();
      if (deadline.expired) return undefined;
    }
    const entry = frame.entries[frame.next++];
    if (entry === undefined) {
      frames.pop();
      continue;
    }
    const path = joinPath(frame.folder, entry.name);
    const isDirectory = entry.kind === 'directory';
    const ignored = mode !== 'off' && frame.rules.ignores(entry.name, path, isDirectory);
    if (ignored && mode === 'skip') continue;
    const depth = frames.length;
    let unreadable = false;
    if (isDirectory && !ignored && depth < options.maxDepth) {
      try {
        frames.push(enter(source, options, path, frame.rules));
      } catch (error) {
        if (!(error instanceof Denied)) throw error;
        unreadable = true;
      }
    }
    yield { path, kind: entry.kind, depth, entry, ignored, unreadable };
  }
  return undefined;
}
