import type { ToolCallContext } from '../contract/tool.js';
import { BYTES_PER_UNIT, type Redacted } from '../redaction/redacted.js';
import { streamGit, type GitCommand } from './git.js';
import { NO_DRIVERS } from './hardening.js';
import { PatchLines } from './patch-lines.js';
import { MAX_LINE_CHARACTERS, PatchWindow } from './patch-window.js';
import type { Repository } from './repository.js';

export interface PatchPart {
  readonly text: Redacted;
  /** Lines given, for going on after them. */
  readonly lines: number;
  readonly more: boolean;
  readonly timedOut: boolean;
  readonly failed: boolean;
}

export interface PatchWish {
  readonly hash: string;
  /** Only what changed in these; empty for all. */
  readonly paths: readonly string[];
  /** Lines to leave out. */
  readonly skip: number;
  readonly most: number;
}

/** The change of one commit against its first parent as a patch: whole lines from `skip` on, about `most` bytes as JSON. */
export async function readPatch(
  repository: Repository,
  { hash, paths, skip, most }: PatchWish,
  context: ToolCallContext
): Promise<PatchPart> {
  const { redactor } = context;
  const window = new PatchWindow(most, redactor, paths.at(-1));
  let seen = 0;
  let enough = false;
  const lines = new PatchLines((MAX_LINE_CHARACTERS + redactor.overlap) * BYTES_PER_UNIT, text => {
    // Git puts an empty line before the first file where there is no message.
    if (seen === 0 && text === '') return true;
    if (seen++ < skip) window.pass(text);
    else enough = !window.take(text);
    return !enough;
  });
  const args: GitCommand = [
    'show',
    ...NO_DRIVERS,
    '--format=',
    '--patch',
    '--find-renames',
    '--diff-merges=first-parent',
    '--end-of-options',
    hash,
    '--',
    ...paths
  ];
  const { code, timedOut } = await streamGit(repository, args, context, chunk => lines.push(chunk));
  if (!enough && !timedOut) lines.end();
  const page = window.page();
  return {
    ...page,
    more: page.more || enough || timedOut,
    timedOut,
    failed: code !== 0 && !enough && !timedOut
  };
}
