import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
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

/** Files of examples that are enough to tell the intents apart: what all of them teach would take seconds each time. */
export const FEW_LESSONS: ReadonlySet<string> = new Set([
  'kinds.yaml',
  'details.yaml',
  'fragments.yaml',
  'languages.yaml',
  'messages.yaml'
]);

/** Leaves out most of what intents are learned from, for tests that learn. */
export const withFewLessons = (root: string): void =>
  emptied(root, 'intents/examples', name => FEW_LESSONS.has(name) || name.startsWith('german'));

/**
 * Leaves out most of what dialogue acts are learned from, but for the wishes: what the sentences of articles are learned
 * from stays as it is shipped, and is not learned again.
 */
export const withFewTurns = (root: string): void =>
  emptied(root, 'policies/dialogue/acts/examples', name => !name.startsWith('author-t'), 'new_wish');

/** The files stay, so that they are counted as they are shipped, and what they say of one label. */
function emptied(root: string, folder: string, kept: (name: string) => boolean, label = ''): void {
  for (const name of readdirSync(join(root, folder))) {
    const file = join(root, folder, name);
    const text = readFileSync(file, 'utf8');
    if (kept(name)) continue;
    const { [label]: own } = (load(text) as { readonly examples: Readonly<Record<string, unknown>> }).examples;
    const examples = JSON.stringify({ [label]: own });
    writeFileSync(file, `${text.slice(0, text.indexOf('\nexamples:'))}\nexamples: ${examples}\n`);
  }
}

/** Changes one file of a copied root; throws when the change leaves it as it was. */
export function editFile(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not changed`);
  writeFileSync(path, after);
}
