import { spawn } from 'node:child_process';
import { Denied } from '../sandbox/denied.js';
import { stopAt, type CallTime } from '../time/deadline.js';
import { GLOBAL_ARGUMENTS, gitEnvironment, gitProgram } from './hardening.js';
import type { Repository } from './repository.js';

/** One of the commands that were found to run nothing whatever the configuration says, with its arguments. */
export type GitCommand = readonly ['log' | 'show' | 'rev-parse' | 'cat-file', ...string[]];

export interface GitEnd {
  /** Exit code; null where git was stopped. */
  readonly code: number | null;
  readonly timedOut: boolean;
}

/**
 * Runs git without a shell and hands its output to `consume`, which ends it by answering false. Ends at the deadline as well;
 * throws the signal's reason when the call is cancelled, `Denied` unreadable where git is not installed. What git says on
 * stderr quotes files and host paths, so nobody reads it.
 */
export async function streamGit(
  repository: Repository,
  command: GitCommand,
  time: CallTime,
  consume: (chunk: Buffer) => boolean
): Promise<GitEnd> {
  const { deadline, signal } = time;
  signal.throwIfAborted();
  if (deadline.expired) return { code: null, timedOut: true };
  const program = gitProgram(repository.root);
  if (program === undefined)
    throw new Denied('unreadable', 'git is not installed where the server runs; the history cannot be read');
  const child = spawn(program, [...GLOBAL_ARGUMENTS, ...command], {
    cwd: repository.gitDir,
    env: gitEnvironment(repository),
    stdio: ['ignore', 'pipe', 'ignore']
  });
  let timedOut = false;
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    child.kill('SIGKILL');
    child.stdout.destroy();
  };
  const letGo = stopAt(time, late => {
    timedOut = late;
    stop();
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', () => reject(new Denied('unreadable', 'git could not be started')));
      child.once('close', resolve);
      child.stdout.on('error', () => undefined);
      child.stdout.on('data', (chunk: Buffer) => {
        if (!stopped && !consume(chunk)) stop();
      });
    });
    signal.throwIfAborted();
    return { code: stopped ? null : code, timedOut };
  } finally {
    letGo();
  }
}

/** The output of a command that prints little; `text` is cut at `most` bytes. */
export async function readGit(
  repository: Repository,
  command: GitCommand,
  time: CallTime,
  most = 4096
): Promise<GitEnd & { readonly text: string }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = await streamGit(repository, command, time, chunk => {
    chunks.push(chunk);
    bytes += chunk.length;
    return bytes < most;
  });
  return { ...end, text: Buffer.concat(chunks).subarray(0, most).toString('utf8') };
}
