import type { ToolCallContext } from '../contract/tool.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { answer } from '../contract/answer.js';
import { Budget } from '../contract/budget.js';
import { commitLine, describeCommit, describeFile } from './describe.js';
import { HISTORY_TOOL, missingObjects, type HistoryArguments } from './history-arguments.js';
import { readCommit } from './log.js';
import type { LoggedCommit } from './commits.js';
import { readPatch } from './patch.js';
import { isHash, resolveCommit } from './refs.js';
import type { Repository } from './repository.js';

const BODY_CHARACTERS = 8000;

interface CommitPosition {
  readonly start: string;
  readonly files: number;
  readonly lines: number;
}

const isCommitPosition = ({ start, files, lines }: Partial<CommitPosition>): boolean =>
  isHash(start) && isCount(files) && isCount(lines);

function listFiles(commit: LoggedCommit, skip: number, budget: Budget) {
  const files: unknown[] = [];
  for (const file of commit.files.slice(skip)) {
    const described = describeFile(file);
    if (!budget.take(described)) break;
    files.push(described);
  }
  return { files, done: skip + files.length >= commit.files.length };
}

/** One commit: its files, and after the last of them its patch, each page where the one before ended. */
export async function showCommit(repository: Repository, args: HistoryArguments, context: ToolCallContext) {
  const known = readCursor<CommitPosition>(HISTORY_TOOL, { ...args }, isCommitPosition);
  const { hash } = known === undefined ? await resolveCommit(repository, args.ref, context) : { hash: known.start };
  const { commit, failed } = hash === undefined ? {} : await readCommit(repository, hash, context);
  if (failed) throw missingObjects();
  if (commit === undefined)
    return answer({ mode: 'changes' }, 'the time was over before the commit was read', {
      timedOut: true,
      truncated: true
    });
  const budget = new Budget(context.limits);
  const position = known ?? { start: commit.hash, files: 0, lines: 0 };
  // The message is on the first page alone.
  const described = describeCommit(commit, known === undefined ? BODY_CHARACTERS : 0, context.redactor);
  if (known === undefined) budget.take(described);
  const { files, done } = listFiles(commit, position.files, budget);
  let patch: Awaited<ReturnType<typeof readPatch>> | undefined;
  if (args.include_patch && done) {
    const most = Math.max(1024, budget.left);
    patch = await readPatch(repository, { hash: commit.hash, paths: [], skip: position.lines, most }, context);
    if (patch.failed && patch.lines === 0) throw missingObjects();
  }
  const more = !done || (patch?.more ?? false);
  const next = {
    start: commit.hash,
    files: position.files + files.length,
    lines: position.lines + (patch?.lines ?? 0)
  };
  const moved = known === undefined || next.files > position.files || next.lines > position.lines;
  return answer(
    { mode: 'changes', commit: described, files, ...(patch === undefined ? {} : { patch: patch.text }) },
    commitLine(commit, described),
    {
      timedOut: patch?.timedOut ?? false,
      truncated: more,
      nextCursor: more && moved ? makeCursor(HISTORY_TOOL, { ...args }, next satisfies CommitPosition) : undefined
    }
  );
}
