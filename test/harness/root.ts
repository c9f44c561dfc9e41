import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

/** The folder that holds the shipped `policies/`, `intents/`, `tools.d/` and `seeds/`. */
export const SHIPPED_ROOT = PACKAGE_ROOT;

/** Folders of the shipped root that hold declarative files. */
export const FOLDERS = ['intents', 'policies', 'seeds', 'tools.d'];

/** A copy of the shipped files that a test may change; `remove` deletes it. */
export function copiedRoot(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'bylaw-root-'));
  for (const folder of FOLDERS) cpSync(join(SHIPPED_ROOT, folder), join(root, folder), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

/** Leaves out what most is learned from, for tests that learn: what the authors wrote would take seconds each time. */
export function withoutAuthors(root: string): void {
  const folder = join(root, 'intents/examples');
  for (const name of readdirSync(folder)) if (name.startsWith('author-')) rmSync(join(folder, name));
}

/** Changes one file of a copied root; throws when the change leaves it as it was. */
export function editFile(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not changed`);
  writeFileSync(path, after);
}
