import type { Found } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import { entriesOf, type Entries, type Entry } from './entries.js';
import { formOf } from './forms.js';
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
  const inside = values.filter(value => value.start >= start && value.end <= end);
  const read = { text: part, start, words, entries, values: inside };
  const scopes = cuesOf(read, v).map(cue => scopeOf(cue, read, v));
  const terms = entries.flatMap((entry, i) => {
    if (typeof entry !== 'object') return [];
    const denied = scopes.findLastIndex(scope => scope.includes(i));
    return [termOf(entry, words, denied < 0 ? undefined : denied, v)];
  });
  const { conditions, specific } = v.grammar;
  return {
    text: part,
    start,
    words,
    terms,
    figures: inside.map(found => ({ ...found, bound: boundOf(text, start, found, v) })),
    strays: scopes.map(scope => scope.length === 0),
    universal: words.some(
      ({ lower }, i) => v.telling.get('all')?.has(lower) && entries[i] !== 'formula' && !lower.startsWith('any')
    ),
    specific:
      inside.some(({ value }) => value.type === 'identifier') ||
      (!conditions.has(words[0]?.lower ?? '') && words.some(({ lower }) => specific.has(lower)))
  };
}

function termOf(entry: Entry, words: readonly Word[], denied: number | undefined, v: Vocabulary): Term {
  const { from, length, last, senses } = entry;
  const word = words[from]!;
  const gapped = last >= from + length;
  const proofs = senses.some(({ concept }) => v.proofs.has(concept));
  const form =
    !gapped || proofs
      ? (formOf(entry, words, v) ?? (gapped ? formOf({ ...entry, from: last }, words, v) : undefined))
      : undefined;
  return {
    text: words
      .slice(from, from + length)
      .map(each => each.text)
      .join(' '),
    at: word.at,
    end: words[from + length - 1]!.end,
    senses,
    form,
    soft: !EARNEST.test(form ?? '') && v.soft.has(word.stem) && !proofs,
    denied
  };
}

/** What someone did or will do is said in earnest, whatever the verb. */
const EARNEST = /^(?:done|coming|doing_by_us|done_by_us|coming_by_.*)$/;

/** Whether a figure is a bound, by the words before it: "at most". */
function boundOf(text: string, start: number, { start: at }: Found, v: Vocabulary): string | undefined {
  const before = text.slice(Math.max(start, at - 24), at);
  const last = [...before.matchAll(v.comparatorPattern)].at(-1);
  if (last === undefined) return undefined;
  const between = before.slice(last.index + last[0].length).trim();
  return between.split(/\s+/).length > 2 ? undefined : v.comparators.get(last[0].toLowerCase().replace(/\s+/g, ' '));
}

interface Read {
  readonly text: string;
  readonly start: number;
  readonly words: readonly Word[];
  readonly entries: Entries;
  readonly values: readonly Found[];
}

/** Where negations stand; "no problem" and a "no," that answers are none. */
function cuesOf({ text, start, words, entries }: Read, v: Vocabulary): number[] {
  if (!words.some(({ lower }) => v.cues.has(lower))) return [];
  const exempt = [...text.matchAll(v.notCues)].map(m => [start + m.index, start + m.index + m[0].length] as const);
  return words.flatMap(({ lower, at, end }, i) => {
    if (!v.cues.has(lower) || entries[i] !== 'silent') return [];
    if (exempt.some(([from, to]) => at >= from && at < to)) return [];
    return lower === 'no' && i === 0 && text[end - start] === ',' ? [] : [i];
  });
}

/** The entries that a negation may deny: what follows it up to the next clause. */
function scopeOf(cue: number, { words, entries, values }: Read, v: Vocabulary): number[] {
  const out: number[] = [];
  // "is not 6 May" denies the figure
  const next = entries.findIndex((entry, i) => i > cue && typeof entry === 'object');
  const from = next < 0 ? Infinity : words[next]!.at;
  if (values.some(({ start }) => start > words[cue]!.end && start < from)) return [];
  for (let i = cue + 1; i < words.length && out.length < 5; i++) {
    const { lower, opens } = words[i]!;
    if (opens || (i > cue + 1 && (v.grammar.subordinators.has(lower) || v.grammar.conjunctions.has(lower)))) break;
    if (typeof entries[i] === 'object') out.push(i);
  }
  return out;
}
