import { nearest } from '../../../core/index.js';
import type { CallTime } from '../time/deadline.js';
import type { Sandbox } from './contract.js';
import { Denied } from './denied.js';
import { TimeSlice } from '../time/time-slice.js';

const MOST = 3;
/** Entries that are looked at; whoever misspelt a path does not wait for the whole tree. */
const MOST_NAMES = 5000;

/**
 * Paths that may be meant by one that does not exist: like it in the folder where it ends to exist, else of the same name
 * anywhere.
 */
export async function nearPaths(sandbox: Sandbox, path: string, time: CallTime): Promise<readonly string[]> {
  const segments = path.split('/');
  let folder = '';
  try {
    for (const [i, segment] of segments.entries()) {
      const names = namesIn(sandbox, folder, time);
      if (names.includes(segment)) {
        folder = joined(folder, segment);
        continue;
      }
      const found = likely(segment, names).map(name => joined(folder, name));
      const rest = segments.slice(i + 1);
      if (found.length > 0) return found.map(one => furthest(sandbox, one, rest, time));
      break;
    }
    return await ofThatName(sandbox, segments.at(-1)!, time);
  } catch (error) {
    if (error instanceof Denied) return [];
    throw error;
  }
}

const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

function namesIn(sandbox: Sandbox, path: string, time: CallTime): readonly string[] {
  const names: string[] = [];
  for (const entry of sandbox.walk({
    path,
    maxDepth: 1,
    includeHidden: true,
    respectGitignore: false,
    ...time
  })) {
    names.push(entry.path.slice(path === '' ? 0 : path.length + 1));
    if (names.length >= MOST_NAMES) break;
  }
  return names;
}

const stem = (name: string): string => name.replace(/(?<=.)\.[^.]*$/, '').toLowerCase();

/** Names that differ in a few letters, or in what follows the dot. */
function likely(wanted: string, names: readonly string[]): readonly string[] {
  const found = names.filter(name => stem(name) === stem(wanted)).slice(0, MOST);
  while (found.length < MOST) {
    const next = nearest(
      wanted,
      names.filter(name => !found.includes(name))
    );
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

/** The path with as much of the rest as is there. */
function furthest(sandbox: Sandbox, path: string, rest: readonly string[], time: CallTime): string {
  let found = path;
  try {
    for (const segment of rest) {
      if (!namesIn(sandbox, found, time).includes(segment)) break;
      found = joined(found, segment);
    }
  } catch (error) {
    if (!(error instanceof Denied)) throw error;
  }
  return found;
}

async function ofThatName(sandbox: Sandbox, name: string, time: CallTime): Promise<readonly string[]> {
  const found: string[] = [];
  const slice = new TimeSlice(time.signal);
  let seen = 0;
  for (const { path } of sandbox.walk({ includeHidden: true, ...time })) {
    if (slice.due()) await slice.take();
    if (path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name.toLowerCase()) found.push(path);
    if (found.length >= MOST || ++seen >= MOST_NAMES) break;
  }
  return found;
}
