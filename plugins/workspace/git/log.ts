import { readGit, streamGit } from './git.js';
import type { CallTime } from '../time/deadline.js';
import { gitTime } from './dates.js';
import { NO_DRIVERS } from './hardening.js';
import type { LoggedCommit } from './commits.js';
import { LOG_FORMAT, LogParser } from './parse-log.js';
import type { Repository } from './repository.js';

/** What `parse-log.ts` reads: one form, whatever the configuration of the repository or its owner says. */
const AS_READ = [...NO_DRIVERS, '-z', '--no-mailmap', '--encoding=UTF-8', LOG_FORMAT];

export interface LogQuery {
  /** Full hash of the commit to begin with. */
  readonly start: string;
  readonly skip: number;
  readonly most: number;
  /** Relative to the workspace; undefined for all of it. */
  readonly path: string | undefined;
  readonly author: string | undefined;
  readonly grep: string | undefined;
  /** Seconds since 1970. */
  readonly since: number | undefined;
  readonly until: number | undefined;
}

export interface LogPage {
  readonly commits: readonly LoggedCommit[];
  readonly more: boolean;
  readonly timedOut: boolean;
  /** Git ended with an error, as where objects are missing; what is there is right. */
  readonly failed: boolean;
}

async function readLog(
  repository: Repository,
  args: readonly string[],
  { skip, most }: { readonly skip: number; readonly most: number },
  time: CallTime
): Promise<LogPage> {
  const commits: LoggedCommit[] = [];
  let seen = 0;
  let more = false;
  const parser = new LogParser(commit => {
    if (seen++ < skip) return true;
    more = commits.length >= most;
    if (!more) commits.push(commit);
    return !more;
  });
  const { code, timedOut } = await streamGit(repository, ['log', ...args], time, chunk => parser.push(chunk));
  const failed = code !== 0 && !more && !timedOut;
  if (!timedOut && !failed) parser.end();
  return { commits, more, timedOut: timedOut && !more, failed };
}

/** A path that is no folder at `start` is one file, now or once: its history goes on under the names it had before. */
async function isFolder(repository: Repository, start: string, path: string, time: CallTime): Promise<boolean> {
  const { code, text } = await readGit(repository, ['cat-file', '-t', `${start}:${path}`], time);
  return code === 0 && text.trim() === 'tree';
}

/** Commits from `start` back that match, newest first, with what each changed in numbers. */
export async function listCommits(repository: Repository, query: LogQuery, time: CallTime): Promise<LogPage> {
  const { start, skip, most, path, author, grep, since, until } = query;
  const follow = path !== undefined && !(await isFolder(repository, start, path, time));
  const filters = [
    '--fixed-strings',
    '--regexp-ignore-case',
    '--all-match',
    ...(author === undefined ? [] : [`--author=${author}`]),
    ...(grep === undefined ? [] : [`--grep=${grep}`]),
    ...(since === undefined ? [] : [`--since=${gitTime(since)}`]),
    ...(until === undefined ? [] : [`--until=${gitTime(until)}`])
  ];
  const args = [
    ...AS_READ,
    // Git skips before it follows, so that a followed page is counted here.
    ...(follow ? ['--follow', '--raw', '--numstat'] : ['--find-renames', '--diff-merges=first-parent', '--shortstat']),
    ...filters,
    ...(follow ? [] : [`--skip=${skip}`, `--max-count=${most + 1}`]),
    '--end-of-options',
    start,
    '--',
    ...(path === undefined ? [] : [path])
  ];
  return readLog(repository, args, { skip: follow ? skip : 0, most }, time);
}

/** One commit with every file it changed against its first parent. Undefined only where the time was over. */
export async function readCommit(
  repository: Repository,
  hash: string,
  time: CallTime
): Promise<{ readonly commit: LoggedCommit | undefined; readonly timedOut: boolean; readonly failed: boolean }> {
  const args = [
    ...AS_READ,
    '--find-renames',
    '--diff-merges=first-parent',
    '--raw',
    '--numstat',
    '--end-of-options',
    hash,
    '--'
  ];
  const { commits, timedOut, failed } = await readLog(
    repository,
    ['--max-count=1', ...args],
    { skip: 0, most: 1 },
    time
  );
  return { commit: commits[0], timedOut, failed };
}
