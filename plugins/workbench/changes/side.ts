import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DOCUMENTS,
  type Folders,
  foldersOf,
  loadDocuments,
  readAll,
  type Reader,
  type ReadFile,
  readOnce
} from '../../../core/documents/index.js';
import {
  type CommandContext,
  type DocumentSet,
  formatProblem,
  kindsOf,
  loadOptions,
  type Problem,
  type Service,
  servicesOf,
  UsageError
} from '../../../core/index.js';
import { checkOut } from './git-revision.js';

/** One of two states of the files that are compared. */
export interface Side {
  /** As it was asked for. */
  readonly name: string;
  readonly root: string;
  readonly files: readonly ReadFile[];
  /** The checked documents of each service that the difference concerns. */
  readonly sets: ReadonlyMap<string, DocumentSet>;
}

interface Opened extends Omit<Side, 'sets'> {
  /** Gives the texts of `files` again, to those who load them. */
  readonly read: Reader;
  /** Lets go of what was written for it. */
  close(): void;
}

/**
 * Opens two states of the files, each a folder or a git revision of the repository that the root is in, and closes
 * them when the work is done. Services none of whose files differ are not loaded. Throws a `UsageError` for files that
 * are not sound.
 */
export async function withSides<T>(
  names: readonly [string, string],
  context: Pick<CommandContext, 'root' | 'services'>,
  work: (before: Side, after: Side) => Promise<T>
): Promise<T> {
  const opened: Opened[] = [];
  try {
    const own = { root: context.root, folders: foldersOf(kindsOf(context.services)) };
    for (const name of names) opened.push(openSide(name, own));
    const [before, after] = opened as [Opened, Opened];
    const concerned = servicesOf(context.services, changedKinds(before.files, after.files));
    return await work(
      { ...before, sets: await load(before, concerned, context.services) },
      { ...after, sets: await load(after, concerned, context.services) }
    );
  } finally {
    for (const { close } of opened) close();
  }
}

function openSide(name: string, own: Folders): Opened {
  const { root, folders } = own;
  // A variable that nobody set would compare the files with themselves.
  if (name.trim() === '') throw new UsageError('a side that is compared has no name: name a folder or a git revision');
  const folder = resolve(name);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const { root: at, close } = isFolder ? { root: folder, close: () => {} } : checkOut(name, own);
  const label = isFolder && folder === resolve(root) ? 'the files on disk' : name;
  if (!folders.some(sub => existsSync(join(at, sub)))) {
    close();
    throw new UsageError(`${name} holds none of ${folders.map(sub => `${sub}/`).join(', ')}`);
  }
  const problems: Problem[] = [];
  const read = readOnce({ root: at, folders });
  const files = readAll({ root: at, folders }, problems, DOCUMENTS, read);
  if (problems.length > 0) {
    close();
    throw unsound(name, problems);
  }
  return { name: label, root: at, files, read, close };
}

/** Kinds of the files that one side has and the other has not, or has with other bytes. */
function changedKinds(before: readonly ReadFile[], after: readonly ReadFile[]): ReadonlySet<unknown> {
  const marks = (files: readonly ReadFile[]) => new Set(files.map(({ source, digest }) => `${source.file} ${digest}`));
  const [was, is] = [marks(before), marks(after)];
  const only = (files: readonly ReadFile[], others: ReadonlySet<string>) =>
    files.filter(({ source, digest }) => !others.has(`${source.file} ${digest}`));
  return new Set([...only(before, is), ...only(after, was)].map(({ content }) => content['kind']));
}

async function load({ name, root, read }: Opened, concerned: readonly Service[], services: readonly Service[]) {
  const problems: Problem[] = [];
  const sets = new Map<string, DocumentSet>();
  for (const service of concerned) {
    const candidate = await loadDocuments({ ...loadOptions(root, service, services), read });
    if (candidate.set === undefined) problems.push(...candidate.problems);
    else sets.set(service.name, candidate.set);
  }
  if (problems.length > 0) throw unsound(name, problems);
  return sets;
}

const unsound = (name: string, problems: readonly Problem[]) =>
  new UsageError(
    `${name}: the files are not sound, so they cannot be compared:\n${[...new Set(problems.map(formatProblem))].join('\n')}`
  );
