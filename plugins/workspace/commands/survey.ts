import type { Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { gitProgram } from '../git/hardening.js';
import { findRepository } from '../git/repository.js';
import { deadlineIn } from '../time/deadline.js';
import { sizedTree } from '../sandbox/tree-source.js';
import { walkTree } from '../sandbox/walk.js';
import { TimeSlice } from '../time/time-slice.js';

/** What the tools would find in the workspace, counted within the time one call has. */
export interface Survey {
  readonly total_files: number;
  readonly total_bytes: number;
  readonly directories: number;
  readonly symlinks: number;
  /** Files with a second name, which may stand for a file outside: nothing tells the two apart. */
  readonly hard_links: number;
  /** The counts are those of what could be visited in time. */
  readonly timed_out: boolean;
}

/** Counts what `workspace_overview` counts. */
export async function survey(sandbox: Sandbox, budgetMs: number): Promise<Survey> {
  const { signal } = new AbortController();
  const deadline = deadlineIn(budgetMs);
  const kinds = { file: 0, directory: 0, symlink: 0, other: 0 };
  let bytes = 0;
  let links = 0;
  const maxDepth = Number.POSITIVE_INFINITY;
  const options = { path: '', includeHidden: true, ignored: 'skip', maxDepth, deadline, signal } as const;
  const slice = new TimeSlice(signal);
  for (const { kind, entry } of walkTree(sizedTree(sandbox), options)) {
    if (slice.due()) await slice.take();
    kinds[kind]++;
    if (kind !== 'file') continue;
    bytes += entry.size;
    if (entry.names > 1) links++;
  }
  return {
    total_files: kinds.file,
    total_bytes: bytes,
    directories: kinds.directory,
    symlinks: kinds.symlink,
    hard_links: links,
    timed_out: deadline.expired
  };
}

/** Whether `git_history` has a history to tell, and if not, why. */
export async function historyOf(sandbox: Sandbox): Promise<'served' | 'git is not installed' | 'no repository'> {
  if (gitProgram(sandbox.root) === undefined) return 'git is not installed';
  try {
    await findRepository(sandbox, new AbortController().signal);
    return 'served';
  } catch (error) {
    if (error instanceof Denied) return 'no repository';
    throw error;
  }
}
