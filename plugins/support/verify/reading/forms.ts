import type { Form } from './vocabulary-file.js';
import type { Vocabulary } from './vocabulary.js';
import type { Entry } from './entries.js';
import type { Word } from './words.js';

type Subject = 'self' | 'us' | 'colleague' | 'customer';

/** What the words before a verb make of it: something done, possible or to come, and by whom. */
export function formOf(
  { from: at, length, able, senses }: Entry,
  words: readonly Word[],
  v: Vocabulary
): Form | undefined {
  if (senses.some(({ state }) => state)) return 'state';
  if (able) return 'possible';
  const g = v.grammar;
  // "I need your number" is no deed
  if (g.stative.has(words[at]!.stem)) return undefined;
  const who = subjectBefore(at, words, v);
  const before = (back: number) => words[at - back]?.lower ?? '';
  if (before(1) === 'to' && g.modals.has(before(2))) return who === 'self' ? 'possible_by_agent' : 'possible';
  if (before(1) === 'be' && before(2) === 'to' && g.obliged.has(before(3))) return 'coming';
  const { lower } = words[at]!;
  const tail = words[at + length - 1]!.lower;
  const past =
    (isPast(lower, v) || (length > 1 && isPast(tail, v))) &&
    (tail.endsWith('ed') || (before(1) !== 'to' && !g.determiners.has(before(1))));
  // what we receive is done by others
  const ours = !g.receptive.has(words[at]!.stem) && who !== undefined && who !== 'customer';
  let passive = '';
  let unfinished = false;
  for (let back = 1; back <= 6 && back <= at; back++) {
    const w = before(back);
    if (g.perfect.has(w)) return !past ? undefined : ours && passive === '' ? 'done_by_us' : 'done';
    if (g.modals.has(w))
      return who === 'self' ? 'possible_by_agent' : who === 'colleague' ? 'coming_by_colleague' : 'possible';
    if (g.futures.has(w)) {
      // "you'll find": what the customer does is no promise
      if (who === 'customer' && passive === '' && !g.receptive.has(words[at]!.stem)) return undefined;
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

export function opensVerb(at: number, words: readonly Word[], v: Vocabulary): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 4; i--) {
    const w = words[i]!.lower;
    if (v.grammar.verb_openers.has(w)) return true;
    if (!v.grammar.adverbs.has(w) && !v.cues.has(w)) return false;
  }
  return false;
}

export function isPast(lower: string, v: Vocabulary): boolean {
  return (lower.endsWith('ed') && lower.length > 4) || v.grammar.past_forms.has(lower);
}

/** "Will be paid by one of my colleagues". */
function colleagueAfter(at: number, words: readonly Word[], v: Vocabulary): boolean {
  return (
    words[at + 1]?.lower === 'by' && words.slice(at + 2, at + 7).some(({ lower }) => v.grammar.colleague.has(lower))
  );
}

/** The subject next to a verb, with only auxiliaries and adverbs between them. */
function subjectBefore(at: number, words: readonly Word[], v: Vocabulary): Subject | undefined {
  const g = v.grammar;
  for (let i = at - 1; i >= 0 && i >= at - 7; i--) {
    const w = words[i]!.lower;
    if (g.self.has(w)) return 'self';
    // "a member of our team" is a colleague
    if (g.us.has(w)) {
      const before = words.slice(Math.max(0, i - 4), i);
      return before.some(({ lower }) => g.colleague.has(lower) || lower === 'of') ? 'colleague' : 'us';
    }
    // "the person who ordered" is the customer
    if (g.colleague.has(w)) return /^(?:who|that)$/.test(words[i + 1]?.lower ?? '') ? undefined : 'colleague';
    if (g.customer.has(w)) return 'customer';
    const chained = [g.perfect, g.modals, g.futures, g.passive, g.adverbs, g.links, v.cues].some(list => list.has(w));
    if (!chained) return undefined;
  }
  return undefined;
}
