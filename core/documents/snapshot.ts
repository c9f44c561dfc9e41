import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { once } from '../packages.js';
import { type Assembly, filesBehind } from './assembly.js';
import type { DocumentKind, Loaded } from './kind.js';
import type { DocumentSet } from './set.js';

/**
 * What the build knows of the files that it was made with: which kinds of file were sound, all of one kind together, and what
 * each file says. It lies beside the compiled code and counts only for files that have not changed by one byte. The loader
 * alone asks it: files of a sound kind are not checked again and are compiled when they are first used.
 */
export interface Snapshot {
  /**
   * Whether these files, all those of a kind or all that an assembly comes from, are those that the build found sound.
   * @param checked the name by which `writeSnapshot` was told of the check
   * @param checker the kind or the assembly that would check them
   */
  isSound(checked: string, files: readonly Sourced[], checker?: object): boolean;
}

type Sourced = Pick<Loaded<unknown>, 'source'>;
type Content = Readonly<Record<string, unknown>>;
type Parsed = { readonly digest: string; readonly content: Content };

const FOLDER = new URL('../../snapshot/', import.meta.url);
const SOUND = new URL('sound.json', FOLDER);
const contentFile = (digest: string) => new URL(`${digest}.json`, FOLDER);

const sound = once(() =>
  existsSync(SOUND) ? (JSON.parse(readFileSync(SOUND, 'utf8')) as Readonly<Record<string, string>>) : {}
);

/** The snapshot of the build that this code comes from; empty where there is none. */
export const builtSnapshot: Snapshot = {
  isSound: (checked, files) => Object.hasOwn(sound(), checked) && sound()[checked] === filesDigest(files)
};

/** What the build knows, and besides that the files of a set in force are sound. */
export function snapshotWith(before: DocumentSet, { kinds, assemblies }: Checked): Snapshot {
  const held = new Map<string, string>();
  for (const kind of kinds) held.set(kindCheck(kind.id), filesDigest(before.of(kind)));
  for (const each of assemblies) held.set(assemblyCheck(each.id), filesDigest(filesBehind(each, before)));
  return {
    isSound: (checked, files) => builtSnapshot.isSound(checked, files) || held.get(checked) === filesDigest(files)
  };
}

interface Checked {
  readonly kinds: readonly DocumentKind<any>[];
  readonly assemblies: readonly Assembly<any>[];
}

/** By kind or assembly, the digests of files that passed a thorough check in this process. */
const passed = new WeakMap<object, Set<string>>();

/** For those who check everything: what this process has checked by the same means, to the same bytes, is not checked again. */
export const passedSnapshot: Snapshot = {
  isSound: (_checked, files, checker) => checker !== undefined && passed.get(checker)?.has(filesDigest(files)) === true
};

/** Notes that all files of a set passed a thorough check. */
export function notePassed(set: DocumentSet, { kinds, assemblies }: Checked): void {
  const note = (checker: object, files: readonly Sourced[]): void => {
    const digests = passed.get(checker) ?? new Set();
    passed.set(checker, digests.add(filesDigest(files)));
  };
  for (const kind of kinds) note(kind, set.of(kind));
  for (const each of assemblies) note(each, filesBehind(each, set));
}

/** What a text says whose bytes have this SHA-256, where the build has read it: YAML takes ten times as long to parse as JSON. */
export function contentAsBuilt(digest: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(contentFile(digest), 'utf8')) as Content;
  } catch {
    return undefined;
  }
}

/** Forgets the snapshot, before a build reads the files anew. */
export function clearSnapshot(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Names of what is checked: the files of a kind one by one, and what an assembly makes of them together. */
export const kindCheck = (id: string) => `kind ${id}`;
export const assemblyCheck = (id: string) => `assembly ${id}`;

/** Writes down what files say, and which checks held with which files; leaves out what JSON cannot say. */
export function writeSnapshot(files: Iterable<Parsed>, held: ReadonlyMap<string, readonly Sourced[]>): void {
  for (const { digest, content } of files) {
    const json = JSON.stringify(content);
    if (isDeepStrictEqual(JSON.parse(json), content)) writeFileSync(contentFile(digest), json);
  }
  const digests = [...held].map(([checked, those]) => [checked, filesDigest(those)]);
  writeFileSync(SOUND, `${JSON.stringify(Object.fromEntries(digests), undefined, 2)}\n`);
}

/** 16 hex digits over the names and contents of files. */
export function filesDigest(files: readonly Sourced[]): string {
  const hash = createHash('sha256');
  for (const { source } of files) hash.update(`${source.file}\0${source.revision}\n`);
  return hash.digest('hex').slice(0, 16);
}
