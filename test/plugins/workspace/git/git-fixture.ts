import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ToolAnswer } from '../../../../plugins/workspace/contract/tool.js';
import { gitHistory } from '../../../../plugins/workspace/tools/git-history.js';
import { contextFor, makeFixture, run, type Fixture } from '../workspace-fixture.js';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly body: string;
  readonly author: string;
  readonly files_changed: number;
  readonly insertions: number;
  readonly parents: readonly string[];
  readonly [more: string]: unknown;
}

export interface GitFixture extends Fixture {
  /** Where traps leave their mark. */
  readonly marker: string;
  git(...args: readonly string[]): string;
  /** Runs git in a folder beside the workspace. */
  gitAt(folder: string, ...args: readonly string[]): string;
  commit(message: string, files?: Readonly<Record<string, string | Buffer>>): string;
  history(args?: Arguments): Promise<ToolAnswer>;
}

const environment = (marker: string) => ({
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  MARKER: marker
});

/** A workspace that `git init` made a repository of, unless told not to. */
export function makeRepository(init = true): GitFixture {
  const fixture = makeFixture();
  const marker = join(fixture.base, 'marker');
  let second = 1_700_000_000;
  const gitAt = (folder: string, ...args: readonly string[]): string => {
    const date = `${(second += 60)} +0000`;
    const env = { ...environment(marker), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const cwd = join(fixture.base, folder);
    return execFileSync('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' }).trim();
  };
  const git = (...args: readonly string[]): string => gitAt('ws', ...args);
  if (init) git('init', '-q', '-b', 'main');
  return {
    ...fixture,
    marker,
    git,
    gitAt,
    commit(message, files = {}) {
      for (const [path, content] of Object.entries(files)) fixture.write(path, content);
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    history: async (args = {}) => run(gitHistory, args, await contextFor(fixture.root))
  };
}

/** Another repository beside the workspace, with a commit that must never be served. */
export function makeStranger(fixture: GitFixture, folder = 'other'): string {
  const path = join(fixture.base, folder);
  mkdirSync(path, { recursive: true });
  fixture.gitAt(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(path, 'stranger.txt'), 'STRANGER');
  fixture.gitAt(folder, 'add', '-A');
  fixture.gitAt(folder, 'commit', '-q', '-m', 'STRANGER');
  return path;
}

export const commits = (answer: ToolAnswer): readonly Commit[] => answer.structured['commits'] as readonly Commit[];
export const subjects = (answer: ToolAnswer): readonly string[] => commits(answer).map(({ subject }) => subject);
export const files = (answer: ToolAnswer) => answer.structured['files'] as readonly Readonly<Record<string, unknown>>[];
export const sprung = (fixture: GitFixture): boolean => existsSync(fixture.marker);

/** A program that only leaves the marker. */
export function trap(fixture: GitFixture): string {
  const path = join(fixture.base, 'trap.sh');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho "$0 $*" >> '${fixture.marker}'\ncat\n`, { mode: 0o755 });
  return path;
}
