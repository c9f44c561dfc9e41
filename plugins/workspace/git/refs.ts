import { Denied } from '../sandbox/denied.js';
import { shown } from '../sandbox/paths.js';
import { readGit } from './git.js';
import type { CallTime } from '../time/deadline.js';
import type { Repository } from './repository.js';

const MAX_CHARACTERS = 250;
/** A hash, a name of git's own kind, or `@` for HEAD; then steps to ancestors. No ranges, no reflog, no `:path`, no search. */
const NAME = /^(?:@|[\p{L}\p{N}_][\p{L}\p{N}_.+#%=!,/-]*)$/u;
const STEPS = /(?:[~^]\d{0,6}){0,20}$/;
const PART_REFUSED = /\.\.|\/\/|\/\.|\.lock(?:\/|$)|[./]$/;

const unknown = (ref: string): Denied =>
  new Denied(
    'unknown_revision',
    `no commit '${shown(ref)}'; give a branch, a tag, a hash, or one of these with ~N or ^N`
  );

/** Whether a caller's text can only be a revision, whatever the repository holds. */
export function isRevision(ref: string): boolean {
  if (ref.length > MAX_CHARACTERS) return false;
  const name = ref.replace(STEPS, '');
  return NAME.test(name) && !PART_REFUSED.test(name);
}

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
export const isHash = (text: unknown): text is string => typeof text === 'string' && HASH.test(text);

/**
 * The full hash of the commit that `ref` names; undefined where nothing was named and the repository has no commit yet, or the
 * time was over. Throws `Denied` unknown_revision, and not_a_repository where git takes the folder for none.
 */
export async function resolveCommit(
  repository: Repository,
  ref: string | undefined,
  time: CallTime
): Promise<{ readonly hash: string | undefined; readonly timedOut: boolean }> {
  if (ref !== undefined && !isRevision(ref)) throw unknown(ref);
  const wanted = `${ref ?? 'HEAD'}^{commit}`;
  const parse = ['rev-parse', '--verify', '--quiet', '--end-of-options', wanted] as const;
  const { code, timedOut, text } = await readGit(repository, parse, time);
  const hash = text.trim().split('\n').at(-1);
  if (code === 0 && isHash(hash)) return { hash, timedOut };
  if (timedOut) return { hash: undefined, timedOut };
  const probe = await readGit(repository, ['rev-parse', '--is-bare-repository'], time);
  if (probe.code !== 0 && !probe.timedOut)
    throw new Denied('not_a_repository', 'git cannot read the repository of the workspace');
  if (ref !== undefined) throw unknown(ref);
  return { hash: undefined, timedOut: probe.timedOut };
}
