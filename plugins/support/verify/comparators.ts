import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import type { Token, Word } from './words.js';

/** Whether a figure is a bound, by the words before it ("at most"), after it ("or more") or about it ("the minimum"). */
export function comparatorOf(
  text: string,
  start: number,
  found: Found,
  words: readonly Word[],
  tokens: readonly Token[],
  v: Vocabulary
): string | undefined {
  const after = text.slice(found.end, found.end + 24);
  const comparator = v.trailing.find(([pattern]) => pattern.test(after))?.[1] ?? leading(text, start, found, v);
  // "up to" and "at least five days before" both set the last day
  if (/^ (?:\p{L}+ )?before\b/u.test(after) && (comparator === 'at_most' || comparator === 'at_least'))
    return undefined;
  // "ends after six months" sets the end, and no more than that
  const ends = tokens.some(({ readings }) => readings.some(({ concept }) => v.meanings.get(concept)?.span));
  if (comparator === 'more' && ends) return undefined;
  const bound = comparator === undefined ? words.find(({ lower }) => v.bounds.has(lower)) : undefined;
  return bound ? v.bounds.get(bound.lower) : comparator;
}

function leading(text: string, start: number, found: Found, v: Vocabulary): string | undefined {
  const before = text.slice(Math.max(start, found.start - 24), found.start);
  let last: RegExpMatchArray | undefined;
  for (const match of before.matchAll(v.comparatorPattern)) last = match;
  const between = last && before.slice((last.index ?? 0) + last[0].length).trim();
  if (!last || between!.split(/\s+/).length > 2) return undefined;
  return v.comparators.get(last[0].toLowerCase().replace(/\s+/g, ' '));
}
