import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { filesDigest } from '../documents/snapshot.js';
import type { Loaded } from '../index.js';
import { once } from '../packages.js';

/** Files that something is learned from. */
export type LessonFiles = readonly Pick<Loaded<unknown>, 'source'>[];

/** Lies with the snapshot, which every build makes anew: other code may gather other examples from the same files. */
const FILE = new URL('../../snapshot/keys.json', import.meta.url);

const built = once(() =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, string>>) : {}
);
const found = new Map<string, string>();

/**
 * The key of what is learned from files. Gathering their examples to find it takes a service longer than anything else that
 * it does with them: of the files of the build, or of a moment ago, it is known.
 * @param find undefined where nothing can be learned from these files
 */
export function keyOf(name: string, files: LessonFiles, find: () => string | undefined): string | undefined {
  const lessons = `${name} ${filesDigest(files)}`;
  const known = found.get(lessons) ?? (Object.hasOwn(built(), lessons) ? built()[lessons] : undefined);
  const key = known ?? find();
  if (key !== undefined) found.set(lessons, key);
  return key;
}

/** Writes down the keys that this process found, at the end of a build. */
export const writeKeys = (): void =>
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(found), undefined, 2)}\n`);
