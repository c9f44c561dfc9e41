import { Buffer } from 'node:buffer';
import { Denied } from './denied.js';

const MAX_PATH_BYTES = 4096;
const SHOWN_CHARACTERS = 200;
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;

/** The one denial for everything beyond the workspace: it names nothing, so that it tells nothing. */
export const outside = (): Denied =>
  new Denied('outside_workspace', 'the path leaves the workspace; give a path relative to its top folder');

/** Whether an absolute, resolved path is the workspace or below it. A sibling that shares the prefix is not. */
export const isInside = (root: string, absolute: string): boolean =>
  absolute === root || absolute.startsWith(`${root}/`);

/** A relative path as an error message may show it. */
export const shown = (path: string): string => {
  const text = path === '' ? '.' : path;
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
};

export const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

export interface RequestedPath {
  /** As asked for, without empty and `.` segments; `..` is still there, because a link before it gives it another meaning. */
  readonly raw: string;
  /** With `..` taken lexically. The empty text is the top folder. */
  readonly normal: string;
}

/**
 * The lexical half of the check: what a caller's path says, relative to the workspace.
 * Throws `Denied` outside_workspace as soon as the path climbs above the top, even where it would come back in, and
 * invalid_argument for NUL and for paths longer than the system takes.
 */
export function requestedPath(root: string, input: string): RequestedPath {
  let path = input;
  if (path.startsWith('/')) {
    if (!isInside(root, path)) throw outside();
    path = path.slice(root.length);
  }
  const raw = path.split('/').filter(segment => segment !== '' && segment !== '.');
  const normal: string[] = [];
  for (const segment of raw) {
    if (segment !== '..') normal.push(segment);
    else if (normal.pop() === undefined) throw outside();
  }
  if (path.includes('\0')) throw new Denied('invalid_argument', 'a path cannot contain a NUL character');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    throw new Denied('invalid_argument', `a path cannot be longer than ${MAX_PATH_BYTES} bytes`);
  return { raw: raw.join('/'), normal: normal.join('/') };
}

function decodeOnce(text: string): string {
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return bytes.replace(/\u00c0\u00ae/g, '.').replace(/\u00c0\u00af/g, '/');
}

function climbs(path: string): boolean {
  const unified = path.normalize('NFKC').replaceAll('\\', '/');
  if (unified.startsWith('/')) return true;
  let depth = 0;
  for (const segment of unified.split('/')) {
    const bare = segment.replace(INVISIBLE, '');
    if (bare === '' || bare === '.') continue;
    depth += /^\.{2,}$/.test(bare) ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/**
 * Whether a path that names nothing here is an escape in another notation (backslashes, percent or overlong encoding,
 * full-width dots, drive letters, URLs, `~`). Asked only after the literal name was not found: odd names that exist are legal.
 */
export function isDisguisedEscape(input: string): boolean {
  if (/^(?:~[\w.-]*(?:\/|$)|[a-z]:|[a-z][a-z0-9+.-]{1,15}:\/)/i.test(input)) return true;
  let text = input.slice(0, MAX_PATH_BYTES);
  for (let round = 0; round < 3; round++) {
    if (climbs(text)) return true;
    text = decodeOnce(text);
  }
  return climbs(text);
}

/** Orders paths as a walk meets them: a folder before what it holds, names by code unit. */
export function comparePaths(left: string, right: string): number {
  const one = left.split('/');
  const other = right.split('/');
  for (let index = 0; index < one.length && index < other.length; index++) {
    const a = one[index]!;
    const b = other[index]!;
    if (a !== b) return a < b ? -1 : 1;
  }
  return one.length - other.length;
}
