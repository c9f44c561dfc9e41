import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadDocuments } from '../documents/load.js';
import { FOLDERS, readAll, type ReadFile } from '../documents/read.js';
import type { DocumentSet } from '../documents/set.js';
import { formatProblem, type Problem } from '../errors.js';
import { loadOptions } from '../kernel/start.js';
import { UsageError, type CommandContext } from '../points/command.js';
import { checkOut } from './git-revision.js';

/** One of two states of the files that are compared. */
export interface Side {
  /** As it was asked for. */
  readonly name: string;
  readonly root: string;
  readonly files: readonly ReadFile[];
  /** The checked documents of each service. */
  readonly sets: ReadonlyMap<string, DocumentSet>;
  /** Lets go of what was written for it. */
  close(): void;
}

/** A folder, or a git revision of the repository that the root is in. Throws a `UsageError` for files that are not sound. */
export async function openSide(
  name: string,
  { root, services }: Pick<CommandContext, 'root' | 'services'>
): Promise<Side> {
  const folder = resolve(name);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const { root: at, close } = isFolder ? { root: folder, close: () => {} } : checkOut(name, root);
  try {
    if (!FOLDERS.some(sub => existsSync(join(at, sub))))
      throw new UsageError(`${name} holds none of ${FOLDERS.map(sub => `${sub}/`).join(', ')}`);
    const problems: Problem[] = [];
    const sets = new Map<string, DocumentSet>();
    for (const service of services) {
      const candidate = await loadDocuments(loadOptions(at, service, services));
      if (candidate.set === undefined) problems.push(...candidate.problems);
      else sets.set(service.name, candidate.set);
    }
    if (problems.length > 0) {
      const lines = [...new Set(problems.map(formatProblem))];
      throw new UsageError(`the files of ${name} are not sound, so they cannot be compared:\n${lines.join('\n')}`);
    }
    return {
      name: isFolder && folder === resolve(root) ? 'the files on disk' : name,
      root: at,
      files: readAll(at, []),
      sets,
      close
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Opens both sides, and closes them when the work is done. */
export async function withSides<T>(
  names: readonly [string, string],
  context: Pick<CommandContext, 'root' | 'services'>,
  work: (before: Side, after: Side) => Promise<T>
): Promise<T> {
  const before = await openSide(names[0], context);
  try {
    const after = await openSide(names[1], context);
    try {
      return await work(before, after);
    } finally {
      after.close();
    }
  } finally {
    before.close();
  }
}
