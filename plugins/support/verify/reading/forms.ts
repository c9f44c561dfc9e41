import type { Form } from './vocabulary-file.js';
import type { Vocabulary } from './vocabulary.js';
import type { Entry } from './entries.js';
import type { Word } from './words.js';

/** What the words before a verb make of it: something done, possible or to come, and by whom. */
export function formOf({ from: at, length, senses }: Entry, words: readonly Word[], v: Vocabulary): Form | undefined {
  if (senses.some(({ state }) => state)) return 'state';
  const g = v.grammar;
  const { lower, stem } = words[at]!;
  // "I need your number" is no deed
  if (g.stative.has(stem)) return undefined;
  const who = subjectBefore(at, words, v);
  const before = (back: number) => words[at - back]?.lower ?? '';
  if (before(1) === 'be' && before(2) === 'to' && g.obliged.has(before(3))) return 'coming';
  const past = isPast(lower, v) || (length > 1 && isPast(words[at + length - 1]!.lower, v));
  // what we receive is done by others
  const ours = !g.receptive.has(stem) && who !== undefined && who !== 'customer';
  let passive = '';
  let unfinished = false;
  for (let back = 1; back <= 6 && back <= at; back++) {
    const w = before(back);
    if (g.perfect.has(w)) return !past ? undefined : ours && passive === '' ? 'done_by_us' : 'done';
    if (g.modals.has(w))
      return who === 'self' ? 'possible_by_agent' : who === 'colleague' ? 'coming_by_colleague' : 'possible';
    if (g.futures.has(w)) {
      // "you'll find": what the customer does is no promise
      if (who === 'customer' && passive === '' && !g.receptive.has(stem)) return undefined;
      const byColleague = passive === '' ? who === 'colleague' : colleagueAfter(at, words, v);
      return byColleague ? 'coming_by_colleague' : ours && passive === '' ? 'coming_by_us' : 'coming';
    }
    if (g.passive.has(w)) {
      if (lower.endsWith('ing') && ours) return 'doing_by_us';
      passive = w;
      unfinished ||= w === 'being';
    } else if (!g.adverbs.has(w) && !v.cues.has(w)) break;
  }
  if (!past) return undefined;
  // "is being refunded" has not been
  if (unfinished) return 'coming';
  if (g.present.has(passive)) return colleagueAfter(at, words, v) ? 'coming_by_colleague' : 'present';
  return ours && passive === '' ? 'done_by_us' : 'done';
}

export const isPast = (lower: string, v: Vocabulary): boolean =>
  (lower.endsWith('ed') && lower.length > 4) || v.grammar.past_forms.has(lower);

/** "Will be paid by one of my colleagues". */
const colleagueAfter = (at: number, words: readonly Word[], v: Vocabulary): boolean =>
  words[at + 1]?.lower === 'by' && words.slice(at + 2, at + 7).some(({ lower }) => v.grammar.colleague.has(lower));

type Subject = 'self' | 'us' | 'colleague' | 'customer';

/** The subject next to a verb, with only auxiliaries and adverbs between them. */
function subjectBefore(at: number, words: readonly Word[], v: Vocabulary): Subject | undefined {
  const g = v.grammar;
  for (let i = at - 1; i >= 0 && i >= at - 7; i--) {
    const w = words[i]!.lower;
    if (g.self.has(w)) return 'self';
    if (g.us.has(w)) return 'us';
    if (g.colleague.has(w)) return 'colleague';
    if (g.customer.has(w)) return 'customer';
    if (![g.perfect, g.modals, g.futures, g.passive, g.adverbs, g.links, v.cues].some(list => list.has(w)))
      return undefined;
  }
  return undefined;
}
