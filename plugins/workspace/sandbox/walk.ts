import type { WalkedEntry } from './contract.js';
import { Denied } from './denied.js';
import type { Deadline } from '../time/deadline.js';
import { TimeSlice } from '../time/time-slice.js';
import type { NamedEntry } from './folder.js';
import { IgnoreFile, IgnoreRules } from './ignore.js';
import { joinPath } from './paths.js';

/** How a walk gets at folders and ignore files; both go through the sandbox. */
export interface TreeSource<T extends NamedEntry> {
  /** Entries by name. Throws `Denied`. */
  read(folder: string): readonly T[] | Promise<readonly T[]>;
  /** The text of an ignore file, or undefined where it cannot be had. */
  text(path: string): Promise<string | undefined>;
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

interface Frame<T> {
  readonly folder: string;
  readonly entries: readonly T[];
  readonly rules: IgnoreRules;
  next: number;
}

const isGit = (name: string): boolean => name.toLowerCase() === '.git';

async function addRules<T extends NamedEntry>(
  source: TreeSource<T>,
  rules: IgnoreRules,
  folder: string,
  path: string
): Promise<IgnoreRules> {
  const text = await source.text(path);
  return text === undefined ? rules : rules.with(new IgnoreFile(text, folder));
}

/** The rules that hold in a folder because of the folders above it and of `.git/info/exclude`. */
async function rulesAbove<T extends NamedEntry>(source: TreeSource<T>, path: string): Promise<IgnoreRules> {
  let rules = await addRules(source, IgnoreRules.none, '', '.git/info/exclude');
  const names = path === '' ? [] : path.split('/');
  for (let count = 0; count < names.length; count++) {
    const folder = names.slice(0, count).join('/');
    rules = await addRules(source, rules, folder, joinPath(folder, '.gitignore'));
  }
  return rules;
}

/**
 * Depth first, by name. Holds one folder's entries per level. Ignored folders are not read, `.git` is never entered, links
 * are named and not followed. Ends early at the deadline; throws `Denied` when the start cannot be read.
 */
export async function* walkTree<T extends NamedEntry>(
  source: TreeSource<T>,
  options: TreeOptions<T>
): AsyncGenerator<TreeEntry<T>> {
  const { includeHidden, ignored: mode, deadline } = options;
  if (options.path.split('/').some(isGit))
    throw new Denied('invalid_argument', "'.git' is never walked; ask git_history, or read one of its files by name");
  const slice = new TimeSlice(options.signal);

  const enter = async (folder: string, above: IgnoreRules): Promise<Frame<T>> => {
    const all = await source.read(folder);
    const kept = includeHidden ? all.filter(entry => !isGit(entry.name)) : all.filter(entry => entry.name[0] !== '.');
    if (!includeHidden) options.onHidden?.(all.filter(({ name }) => name[0] === '.' && !isGit(name)).length);
    const hasRules = mode !== 'off' && all.some(entry => entry.name === '.gitignore' && entry.kind === 'file');
    const rules = hasRules ? await addRules(source, above, folder, joinPath(folder, '.gitignore')) : above;
    return { folder, entries: options.order ? kept.toSorted(options.order) : kept, rules, next: 0 };
  };

  const start = mode === 'off' ? IgnoreRules.none : await rulesAbove(source, options.path);
  const frames: Frame<T>[] = [await enter(options.path, start)];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    if (slice.due()) await slice.take();
    if (deadline.expired) return;
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
    let below: Frame<T> | undefined;
    let unreadable = false;
    if (isDirectory && !ignored && depth < options.maxDepth) {
      try {
        below = await enter(path, frame.rules);
      } catch (error) {
        if (!(error instanceof Denied)) throw error;
        unreadable = true;
      }
    }
    yield { path, kind: entry.kind, depth, entry, ignored, unreadable };
    if (below !== undefined) frames.push(below);
  }
}
