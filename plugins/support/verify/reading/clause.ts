import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import { alone, entriesOf, type Entries, type Entry } from './entries.js';
import { formOf, opensVerb } from './forms.js';
import { wordsIn, type Term, type Word } from './words.js';

export interface Figure extends Found {
  /** "At most", "more than": what it bounds. */
  readonly bound?: string | undefined;
}

/** One statement of a sentence. */
export interface Clause {
  readonly text: string;
  /** Where it begins in its sentence; positions of terms and figures count from the sentence's start. */
  readonly start: number;
  readonly words: readonly Word[];
  readonly terms: readonly Term[];
  readonly figures: readonly Figure[];
  /** For each word like "not", whether it denies no term: a figure, or what stands in another clause. */
  readonly strays: readonly boolean[];
  /** Told with a condition. */
  readonly conditional: boolean;
  /** Speaks of all of them. */
  readonly universal: boolean;
  /** Speaks of the case at hand and not of the rules. */
  readonly specific: boolean;
}

/** Reads the clause of a normalised `text` from `start` to `end`. */
export function readClause(
  text: string,
  [start, end]: readonly [number, number],
  values: readonly Found[],
  v: Vocabulary
): Clause {
  const part = text.slice(start, end);
  const words = wordsIn(text, [start, end], values, v);
  const entries = entriesOf(words, v);
  const read = { text: part, start, words, entries, values };
  const cues = cuesOf(read, v);
  const scopes = cues.map(cue => scopeOf(cue, read, v));
  const lower = new Set(words.map(word => word.lower));
  const inside = values.filter(value => value.start >= start && value.end <= end);
  const terms = entries.flatMap((entry, i) => {
    if (typeof entry !== 'object') return [];
    const denied = scopes.findLastIndex(scope => scope.includes(i));
    return [termOf(entry, words, denied < 0 ? undefined : denied, v)];
  });
  return {
    text: part,
    start,
    words,
    terms,
    figures: inside.map(found => ({ ...found, bound: boundOf(text, start, found, v) })),
    strays: scopes.map(scope => scope.length === 0),
    conditional: words.some(({ lower: w }) => v.grammar.conditions.has(w)),
    universal: words.some(
      ({ lower: w }, i) => v.telling.get('all')?.has(w) === true && entries[i] !== 'formula' && !w.startsWith('any')
    ),
    specific:
      inside.some(({ value }) => value.type === 'identifier') ||
      (!v.grammar.conditions.has(words[0]?.lower ?? '') && [...v.grammar.specific].some(w => lower.has(w)))
  };
}

function termOf(entry: Entry, words: readonly Word[], denied: number | undefined, v: Vocabulary): Term {
  const { from, length, last, senses } = entry;
  const word = words[from]!;
  const gapped = last >= from + length;
  const form =
    !gapped || senses.some(({ concept }) => v.proofs.has(concept))
      ? (formOf(entry, words, v) ?? (gapped ? formOf({ ...entry, from: last }, words, v) : undefined))
      : undefined;
  const named = /^\p{Lu}/u.test(word.text) && from > 0;
  return {
    text: words
      .slice(from, from + length)
      .map(each => each.text)
      .join(' '),
    at: word.at,
    end: words[from + length - 1]!.end,
    senses,
    form,
    verb: form !== undefined || opensVerb(from, words, v),
    soft: !EARNEST.test(form ?? '') && !(named && length > 1) && isSoft(word, senses, v),
    name: named,
    denied,
    words:
      length > 1 && senses.every(({ negative }) => !negative)
        ? words.slice(from, from + length).flatMap((_, k) => {
            const single = alone(from + k, words, v);
            return single === 'silent' ? [] : [termOf(single, words, denied, v)];
          })
        : []
  };
}

/** What someone did or will do is said in earnest, whatever the verb. */
const EARNEST = /^(?:done|coming|doing_by_us|done_by_us|coming_by_.*)$/;

function isSoft({ stem }: Word, senses: Entry['senses'], v: Vocabulary): boolean {
  return v.soft.has(stem) && senses.every(({ concept }) => !v.proofs.has(concept));
}

/** Whether a figure is a bound, by the words before it ("at most") or after it ("or more"). */
function boundOf(text: string, start: number, { start: at, end }: Found, v: Vocabulary): string | undefined {
  const after = text.slice(end, end + 24);
  const trailing = v.trailing.find(([pattern]) => pattern.test(after))?.[1];
  const before = text.slice(Math.max(start, at - 24), at);
  const last = [...before.matchAll(v.comparatorPattern)].at(-1);
  const between = last && before.slice(last.index + last[0].length).trim();
  if (trailing !== undefined || last === undefined || between!.split(/\s+/).length > 2) return trailing;
  return v.comparators.get(last[0].toLowerCase().replace(/\s+/g, ' '));
}

interface Read {
  readonly text: string;
  readonly start: number;
  readonly words: readonly Word[];
  readonly entries: Entries;
  readonly values: readonly Found[];
}

/** Where negations stand; "no problem" and a "no," that answers are none. */
function cuesOf({ text: part, start, words, entries }: Read, v: Vocabulary): number[] {
  if (!words.some(({ lower }) => v.cues.has(lower))) return [];
  const exempt = [...part.matchAll(v.notCues)].map(m => [start + m.index, start + m.index + m[0].length] as const);
  return words.flatMap(({ lower, at, end }, i) => {
    if (!v.cues.has(lower) || entries[i] !== 'silent') return [];
    if (exempt.some(([from, to]) => at >= from && at < to)) return [];
    // "neither seen nor set" denies once
    if (lower === 'nor' && words.slice(0, i).some(word => v.cues.has(word.lower))) return [];
    return lower === 'no' && i === 0 && part[end - start] === ',' ? [] : [i];
  });
}

/** The entries that a negation may deny: what follows it up to the next clause; where nothing does, what goes before. */
function scopeOf(cue: number, { words, entries, values }: Read, v: Vocabulary): number[] {
  const out: number[] = [];
  const g = v.grammar;
  // "is not 6 May" denies the figure
  const next = entries.findIndex((entry, i) => i > cue && typeof entry === 'object');
  const from = next < 0 ? Infinity : words[next]!.at;
  if (values.some(({ start }) => start > words[cue]!.end && start < from)) return [];
  for (let i = cue + 1; i < words.length && out.length < 5; i++) {
    const { lower, opens } = words[i]!;
    if (opens || (i > cue + 1 && (g.subordinators.has(lower) || g.conjunctions.has(lower)))) break;
    if (typeof entries[i] === 'object') out.push(i);
  }
  // "you owe nothing" denies the verb before
  if (out.length === 0 || g.objects.has(words[cue]!.lower))
    out.push(...entries.flatMap((entry, i) => (i < cue && typeof entry === 'object' ? [i] : [])).slice(-1));
  return out;
}
