import type { Lexicon } from './lexicon.js';

/** One place of a phrase: what may stand there, after at most `gap` other tokens. */
export interface Element {
  readonly symbols: readonly number[];
  readonly gap: number;
  readonly optional: boolean;
}

export interface Pattern {
  readonly elements: readonly Element[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** Other tokens that may stand between the last element and the end. */
  readonly endGap: number;
  /** The elements stand near each other in any order. */
  readonly anyOrder: boolean;
}

const DEFAULT_GAP = 3;
const LARGEST_GAP = 12;

/**
 * Compiles a phrase. Its language: `word` (by stem), `=word` (as written), `<concept>`, `a|b` (either), `x?` (may be
 * absent), `~` or `~5` (up to 3 or 5 other words between), `^` and `$` (start and end of the sentence, fillers aside).
 * `a & b & c` are elements near each other in any order; `&` goes with none of the signs for order.
 * Problems go to `fail`, one for each.
 */
export function parsePattern(text: string, lexicon: Lexicon, report: (message: string) => void): Pattern {
  const fail = (message: string) => report(`${message}; the phrase is read as ${readAs(text)}`);
  const elements: Element[] = [];
  let gap = 0;
  let atStart = false;
  let atEnd = false;
  const parts = text.split(/\s+/);
  const anyOrder = parts.includes('&');
  if (
    anyOrder &&
    (parts.length % 2 === 0 ||
      parts.some((part, index) => (part === '&') !== (index % 2 === 1) || /^[\^$~]|\?$/.test(part)))
  )
    fail('"&" stands between all elements of a phrase and with none of ^, $, ~ and ?');
  for (const part of anyOrder ? parts.filter(each => each !== '&') : parts) {
    if (part === '^') atStart = true;
    else if (part === '$') atEnd = true;
    else if (/^~\d*$/.test(part)) gap = part.length > 1 ? Number(part.slice(1)) : DEFAULT_GAP;
    else {
      const optional = part.endsWith('?');
      elements.push({ symbols: parseAlternatives(optional ? part.slice(0, -1) : part, lexicon, fail), gap, optional });
      gap = 0;
    }
    if (gap > LARGEST_GAP) fail(`a gap may be at most ${LARGEST_GAP} words, not ${gap}`);
  }
  if (elements.length === 0) fail('a phrase needs at least one word or concept');
  if (elements[0]?.optional) fail('the first element of a phrase cannot be optional');
  return { elements, atStart, atEnd, endGap: atEnd ? gap : 0, anyOrder };
}

/**
 * How a phrase falls apart, for who wrote it: `|` binds words, `?` all that `|` binds, a space comes after it, and `&` last.
 */
const readAs = (text: string): string =>
  text
    .split(/\s+/)
    .map(part => {
      if (/^(?:[\^$&]|~\d*)$/.test(part)) return part;
      const [, words = '', optional = ''] = /^(.*?)(\??)$/.exec(part)!;
      return `(${words.split('|').join(' or ')})${optional}`;
    })
    .join(' ');

/** `a|b|<c>` as symbols. */
export function parseAlternatives(text: string, lexicon: Lexicon, fail: (message: string) => void): number[] {
  return text.split('|').flatMap(part => {
    const name = /^<([a-z0-9_]+)>$/.exec(part)?.[1];
    if (name === undefined) {
      if (!/^=?[\p{L}\p{N}]+$/u.test(part)) fail(`"${part}" is neither a word, =word nor <concept>`);
      return [lexicon.literal(part)];
    }
    const symbol = lexicon.concept(name);
    if (symbol === undefined) fail(`no concept named "${name}"`);
    return symbol === undefined ? [] : [symbol];
  });
}

/** The literal words of a phrase, which spelling may correct to. */
export function literalWords(text: string): string[] {
  return text.split(/[\s|]+/).flatMap(part => /^=?(\p{L}{4,})\??$/u.exec(part)?.[1] ?? []);
}
