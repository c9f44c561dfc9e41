import { Denied } from './denied.js';
import { isDisguisedEscape, outside } from './paths.js';
import { matchName, matchSegments, parsePattern, type Segment } from './wildcards.js';

const MAX_PATTERN_CHARACTERS = 1000;
const MAX_ALTERNATIVES = 64;
const MAX_NESTING = 4;
const ESCAPED = /\\([*?[\]{}!,\\])/g;
const EXTENDED = /[@+!?*]\([^()]*\)/;

/** Finds the first `{…}` that holds a comma, with its parts; undefined where there is none. */
function firstBrace(pattern: string): { start: number; end: number; parts: string[] } | undefined {
  const open: { at: number; cuts: number[] }[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') {
      open.push({ at, cuts: [] });
      if (open.length > MAX_NESTING) throw new Denied('unsafe_pattern', `braces nest at most ${MAX_NESTING} deep`);
    } else if (character === ',') open.at(-1)?.cuts.push(at);
    else if (character === '}') {
      const brace = open.pop();
      if (brace === undefined || brace.cuts.length === 0) continue;
      const edges = [brace.at, ...brace.cuts, at];
      const parts = edges.slice(1).map((edge, index) => pattern.slice(edges[index]! + 1, edge));
      return { start: brace.at, end: at + 1, parts };
    }
  }
  return undefined;
}

/** Innermost braces first, so that the number of alternatives is known before it is large. */
function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const brace = firstBrace(next);
    if (brace === undefined) done.push(next);
    else {
      for (const part of brace.parts) waiting.push(next.slice(0, brace.start) + part + next.slice(brace.end));
    }
    if (done.length + waiting.length > MAX_ALTERNATIVES)
      throw new Denied('unsafe_pattern', `the braces stand for more than ${MAX_ALTERNATIVES} patterns`);
  }
  return [...new Set(done)];
}

export interface Glob {
  /** `path` is relative to the folder the pattern is for. */
  matches(path: string): boolean;
  /** The pattern ends in `/`: it is about folders. */
  readonly folders: boolean;
  /** The pattern itself names something hidden. */
  readonly hidden: boolean;
}

/** A name pattern holds at any depth, a pattern with a slash from the folder down. */
function compileOne(pattern: string): (path: string, name: string) => boolean {
  const anchored = pattern.includes('/');
  const segments = parsePattern(pattern);
  if (segments === undefined)
    throw new Denied('invalid_pattern', "the glob has a '[' without ']' or ends in a backslash; put a '\\' before it");
  if (anchored) return path => matchSegments(segments, path.split('/'));
  const only: Segment = segments[0]!;
  return only === 'globstar' ? () => true : (_, name) => matchName(only, name);
}

/**
 * `*`, `?`, `[…]` within a name, `**` across folders, `{a,b}`. A pattern without a slash matches names at any depth.
 * Throws `Denied`: unsafe_pattern for bombs and extended globs, invalid_pattern, outside_workspace for `..` and `/…`.
 */
export function compileGlob(source: string): Glob {
  if (source.length > MAX_PATTERN_CHARACTERS)
    throw new Denied('unsafe_pattern', `a glob has at most ${MAX_PATTERN_CHARACTERS} characters`);
  if (EXTENDED.test(source))
    throw new Denied('unsafe_pattern', "extended globs such as '!(a)' and '+(a)' are not taken; use exclude or {a,b}");
  const folders = source.endsWith('/');
  const patterns = expandBraces(source.replace(/^(?:\.\/)+/, '').replace(/\/+$/, ''));
  if (patterns.some(pattern => isDisguisedEscape(pattern.replace(ESCAPED, '$1')))) throw outside();
  if (source === '' || patterns.includes('')) throw new Denied('invalid_pattern', 'the glob is empty');
  const tests = patterns.map(compileOne);
  return {
    folders,
    hidden: patterns.some(pattern => /(?:^|\/)\.[^/]/.test(pattern)),
    matches(path) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return tests.some(test => test(path, name));
    }
  };
}

/** Whether a path of a depth-first walk is excluded, itself or by a folder above it. */
export class Exclusion {
  readonly #globs: readonly Glob[];
  #folder = '';

  constructor(patterns: readonly string[]) {
    this.#globs = patterns.map(compileGlob);
  }

  covers(path: string, isDirectory: boolean): boolean {
    if (this.#globs.length === 0) return false;
    if (this.holds(path)) return true;
    const hit = this.#globs.some(glob => (isDirectory || !glob.folders) && glob.matches(path));
    if (hit && isDirectory) this.#folder = `${path}/`;
    return hit;
  }

  /** Whether a path is the folder that was excluded last, or lies in it. */
  holds(path: string): boolean {
    return this.#folder !== '' && `${path}/`.startsWith(this.#folder);
  }
}

/** Arguments that take one pattern or several. */
export const patternList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;
