import type { Token } from './wildcards.js';

const POSIX: Readonly<Record<string, RegExp>> = {
  alnum: /^[a-z0-9]$/i,
  alpha: /^[a-z]$/i,
  blank: /^[ \t]$/,
  // oxlint-disable-next-line no-control-regex -- the class is about control characters
  cntrl: /^[\x00-\x1f\x7f]$/,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[ \t\n\v\f\r]$/,
  upper: /^[A-Z]$/,
  xdigit: /^[0-9a-f]$/i
};

/** Reads `[…]` from just behind the bracket; undefined where it never closes. */
export function readClass(pattern: string, start: number): { token: Token; end: number } | undefined {
  let at = start;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  const single = new Set<string>();
  const ranges: [string, string][] = [];
  const named: RegExp[] = [];
  let previous: string | undefined;
  for (let first = true; ; first = false) {
    let character = pattern[at];
    if (character === undefined) return undefined;
    if (character === ']' && !first) break;
    if (character === '[' && pattern[at + 1] === ':') {
      const close = pattern.indexOf(':]', at + 2);
      const known = close < 0 ? undefined : POSIX[pattern.slice(at + 2, close)];
      if (known === undefined) return undefined;
      named.push(known);
      previous = undefined;
      at = close + 2;
      continue;
    }
    if (character === '-' && previous !== undefined && pattern[at + 1] !== undefined && pattern[at + 1] !== ']') {
      at++;
      if (pattern[at] === '\\') at++;
      const upper = pattern[at];
      if (upper === undefined) return undefined;
      ranges.push([previous, upper]);
      previous = undefined;
      at++;
      continue;
    }
    if (character === '\\') character = pattern[++at];
    if (character === undefined) return undefined;
    single.add(character);
    previous = character;
    at++;
  }
  const accepts = (c: string): boolean =>
    single.has(c) || ranges.some(([low, high]) => c >= low && c <= high) || named.some(regex => regex.test(c));
  return { token: { kind: 'class', negated, accepts }, end: at + 1 };
}
