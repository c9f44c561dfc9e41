import type { Found } from '../notation/values.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Word } from './words.js';

export type Bound = 'at_most' | 'at_least' | 'more' | 'less';

/** Whether a figure is a bound, by the words before it ("at most"), after it ("or more") or about it ("the minimum"). */
export function boundOf(
  text: string,
  start: number,
  found: Found,
  words: readonly Word[],
  v: Vocabulary
): Bound | undefined {
  const after = text.slice(found.end, found.end + 24);
  const bound = v.trailing.find(([pattern]) => pattern.test(after))?.[1] ?? leading(text, start, found, v);
  // "no later than two days before" leaves at least two days
  if (bound === 'at_most' && /^ (?:\p{L}+ )?(?:before|ahead of|prior to)\b/u.test(after)) {
    return /\bmost\W*$/i.test(text.slice(start, found.start)) ? bound : 'at_least';
  }
  const noun = bound === undefined ? words.find(({ lower }) => v.bounds.has(lower)) : undefined;
  return (noun ? v.bounds.get(noun.lower) : bound) as Bound | undefined;
}

function leading(text: string, start: number, found: Found, v: Vocabulary): string | undefined {
  const before = text.slice(Math.max(start, found.start - 24), found.start);
  let last: RegExpMatchArray | undefined;
  for (const match of before.matchAll(v.comparatorPattern)) last = match;
  const between = last && before.slice((last.index ?? 0) + last[0].length).trim();
  if (!last || between!.split(/\s+/).length > 2) return undefined;
  return v.comparators.get(last[0].toLowerCase().replace(/\s+/g, ' '));
}
