import { readClass } from './wildcard-class.js';

/**
 * Wildcards of one path segment and of whole paths, as git's wildmatch reads them. Both matchers go back to the last star
 * only, so that no pattern costs more than (length of pattern) x (length of name): there is nothing to blow up.
 */
export type Token =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly accepts: (character: string) => boolean };

/** One segment: a list of tokens, or `**`, which stands for any number of segments. */
export type Segment = readonly Token[] | 'globstar';

/** Splits a pattern into segments of tokens; undefined where a bracket stays open or a backslash ends it. */
export function parsePattern(pattern: string): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let start = 0;
  const finish = (end: number): void => {
    segments.push(pattern.slice(start, end) === '**' ? 'globstar' : tokens);
    tokens = [];
    start = end + 1;
  };
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]!;
    if (character === '/') {
      finish(at++);
    } else if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
      at++;
    } else if (character === '?') {
      tokens.push({ kind: 'any' });
      at++;
    } else if (character === '[') {
      const read = readClass(pattern, at + 1);
      if (read === undefined) return undefined;
      tokens.push(read.token);
      at = read.end;
    } else {
      const text = character === '\\' ? pattern[++at] : character;
      if (text === undefined) return undefined;
      tokens.push({ kind: 'character', text });
      at++;
    }
  }
  finish(pattern.length);
  return segments;
}

function accepts(token: Token, character: string): boolean {
  if (token.kind === 'character') return token.text === character;
  if (token.kind === 'class') return token.accepts(character) !== token.negated;
  return true;
}

/** Matches a sequence against items of which some stand for any run; going back to the last of those is enough. */
function matchSequence<P, T>(
  pattern: readonly P[],
  items: ArrayLike<T>,
  isRun: (item: P) => boolean,
  fits: (item: P, value: T) => boolean
): boolean {
  let p = 0;
  let t = 0;
  let runAt = -1;
  let resumeAt = 0;
  while (t < items.length) {
    if (p < pattern.length && isRun(pattern[p]!)) {
      runAt = p++;
      resumeAt = t;
    } else if (p < pattern.length && fits(pattern[p]!, items[t]!)) {
      p++;
      t++;
    } else if (runAt >= 0) {
      p = runAt + 1;
      t = ++resumeAt;
    } else return false;
  }
  while (p < pattern.length && isRun(pattern[p]!)) p++;
  return p === pattern.length;
}

const isStar = (token: Token): boolean => token.kind === 'star';
const isGlobstar = (segment: Segment): boolean => segment === 'globstar';

/** Whether a name fits the tokens of one segment. */
export const matchName = (tokens: readonly Token[], name: string): boolean =>
  matchSequence(tokens, name as ArrayLike<string>, isStar, accepts);

const fitsSegment = (segment: Segment, name: string): boolean => segment !== 'globstar' && matchName(segment, name);

/** Whether the segments of a path fit. A closing `**` wants at least one segment. */
export function matchSegments(pattern: readonly Segment[], path: readonly string[]): boolean {
  if (pattern.length > 1 && pattern.at(-1) === 'globstar') {
    // `a/**` is what lies in `a`, not `a`: let one wildcard segment stand for the one it needs.
    return matchSequence([...pattern, [{ kind: 'star' }] as const], path, isGlobstar, fitsSegment);
  }
  return matchSequence(pattern, path, isGlobstar, fitsSegment);
}
