import { readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Sandbox } from '../sandbox/contract.js';
import { Denied } from '../sandbox/denied.js';
import { TimeSlice } from '../time/time-slice.js';
import { isInside } from '../sandbox/paths.js';

const MAX_POINTER_BYTES = 16 * 1024;
const MAX_DEPTH = 12;
/** Parts of a git folder that the commands in use never open. */
const UNREAD = new Set(['hooks', 'modules', 'worktrees', 'logs', 'lfs', 'rr-cache', 'branches', 'index']);

/** What belongs to git where the workspace's own files lie beside it, as in a bare repository. */
const GIT_NAMES = new Set([
  'HEAD',
  'objects',
  'refs',
  'packed-refs',
  'config',
  'config.worktree',
  'info',
  'shallow',
  'reftable',
  'commondir'
]);

/** Absolute, resolved folders, all inside the workspace; for the child process only. */
export interface Repository {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly objectDir: string;
}

const none = (): Denied => new Denied('not_a_repository', 'the workspace is not a git repository of its own');

function realFolder(root: string, path: string): string {
  let real: string;
  try {
    real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) throw none();
  } catch {
    throw none();
  }
  if (!isInside(root, real)) throw none();
  return real;
}

/** The text of a small file that says where something is; undefined where there is none. Read by the sandbox's own rules. */
async function pointer(sandbox: Sandbox, absolute: string): Promise<string | undefined> {
  try {
    const file = await sandbox.open(relative(sandbox.root, absolute));
    try {
      if (file.size > MAX_POINTER_BYTES) throw none();
      return file.read(0, file.size).toString('utf8');
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof Denied && error.reason === 'not_found') return undefined;
    throw none();
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

async function gitFolder(sandbox: Sandbox): Promise<string> {
  const { root } = sandbox;
  const named = join(root, '.git');
  if (statSync(named, { throwIfNoEntry: false })?.isFile()) {
    const target = /^gitdir: (.+?)\s*$/.exec((await pointer(sandbox, named)) ?? '')?.[1];
    if (target === undefined) throw none();
    return realFolder(root, resolve(root, target));
  }
  const bare = !exists(named) && ['HEAD', 'objects', 'refs'].every(name => exists(join(root, name)));
  return realFolder(root, bare ? root : named);
}

/** A link must stay inside, also one that leads nowhere yet; a pipe or a device would hold git up for ever. */
function checkEntry(root: string, folder: string, entry: Dirent): string | undefined {
  const path = join(folder, entry.name);
  if (entry.isFIFO() || entry.isBlockDevice() || entry.isCharacterDevice()) throw none();
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? path : undefined;
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch {
    if (isInside(root, resolve(dirname(path), readlinkSync(path)))) return undefined;
    throw none();
  }
  const stats = statSync(real);
  if (!isInside(root, real) || !(stats.isFile() || stats.isDirectory())) throw none();
  return stats.isDirectory() ? real : undefined;
}

async function checkTree(root: string, top: string, slice: TimeSlice, unread: ReadonlySet<string>): Promise<void> {
  const queue = [{ folder: top, depth: 0 }];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.depth > MAX_DEPTH) throw none();
    if (slice.due()) await slice.take();
    for (const entry of readdirSync(next.folder, { withFileTypes: true })) {
      if (next.depth === 0 && unread.has(entry.name)) continue;
      const folder = checkEntry(root, next.folder, entry);
      if (folder !== undefined) queue.push({ folder, depth: next.depth + 1 });
    }
  }
}

/** Objects that are borrowed must be the workspace's own as well, and what those borrow. */
async function checkAlternates(sandbox: Sandbox, objectDir: string, slice: TimeSlice, depth = 0): Promise<void> {
  if (depth > MAX_DEPTH) throw none();
  const text = await pointer(sandbox, join(objectDir, 'info/alternates'));
  for (const line of (text ?? '').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('"')) throw none();
    const borrowed = realFolder(sandbox.root, resolve(objectDir, line));
    await checkTree(sandbox.root, borrowed, slice, new Set());
    await checkAlternates(sandbox, borrowed, slice, depth + 1);
  }
}

/**
 * The repository whose top folder is the workspace: a `.git` folder, a `.git` file or link that stays inside, or a bare one.
 * Nothing is looked for above. Throws `Denied` not_a_repository, also where any part that git would read lies outside.
 */
export async function findRepository(sandbox: Sandbox, signal: AbortSignal): Promise<Repository> {
  const { root } = sandbox;
  const slice = new TimeSlice(signal);
  const gitDir = await gitFolder(sandbox);
  const common = (await pointer(sandbox, join(gitDir, 'commondir')))?.replace(/\r?\n$/, '');
  const commonDir = common === undefined ? gitDir : realFolder(root, resolve(gitDir, common));
  const objectDir = realFolder(root, join(commonDir, 'objects'));
  const bareOthers = gitDir === root ? readdirSync(root).filter(name => !GIT_NAMES.has(name)) : [];
  const unread = new Set([...UNREAD, ...bareOthers]);
  for (const folder of new Set([gitDir, commonDir])) await checkTree(root, folder, slice, unread);
  await checkAlternates(sandbox, objectDir, slice);
  return { root, gitDir, commonDir, objectDir };
}
