import type { Form } from '../vocabulary/policy-file.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Entry } from './entries.js';
import type { Actor, Word } from './words.js';

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
  if (words[at - 1]?.lower === 'to' && g.modals.has(words[at - 2]?.lower ?? ''))
    return subjectBefore(at, words, v) === 'self' ? 'possible_by_agent' : 'possible';
  if (words[at - 1]?.lower === 'be' && words[at - 2]?.lower === 'to' && g.obliged.has(words[at - 3]?.lower ?? ''))
    return 'coming';
  const lower = words[at]!.lower;
  const previous = words[at - 1]?.lower ?? '';
  const tail = words[at + length - 1]!.lower;
  const past =
    (isPast(lower, v) || (length > 1 && isPast(tail, v))) &&
    (tail.endsWith('ed') || (previous !== 'to' && !g.determiners.has(previous)));
  const who = subjectBefore(at, words, v);
  // what we receive is done by others
  const ours = !g.receptive.has(words[at]!.stem) && (who === 'self' || who === 'us' || who === 'colleague');
  let passive = '';
  let unfinished = false;
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const w = words[i]!.lower;
    if (g.perfect.has(w)) return !past ? undefined : ours && passive === '' ? 'done_by_us' : 'done';
    if (g.modals.has(w))
      return who === 'self' ? 'possible_by_agent' : who === 'colleague' ? 'coming_by_colleague' : 'possible';
    if (g.futures.has(w)) {
      if (passive !== '') return byColleague(at, words, v) ? 'coming_by_colleague' : 'coming';
      return !ours ? 'coming' : who === 'colleague' ? 'coming_by_colleague' : 'coming_by_us';
    }
    if (g.passive.has(w)) {
      if (lower.endsWith('ing') && ours) return 'doing_by_us';
      passive = w;
      unfinished ||= w === 'being';
    } else if (!g.adverbs.has(w) && !v.cues.has(w)) break;
  }
  if (!past) return granted(at, words, v) ? 'possible' : undefined;
  // "is being refunded" has not been
  if (unfinished) return 'coming';
  if (g.present.has(passive)) return byColleague(at, words, v) ? 'coming_by_colleague' : 'present';
  return ours && passive === '' ? 'done_by_us' : 'done';
}

/** Who does what a verb tells: its subject, or what follows "by". */
export function actorOf({ from, length }: Entry, words: readonly Word[], v: Vocabulary): Actor | undefined {
  const g = v.grammar;
  if (words[from + length]?.lower === 'by') {
    const named = words.slice(from + length + 1, from + length + 4).map(({ lower }) => lower);
    if (named.some(w => g.customer.has(w))) return 'customer';
    if (named.some(w => w === 'us' || g.us.has(w) || g.colleague.has(w))) return 'us';
  }
  const before = words[from - 1]?.lower;
  if (before === 'please' || before === 'kindly') return 'customer';
  const who = subjectBefore(from, words, v);
  return who === 'customer' || who === undefined ? who : 'us';
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
function byColleague(at: number, words: readonly Word[], v: Vocabulary): boolean {
  return (
    words[at + 1]?.lower === 'by' && words.slice(at + 2, at + 7).some(({ lower }) => v.grammar.colleague.has(lower))
  );
}

/** "You can get another refund". */
function granted(at: number, words: readonly Word[], v: Vocabulary): boolean {
  const g = v.grammar;
  let i = at - 1;
  while (i > at - 4 && (g.determiners.has(words[i]?.lower ?? '') || words[i]?.lower === 'another')) i--;
  if (i === at - 1 || !g.light.has(words[i]?.lower ?? '')) return false;
  const before = words[i - 1]?.lower ?? '';
  return g.modals.has(v.cues.has(before) ? (words[i - 2]?.lower ?? '') : before);
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
