import { Denied, type ToolCallContext, type WorkspaceTool } from '../contract.js';
import { secondsOf } from '../git/dates.js';
import { commitLine, describeCommit, describeFile, fileLine } from '../git/describe.js';
import { listCommits, readCommit, type LogPage } from '../git/log.js';
import type { LoggedCommit } from '../git/parse-log.js';
import { readPatch } from '../git/patch.js';
import { isHash, resolveCommit } from '../git/refs.js';
import { findRepository, type Repository } from '../git/repository.js';
import { isCount, makeCursor, readCursor } from '../sandbox/cursor.js';
import { cleanPath } from '../sandbox/descriptor.js';
import { answer } from './answer.js';
import { Budget, budgetBytes } from './budget.js';

const NAME = 'git_history';
const DEFAULT_COMMITS = 20;
const LIST_BODY_CHARACTERS = 600;
const BODY_CHARACTERS = 8000;
const LIST_PATCH_BYTES = 8 * 1024;
const MAX_FILTER_BYTES = 1000;

interface Arguments {
  readonly path?: string;
  readonly ref?: string;
  readonly author?: string;
  readonly since?: string;
  readonly until?: string;
  readonly grep?: string;
  readonly include_patch?: boolean;
  readonly max_commits?: number;
  readonly cursor?: string;
}

/** A list goes on at `skip` from the same commit within the same times, whatever was committed since. */
interface ListPosition {
  readonly start: string;
  readonly skip: number;
  readonly since: number | null;
  readonly until: number | null;
}

interface CommitPosition {
  readonly start: string;
  readonly files: number;
  readonly lines: number;
}

const isListPosition = ({ start, skip, since, until }: Partial<ListPosition>): boolean =>
  isHash(start) && isCount(skip) && [since, until].every(at => at === null || isCount(at));

const isCommitPosition = ({ start, files, lines }: Partial<CommitPosition>): boolean =>
  isHash(start) && isCount(files) && isCount(lines);

function checkText(name: string, text: string | undefined): void {
  if (text !== undefined && (text === '' || /[\0\n\r]/.test(text) || Buffer.byteLength(text) > MAX_FILTER_BYTES))
    throw new Denied('invalid_argument', `${name} takes one line of at most ${MAX_FILTER_BYTES} bytes`);
}

/** Refuses what leads out of the workspace. What does not exist may have existed, and a folder has a history too. */
async function historyPath(args: Arguments, { sandbox }: ToolCallContext): Promise<string | undefined> {
  if (args.path === undefined) return undefined;
  const path = cleanPath(sandbox.root, args.path);
  try {
    await (await sandbox.open(args.path)).close();
  } catch (error) {
    if (!(error instanceof Denied) || error.reason === 'outside_workspace') throw error;
  }
  return path === '' ? undefined : path;
}

const unreadable = (): Denied =>
  new Denied('unreadable', 'the repository lacks objects that this part of its history needs');

interface Listed {
  readonly entries: readonly unknown[];
  readonly lines: readonly string[];
  readonly full: boolean;
  readonly timedOut: boolean;
}

/** As many commits of a page as fit, each with its patch where asked for. */
async function render(
  repository: Repository,
  page: LogPage,
  args: Arguments,
  path: string | undefined,
  context: ToolCallContext
): Promise<Listed> {
  const budget = new Budget(context.limits);
  const most = Math.min(LIST_PATCH_BYTES, Math.trunc(budgetBytes(context.limits) / 4));
  const entries: unknown[] = [];
  const lines: string[] = [];
  for (const commit of page.commits) {
    let patch = {};
    let text = '';
    if (args.include_patch) {
      const file = commit.files[0];
      const names = file === undefined ? [path] : [file.oldPath, file.path];
      const part = await readPatch(
        repository,
        commit.hash,
        names.filter(name => name !== undefined),
        { skip: 0, most },
        context
      );
      if (part.timedOut) return { entries, lines, full: false, timedOut: true };
      patch = part.failed ? {} : { patch: part.text, ...(part.more ? { patch_cut: true } : {}) };
      text = `\n${part.text}${part.more ? '[patch cut; ask for this commit by ref]\n' : ''}`;
    }
    const [file] = commit.files;
    const entry = {
      ...describeCommit(commit, LIST_BODY_CHARACTERS),
      ...(file === undefined
        ? {}
        : { path: file.path, ...(file.oldPath === undefined ? {} : { old_path: file.oldPath }) }),
      ...patch
    };
    const line = `${commitLine(commit)}${text}`;
    if (!budget.take(entry, line)) return { entries, lines, full: true, timedOut: false };
    entries.push(entry);
    lines.push(line);
  }
  return { entries, lines, full: false, timedOut: false };
}

