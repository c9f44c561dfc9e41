import type { Form } from './policy-file.js';
import type { Entry, Word } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** What the words before a verb make of it: something done, possible or to come, and by whom. */
export function formOf(
  at: number,
  entry: Entry,
  words: readonly Word[],
  v: Vocabulary,
  negated: boolean
): Form | undefined {
  if (entry.readings.some(({ state }) => state)) return 'state';
  if (entry.able) return 'possible';
  const g = v.grammar;
  const lower = words[at]?.lower ?? '';
  // "the cost" is a noun
  const past =
    isPast(lower, v) &&
    (lower.endsWith('ed') || words[at - 1]?.lower !== 'to') &&
    (lower.endsWith('ed') || !g.determiners.has(words[at - 1]?.lower ?? ''));
  const who = subjectBefore(at, words, v);
  // what we receive is done by others
  const ours = !g.receptive.has(words[at]?.stem ?? '') && (who === 'self' || who === 'us' || who === 'colleague');
  if (negated && words[at - 1]?.lower === 'to') return who === 'self' ? 'possible_by_agent' : 'possible';
  let passive = '';
  // "is being refunded" has not been
  let unfinished = false;
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const w = words[i]?.lower ?? '';
    if (g.causatives.has(w) && i < at - 1 && /^(?:it|them)$/.test(words[at - 1]?.lower ?? '')) return undefined;
    if (g.perfect.has(w)) return !past ? undefined : ours && passive === '' ? 'done_by_us' : 'done';
    if (g.modals.has(w))
      return who === 'self' ? 'possible_by_agent' : who === 'colleague' ? 'coming_by_colleague' : 'possible';
    if (g.futures.has(w) && passive !== '' && byColleague(at, words, v)) return 'coming_by_colleague';
    if (g.futures.has(w))
      return passive !== '' || !ours ? 'coming' : who === 'colleague' ? 'coming_by_colleague' : 'coming_by_us';
    if (g.passive.has(w)) {
      if (lower.endsWith('ing') && ours) return 'doing_by_us';
      passive = w;
      unfinished ||= w === 'being';
    } else if (!g.adverbs.has(w) && !v.cues.has(w)) break;
  }
  if (!past) return granted(at, words, v) ? 'possible' : undefined;
  if (unfinished) return 'coming';
  if (g.present.has(passive)) return byColleague(at, words, v) ? 'coming_by_colleague' : 'present';
  return ours && passive === '' ? 'done_by_us' : 'done';
}

/** "Will be paid by one of my colleagues". */
function byColleague(at: number, words: readonly Word[], v: Vocabulary): boolean {
  return (
    words[at + 1]?.lower === 'by' && words.slice(at + 2, at + 7).some(({ lower }) => v.grammar.colleague.has(lower))
  );
}

export function isPast(lower: string, v: Vocabulary): boolean {
  return (lower.endsWith('ed') && lower.length > 4) || v.grammar.past_forms.has(lower);
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

/** "UPS will try again" says what someone else will do, "you can keep it" what you may; "you will see" does neither. */
export function announced(at: number, words: readonly Word[], v: Vocabulary): boolean {
  const before = words[at - 1]?.lower ?? '';
  if (v.grammar.modals.has(before) && v.grammar.grants.has(words[at]?.stem ?? '')) return true;
  return v.grammar.futures.has(before) && subjectBefore(at, words, v) !== 'customer' && before !== 'should';
}

/** "The day you bought it", "once it has been delivered", "after delivery was made". */
export function dates(at: number, words: readonly Word[], v: Vocabulary): boolean {
  const g = v.grammar;
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const w = words[i]?.lower ?? '';
    if (g.datings.has(w)) return true;
    const chained = g.perfect.has(w) || g.passive.has(w) || g.adverbs.has(w) || g.pronouns.has(w) || g.links.has(w);
    if (!chained && !g.determiners.has(w) && !g.order_nouns.has(w) && !v.glue.has(w)) return false;
  }
  return false;
}

export function opensVerb(at: number, words: readonly Word[], v: Vocabulary): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 4; i--) {
    const w = words[i]?.lower ?? '';
    if (v.grammar.verb_openers.has(w)) return true;
    if (!v.grammar.adverbs.has(w) && !v.cues.has(w)) return false;
  }
  return false;
}

type Who = 'self' | 'us' | 'colleague' | 'customer';

/** The subject next to a verb, with only auxiliaries and adverbs between them. */
function subjectBefore(at: number, words: readonly Word[], v: Vocabulary): Who | undefined {
  const g = v.grammar;
  for (let i = at - 1; i >= 0 && i >= at - 7; i--) {
    const w = words[i]?.lower ?? '';
    if (g.self.has(w)) return 'self';
    // "a member of our team" is a colleague
    if (g.us.has(w))
      return words.slice(Math.max(0, i - 4), i).some(({ lower }) => g.colleague.has(lower) || lower === 'of')
        ? 'colleague'
        : 'us';
    // "the person who ordered" is the customer
    if (g.colleague.has(w))
      return w === 'person' && /^(?:who|that)$/.test(words[i + 1]?.lower ?? '') ? undefined : 'colleague';
    if (g.customer.has(w)) return 'customer';
    const chained =
      g.perfect.has(w) || g.modals.has(w) || g.futures.has(w) || g.passive.has(w) || g.adverbs.has(w) || v.cues.has(w);
    if (!chained && !g.links.has(w)) return undefined;
  }
  return undefined;
}

export function subjectOf(
  at: number,
  words: readonly Word[],
  v: Vocabulary,
  length: number
): 'us' | 'customer' | undefined {
  if (words[at + length]?.lower === 'by') {
    for (let i = at + length + 1; i < at + length + 4; i++) {
      const w = words[i]?.lower ?? '';
      if (v.grammar.customer.has(w)) return 'customer';
      if (w === 'us' || v.grammar.us.has(w) || v.grammar.colleague.has(w)) return 'us';
    }
  }
  const who = subjectBefore(at, words, v);
  return who === 'customer' ? 'customer' : who === undefined ? undefined : 'us';
}
