import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats
} from 'node:fs';
import { dirname } from 'node:path';
import { Denied } from './denied.js';
import { asWritten } from '../redaction/visible.js';
import { leadsOutside } from './links.js';
import { isDisguisedEscape, isInside, outside, requestedPath, shown } from './paths.js';

/** Follows no link in the last place and waits for nobody. */
export const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
export const FOLDER_FLAGS = OPEN_FLAGS | constants.O_DIRECTORY;

const flagsFor = (kind: 'file' | 'directory'): number => (kind === 'directory' ? FOLDER_FLAGS : OPEN_FLAGS);

/** Where the system says of a descriptor what it points to. */
export const HAS_PROC = (() => {
  try {
    readdirSync('/proc/self/fd');
    return true;
  } catch {
    return false;
  }
})();

export interface Descriptor {
  readonly fd: number;
  /** Where the descriptor really points, relative to the workspace. */
  readonly path: string;
  readonly stats: Stats;
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

function denialOf(error: unknown, path: string): Denied {
  switch (codeOf(error)) {
    case 'ELOOP':
      return outside();
    case 'ENOTDIR':
    case 'ENOENT':
    case 'ENAMETOOLONG':
      return new Denied('not_found', `'${shown(path)}' does not exist`, { path });
    case 'ENXIO':
    case 'ENODEV':
      return new Denied('not_a_file', `'${shown(path)}' is not a regular file`);
    default:
      return new Denied('unreadable', `'${shown(path)}' cannot be read`);
  }
}

function resolve(root: string, path: string, input: string): string {
  let real: string;
  try {
    real = realpathSync.native(path === '' ? root : `${root}/${path}`);
  } catch (error) {
    if (leadsOutside(root, path) || (codeOf(error) === 'ENOENT' && isDisguisedEscape(input))) throw outside();
    if (codeOf(error) === 'ELOOP') throw new Denied('not_found', `'${shown(path)}' is a link that leads in a circle`);
    throw denialOf(error, path);
  }
  if (!isInside(root, real)) throw outside();
  return real;
}

/** A name with hidden characters is shown with those spelled out, and is taken back that way where it is not a name itself. */
function literalPath(root: string, input: string): string {
  const written = asWritten(input);
  if (written === input) return input;
  const { raw } = requestedPath(root, input);
  return lstatSync(`${root}/${raw}`, { throwIfNoEntry: false }) === undefined ? written : input;
}

/**
 * The clean relative path of what a caller names. `link/..` is the parent of the link's target to the system and the folder
 * of the link to a reader: refused where the two differ, outside_workspace where the first leaves the workspace on its way.
 */
export function cleanPath(root: string, input: string): string {
  const { raw, normal } = requestedPath(root, literalPath(root, input));
  if (raw !== normal) {
    if (leadsOutside(root, raw)) throw outside();
    if (resolve(root, raw, input) !== resolve(root, normal, input))
      throw new Denied('invalid_argument', `'${shown(raw)}' has '..' behind a link; name the folder itself`);
  }
  return normal;
}

/** Where the system has no /proc: no folder on the way is a link, and the name still is the opened file. */
export function sameAlongTheWay(root: string, real: string, stats: Stats): boolean {
  for (let folder = dirname(real); isInside(root, folder); folder = dirname(folder)) {
    if (!lstatSync(folder).isDirectory()) return false;
  }
  const named = lstatSync(real);
  return named.dev === stats.dev && named.ino === stats.ino;
}

function whereItPoints(root: string, fd: number, real: string, known?: Stats): string {
  try {
    const target = readlinkSync(`/proc/self/fd/${fd}`);
    if (!isInside(root, target)) throw outside();
    return target.endsWith(' (deleted)') && (known ?? fstatSync(fd)).nlink === 0 ? real : target;
  } catch (error) {
    if (error instanceof Denied) throw error;
  }
  if (!sameAlongTheWay(root, real, known ?? fstatSync(fd))) throw outside();
  return real;
}

/**
 * Opens what a caller names and proves, on the descriptor, that it lies in the workspace. Never blocks: FIFOs are opened
 * without waiting for a writer. Closing is the caller's. Throws `Denied`.
 */
export function openDescriptor(root: string, input: string, kind: 'file' | 'directory'): Descriptor {
  const path = cleanPath(root, input);
  const real = resolve(root, path, input);
  let fd: number;
  try {
    fd = openSync(real, flagsFor(kind));
  } catch (error) {
    if (kind === 'directory' && codeOf(error) === 'ENOTDIR')
      throw new Denied('not_a_directory', `'${shown(path)}' is not a folder`);
    throw denialOf(error, path);
  }
  try {
    const stats = fstatSync(fd);
    const found = whereItPoints(root, fd, real, stats).slice(root.length + 1);
    if (kind === 'file' && !stats.isFile())
      throw new Denied('not_a_file', `'${shown(path)}' is ${stats.isDirectory() ? 'a folder' : 'not a regular file'}`);
    return { fd, path: found, stats };
  } catch (error) {
    closeSync(fd);
    throw error instanceof Denied ? error : denialOf(error, path);
  }
}

/**
 * Opens what a walk named under that path, without going through it first: where the descriptor points is proved all the same.
 * `stats` are left to who needs them. What is not as the walk found it is opened the long way. Throws `Denied`.
 */
export function openWalked(
  root: string,
  path: string,
  kind: 'file' | 'directory'
): Omit<Descriptor, 'stats'> & { readonly stats: Stats | undefined } {
  const real = path === '' ? root : `${root}/${path}`;
  let fd: number;
  try {
    fd = openSync(real, flagsFor(kind));
  } catch {
    return openDescriptor(root, path, kind);
  }
  try {
    return { fd, path: whereItPoints(root, fd, real).slice(root.length + 1), stats: undefined };
  } catch (error) {
    closeSync(fd);
    throw error instanceof Denied ? error : denialOf(error, path);
  }
}
