import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Loaded } from './kind.js';

/** Written beside the compiled code by the build, after it has checked every file. */
export const PROVEN_FILE = new URL('../../proven.json', import.meta.url);

type Digests = Readonly<Record<string, string>>;
type Sourced = Pick<Loaded<unknown>, 'source'>;

let known: Digests | undefined;
let noted: Map<string, string> | undefined;

/**
 * True for a set of files that the build of this code has checked as a whole, so that a service need not do it again at
 * every start. Files that differ from those in one byte are checked whenever they are loaded.
 */
export function isProven(name: string, files: readonly Sourced[]): boolean {
  const digest = digestOf(files);
  if (noted === undefined) return (known ??= read())[name] === digest;
  noted.set(name, digest);
  return false;
}

/** From now on nothing counts as proven, and what is asked about is noted in the map that is returned. */
export const noteProven = (): ReadonlyMap<string, string> => (noted = new Map());

/** 16 hex digits over the names and contents of `files`. */
function digestOf(files: readonly Sourced[]): string {
  const hash = createHash('sha256');
  for (const { source } of files) hash.update(`${source.file}\0${source.revision}\n`);
  return hash.digest('hex').slice(0, 16);
}

function read(): Digests {
  try {
    return JSON.parse(readFileSync(PROVEN_FILE, 'utf8')) as Digests;
  } catch {
    return {};
  }
}
