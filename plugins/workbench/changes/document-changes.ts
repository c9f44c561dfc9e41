import type { ReadFile } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { contentChanges, type Change } from './content-changes.js';

/** A file that one side has and the other has not, or has with another content. */
export interface DocumentChange {
  readonly kind: string;
  readonly name: string;
  readonly file: string;
  readonly how: 'added' | 'removed' | 'changed' | 'moved';
  /** Differences of a changed document; comments and layout are none. */
  readonly changes: readonly Change[];
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** The documents that differ, by kind and name. */
export function documentChanges(
  before: readonly ReadFile[],
  after: readonly ReadFile[],
  kinds: readonly DocumentKind<unknown>[]
): readonly DocumentChange[] {
  const [was, is] = [before, after].map(files => new Map(files.map(file => [keyOf(file, kinds), file])));
  // A version whose days are moved goes by another name and is the same document.
  for (const [key, old] of was!) {
    const [now] = [...is!].find(([, { source }]) => source.file === old.source.file) ?? [];
    if (now === undefined || is!.has(key) || was!.has(now) || now.split('\0')[0] !== key.split('\0')[0]) continue;
    was!.delete(key);
    was!.set(now, old);
  }
  const keys = [...new Set([...was!.keys(), ...is!.keys()])].sort();
  return keys.flatMap((key): DocumentChange[] => {
    const [kind = '', name = ''] = key.split('\0');
    const [old, now] = [was!.get(key), is!.get(key)];
    const file = (now ?? old)!.source.file;
    if (old === undefined) return [{ kind, name, file, how: 'added', changes: [], after: now!.content }];
    if (now === undefined) return [{ kind, name, file, how: 'removed', changes: [], before: old.content }];
    const changes = contentChanges(old.content, now.content);
    const contents = { before: old.content, after: now.content };
    if (changes.length > 0) return [{ kind, name, file, how: 'changed', changes, ...contents }];
    return old.source.file === file ? [] : [{ kind, name, file, how: 'moved', changes: [], ...contents }];
  });
}

/** Kinds without names of their own go by their file. */
function keyOf({ source, content }: ReadFile, kinds: readonly DocumentKind<unknown>[]): string {
  const kind = kinds.find(({ id }) => id === content['kind']);
  return `${String(content['kind'])}\0${kind?.nameOf?.(content) ?? source.file}`;
}