async function list(repository: Repository, args: Arguments, context: ToolCallContext) {
  const path = await historyPath(args, context);
  for (const name of ['author', 'grep'] as const) checkText(name, args[name]);
  const moment = (name: 'since' | 'until'): number | null =>
    args[name] === undefined ? null : secondsOf(name, args[name], Date.now());
  const known = readCursor<ListPosition>(NAME, { ...args }, isListPosition);
  const resolved =
    known === undefined ? await resolveCommit(repository, args.ref, context) : { hash: known.start, timedOut: false };
  const about = { mode: 'commits', ...(args.path === undefined ? {} : { path: path ?? '.' }) };
  const { hash } = resolved;
  if (hash === undefined) {
    const why = resolved.timedOut ? 'the time was over before the history was reached' : '(no commits yet)';
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
  if (page.failed && page.commits.length === 0) throw unreadable();
  const { entries, lines, full, timedOut: late } = await render(repository, page, args, path, context);
  const timedOut = page.timedOut || late;
  const more = full || page.more || page.failed || timedOut;
  const next = { ...position, skip: position.skip + entries.length } satisfies ListPosition;
  return answer({ ...about, commits: entries }, lines.length === 0 ? '(no commits)' : lines.join('\n'), {
    timedOut,
    truncated: more,
    nextCursor: more && entries.length > 0 ? makeCursor(NAME, { ...args }, next) : undefined
  });
}

function listFiles(commit: LoggedCommit, skip: number, budget: Budget) {
  const files: unknown[] = [];
  const lines: string[] = [];
  for (const file of commit.files.slice(skip)) {
    const described = describeFile(file);
    const line = fileLine(file);
    if (!budget.take(described, line)) break;
    files.push(described);
    lines.push(line);
  }
  return { files, lines, done: skip + files.length >= commit.files.length };
}

/** One commit: its files, and after the last of them its patch, each page where the one before ended. */
async function show(repository: Repository, args: Arguments, context: ToolCallContext) {
  const known = readCursor<CommitPosition>(NAME, { ...args }, isCommitPosition);
  const { hash } = known === undefined ? await resolveCommit(repository, args.ref, context) : { hash: known.start };
  const { commit, failed } = hash === undefined ? {} : await readCommit(repository, hash, context);
  if (failed) throw unreadable();
  if (commit === undefined)
    return answer({ mode: 'changes' }, 'the time was over before the commit was read', {
      timedOut: true,
      truncated: true
    });
  const budget = new Budget(context.limits);
  const position = known ?? { start: commit.hash, files: 0, lines: 0 };
  const described = describeCommit(commit, position.files + position.lines === 0 ? BODY_CHARACTERS : 0);
  const message = commit.body === '' || described.body === '' ? '' : `\n\n${described.body}\n`;
  const heading = `${commitLine(commit)}${message}`;
  budget.take(described, heading);
  const { files, lines, done } = listFiles(commit, position.files, budget);
  let patch: Awaited<ReturnType<typeof readPatch>> | undefined;
  if (args.include_patch && done) {
    const most = Math.trunc(Math.max(1024, budget.left) / 2);
    patch = await readPatch(repository, commit.hash, [], { skip: position.lines, most }, context);
    if (patch.failed && patch.lines === 0) throw unreadable();
  }
  const more = !done || (patch?.more ?? false);
  const next = {
    start: commit.hash,
    files: position.files + files.length,
    lines: position.lines + (patch?.lines ?? 0)
  };
  const moved = next.files > position.files || next.lines > position.lines;
  return answer(
    { mode: 'changes', commit: described, files, ...(patch === undefined ? {} : { patch: patch.text }) },
    [heading, ...lines, ...(patch === undefined ? [] : ['', patch.text])].join('\n'),
    {
      timedOut: patch?.timedOut ?? false,
      truncated: more,
      nextCursor: more && moved ? makeCursor(NAME, { ...args }, next satisfies CommitPosition) : undefined
    }
  );
}

/** Commits of the workspace's own repository, or, with `ref` alone, what one commit changed. */
export const gitHistory: WorkspaceTool = {
  name: NAME,
  async run(args: Arguments, context: ToolCallContext) {
    const repository = await findRepository(context.sandbox, context.signal);
    const { path, ref, author, since, until, grep, max_commits: most } = args;
    const alone = ref !== undefined && [path, author, since, until, grep, most].every(part => part === undefined);
    return alone ? show(repository, args, context) : list(repository, args, context);
  }
};
