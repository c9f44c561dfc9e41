import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { foldersOf, ROOT_FILE } from '../../../core/documents/index.js';
import { isObject, kindsOf, PACKAGE_ROOT, type Service, UsageError, VERSION } from '../../../core/index.js';
import { editorSchemas } from './editor-schemas.js';

export const SCHEMAS = 'docs/schemas/';

/** Of the contents of files, by path. */
export type Digests = ReadonlyMap<string, string>;

/** What `init` writes, by path: the files of this package that the services read, and the schemas for editors. */
export function shippedFiles(services: readonly Service[]): ReadonlyMap<string, Buffer> {
  const files = filesBelow(PACKAGE_ROOT, foldersOf(kindsOf(services)));
  for (const [kind, text] of editorSchemas(services)) files.set(`${SCHEMAS}${kind}.json`, Buffer.from(text));
  return files;
}

export function filesBelow(root: string, folders: readonly string[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const folder of folders.filter(each => existsSync(join(root, each))))
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile())
        files.set(
          path
            .slice(root.length + 1)
            .split(sep)
            .join('/'),
          readFileSync(path)
        );
    }
  return files;
}

/** Tells contents apart; the line ends that git may give a file on another system do not count. */
export const digestOf = (content: Buffer) =>
  createHash('sha256')
    .update(
      content.includes('\r\n') ? Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : content
    )
    .digest('hex')
    .slice(0, 16);

/** The digests of the files as they were shipped to this root; undefined where nothing says it. */
export function readShipped(root: string): Digests | undefined {
  const file = join(root, ROOT_FILE);
  if (!existsSync(file)) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    content = undefined;
  }
  const files = isObject(content) ? content['files'] : undefined;
  if (!isObject(files))
    throw new UsageError(`${file} is not as bylaw wrote it; take it back from your repository, or delete it`);
  return new Map(Object.entries(files).map(([path, digest]) => [path, String(digest)]));
}

/** Also makes the folder one in which commands need no `--root`. */
export function writeShipped(root: string, files: Digests): void {
  const sorted = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(root, ROOT_FILE), `${JSON.stringify({ bylaw: VERSION, files: sorted }, undefined, 2)}\n`);
}
