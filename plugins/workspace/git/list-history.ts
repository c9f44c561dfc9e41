import { Denied } from '../sandbox/denied.js';
import { shown } from '../sandbox/paths.js';
import type { ToolCallContext } from '../contract/tool.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { answer, counted } from '../contract/answer.js';
import { Budget, budgetBytes } from '../contract/budget.js';
import { secondsOf } from './dates.js';
import { describeCommit } from './describe.js';
import { checkText, HISTORY_TOOL, historyPath, missingObjects, type HistoryArguments } from './history-arguments.js';
import { listCommits, type LogPage } from './log.js';
import { readPatch } from './patch.js';
import { isHash, resolveCommit } from './refs.js';
import type { Repository } from './repository.js';

const DEFAULT_COMMITS = 20;
const BODY_CHARACTERS = 600;
const PATCH_BYTES = 8 * 1024;

/** A list goes on at `skip` from the same commit within the same times, whatever was committed since. */
interface ListPosition {
  readonly start: string;
  readonly skip: number;
  readonly since: number | null;
  readonly until: number | null;
}

const isListPosition = ({ start, skip, since, until }: Partial<ListPosition>): boolean =>
  isHash(start) && isCount(skip) && [since, until].every(at => at === null || isCount(at));

interface Listed {
  readonly entries: readonly unknown[];
  readonly full: boolean;
  readonly timedOut: boolean;
}

/** As many commits of a page as fit, each with its patch where asked for. */
async function render(
  repository: Repository,
  page: LogPage,
  { args, path }: { readonly args: HistoryArguments; readonly path: string | undefined },
  context: ToolCallContext
): Promise<Listed> {
  const budget = new Budget(context.limits);
  const most = Math.min(PATCH_BYTES, Math.trunc(budgetBytes(context.limits) / 4));
  const entries: unknown[] = [];
  for (const commit of page.commits) {
    let patch = {};
    if (args.include_patch) {
      const file = commit.files[0];
      const names = file === undefined ? [path] : [file.oldPath, file.path];
      const part = await readPatch(
        repository,
        { hash: commit.hash, paths: names.filter(name => name !== undefined), skip: 0, most },
        context
      );
      if (part.timedOut) return { entries, full: false, timedOut: true };
      patch = part.failed ? {} : { patch: part.text, ...(part.more ? { patch_cut: true } : {}) };
    }
    const [file] = commit.files;
    const described = describeCommit(commit, BODY_CHARACTERS, context.redactor);
    const entry = {
      ...described,
      ...(file === undefined
        ? {}
        : { path: file.path, ...(file.oldPath === undefined ? {} : { old_path: file.oldPath }) }),
      ...patch
    };
    if (!budget.take(entry)) return { entries, full: true, timedOut: false };
    entries.push(entry);
  }
  return { entries, full: false, timedOut: false };
}

/** Commits from a start back, newest first. */
export async function listHistory(repository: Repository, args: HistoryArguments, context: ToolCallContext) {
  const { path, exists } = await historyPath(args, context);
  for (const name of ['author', 'grep'] as const) checkText(name, args[name]);
  const moment = (name: 'since' | 'until'): number | null =>
    args[name] === undefined ? null : secondsOf(name, args[name], Date.now());
  const known = readCursor<ListPosition>(HISTORY_TOOL, { ...args }, isListPosition);
  const resolved =
    known === undefined ? await resolveCommit(repository, args.ref, context) : { hash: known.start, timedOut: false };
  const about = { mode: 'commits', ...(args.path === undefined ? {} : { path: path ?? '.' }) };
  const { hash } = resolved;
  if (hash === undefined) {
    const why = resolved.timedOut ? 'the time was over before the history was reached' : 'no commits yet';
    return answer({ ...about, commits: [] }, why, { timedOut: resolved.timedOut, truncated: resolved.timedOut });
  }
  const position = known ?? { start: hash, skip: 0, since: moment('since'), until: moment('until') };
  const { author, grep } = args;
  const query = {
    ...position,
    since: position.since ?? undefined,
    until: position.until ?? undefined,
    most: args.max_commits ?? DEFAULT_COMMITS,
    path,
    author,
    grep
  };
  const page = await listCommits(repository, query, context);
  if (page.failed && page.commits.length === 0) throw missingObjects();
  // With a filter there may be commits that it leaves out.
  const isFiltered = [args.since, args.until, author, grep, known].some(part => part !== undefined);
  if (!exists && !isFiltered && page.commits.length === 0 && !page.timedOut)
    throw new Denied('not_found', `'${shown(path ?? '')}' does not exist, and no commit has it`, { path });
  const { entries, full, timedOut: late } = await render(repository, page, { args, path }, context);
  const timedOut = page.timedOut || late;
  const more = full || page.more || page.failed || timedOut;
  const next = { ...position, skip: position.skip + entries.length } satisfies ListPosition;
  return answer({ ...about, commits: entries }, counted(entries.length, 'commit'), {
    timedOut,
    truncated: more,
    nextCursor: more && entries.length > 0 ? makeCursor(HISTORY_TOOL, { ...args }, next) : undefined
  });
}
