import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import { PACKAGE_ROOT } from '../../core/cli/main.js';

/** The folder that holds the shipped `policies/`, `intents/`, `tools.d/` and `seeds/`. */
export const SHIPPED_ROOT = PACKAGE_ROOT;

/** Folders of the shipped root that hold declarative files. */
export const FOLDERS = ['intents', 'policies', 'seeds', 'tools.d'];

/** A copy of the shipped files that a test may change; `remove` deletes it. */
export function copiedRoot(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'bylaw-root-'));
  // The shipped choices between readings count beside those of any root.
  const filter = (source: string) => !source.endsWith('policies/dialogue/choices');
  for (const folder of FOLDERS) cpSync(join(SHIPPED_ROOT, folder), join(root, folder), { recursive: true, filter });
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

/** Files of messages in conversations that are enough to tell the shipped acts apart where a test writes plainly. */
const FEW_TURNS: ReadonlySet<string> = new Set([
  'author-t7.yaml',
  'chats-n1.yaml',
  'chats-n2.yaml',
  'chats-n3.yaml',
  'chats-n4.yaml'
]);

/** Leaves out most of what intents are learned from, for tests that learn. */
export const withFewLessons = (root: string): void =>
  emptied(root, 'intents/examples', name => FEW_LESSONS.has(name) || name.startsWith('german'));

/**
 * Leaves out most of what dialogue acts are learned from, but for what the sentences of articles are learned from too: wishes,
 * and what is answered from records. So the sentences are not learned again.
 */
export function withFewTurns(root: string): void {
  const acts = join(root, 'policies/dialogue/acts');
  const recorded = readdirSync(acts, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml') && /^recorded: true$/m.test(readFileSync(join(acts, name), 'utf8')))
    .map(name => basename(name, '.yaml'));
  emptied(root, 'policies/dialogue/acts/examples', name => FEW_TURNS.has(name), ['new_wish', ...recorded]);
}

/** The files stay, so that they are counted as they are shipped, and what they say of these labels. */
function emptied(root: string, folder: string, kept: (name: string) => boolean, labels: readonly string[] = []): void {
  for (const name of readdirSync(join(root, folder))) {
    if (kept(name)) continue;
    const file = join(root, folder, name);
    const text = readFileSync(file, 'utf8');
    const all = (load(text) as { readonly examples: Readonly<Record<string, unknown>> }).examples;
    const examples = Object.fromEntries(Object.entries(all).filter(([label]) => labels.includes(label)));
    writeFileSync(file, `${text.slice(0, text.indexOf('\nexamples:'))}\nexamples: ${JSON.stringify(examples)}\n`);
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
