import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { Folders } from '../../../core/documents/index.js';
import { UsageError } from '../../../core/index.js';
import { modelFolder } from '../../../core/learn/index.js';

const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Writes the declarative files of a revision (`HEAD~1`, `main:`, `v1:policies-of/shop`) into a temporary folder.
 * A revision without a path means the folder that `root` is in its repository. Nothing in the repository is touched.
 * What was learned for `root` goes along: a revision that says the same is not learned again.
 */
export function checkOut(revision: string, { root, folders }: Folders): { readonly root: string; close(): void } {
  const tree = treeOf(revision, root);
  const entries = git(root, ['ls-tree', '--full-tree', '-r', '-z', tree, '--', ...folders])
    .toString('utf8')
    .split('\0')
    .map(line => /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(line))
    .filter(match => match !== null && /\.(ya?ml|jsonl?|md)$/i.test(match[2]!))
    .map(match => ({ id: match![1]!, path: match![2]! }));
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-revision-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const contents = blobs(root, [...new Set(entries.map(({ id }) => id))]);
    for (const { id, path } of entries) {
      const file = join(folder, path);
      // A tree object may hold any name.
      if (!file.startsWith(`${folder}${sep}`)) throw new UsageError(`${revision} holds a file outside its folder`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, contents.get(id)!);
    }
    const learned = modelFolder(root);
    if (existsSync(learned)) cpSync(learned, modelFolder(folder), { recursive: true });
    return { root: folder, close };
  } catch (error) {
    close();
    throw error;
  }
}

function treeOf(revision: string, root: string): string {
  const where = revision.endsWith(':') ? revision.slice(0, -1) : revision;
  try {
    const path = where.includes(':') ? '' : git(root, ['rev-parse', '--show-prefix']).toString('utf8').trim();
    const spec = where.includes(':') ? where : `${where}:${path}`;
    return git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${spec}`])
      .toString('utf8')
      .trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`'${revision}' is no folder, and git, which could read it as a revision, is not installed`);
    throw new UsageError(
      isShallow(root)
        ? `'${revision}' is not in this clone, which is shallow: git fetch --unshallow brings all (in a workflow, fetch-depth: 0)`
        : `'${revision}' is neither a folder nor a git revision that holds the files of ${root}; try a folder, HEAD~1 or main:`
    );
  }
}

function isShallow(root: string): boolean {
  try {
    return git(root, ['rev-parse', '--is-shallow-repository']).toString('utf8').trim() === 'true';
  } catch {
    return false;
  }
}

/** `git cat-file --batch` answers `<id> blob <size>`, the bytes and a line feed for each id. */
function blobs(root: string, ids: readonly string[]): ReadonlyMap<string, Buffer> {
  const answer = git(root, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const found = new Map<string, Buffer>();
  for (let at = 0; at < answer.length;) {
    const end = answer.indexOf('\n', at);
    const [id, , size] = answer.toString('utf8', at, end).split(' ');
    found.set(id!, answer.subarray(end + 1, end + 1 + Number(size)));
    at = end + 2 + Number(size);
  }
  return found;
}

function git(root: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', root, ...args], {
    input,
    maxBuffer: MOST_BYTES,
    stdio: ['pipe', 'pipe', 'ignore']
  });
}
