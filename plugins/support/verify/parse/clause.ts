import type { Found } from '../notation/values.js';
import type { Form } from '../vocabulary/policy-file.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import { boundOf, type Bound } from './comparators.js';
import { alone, entriesOf, type Entries, type Entry } from './entries.js';
import { actorOf, formOf, opensVerb } from './forms.js';
import { partsOf, type ClausePart } from './parts.js';
import { wordsIn, type Actor, type Term, type Word } from './words.js';

export interface Figure extends Found {
  readonly bound?: Bound | undefined;
  readonly part: number;
}

/** A word like "not", and which terms it denies: those with its place in `negations`. */
export interface Negation {
  readonly part: number;
  /** Denies a figure, or what stands in another clause. */
  readonly stray: boolean;
}

/** One statement of a sentence, with the conditions it holds under. */
export interface Clause {
  readonly text: string;
  /** Where it begins in its sentence; positions of terms and figures count from the sentence's start. */
  readonly start: number;
  readonly words: readonly Word[];
  readonly terms: readonly Term[];
  readonly figures: readonly Figure[];
  readonly parts: readonly ClausePart[];
  readonly negations: readonly Negation[];
  /** What the other clauses of its sentence say. */
  readonly beside?: ReadonlySet<string>;
  /** Speaks of all of them. */
  readonly universal: boolean;
  /** "Only", with what it limits. */
  readonly limited: boolean;
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
  const words = wordsIn(text, start, end, values, v);
  const entries = entriesOf(words, v);
  const all = cuesOf(part, start, words, entries, v);
  const parts = partsOf(words, all, v);
  // "not until it ships" is "once it ships"
  const cues = parts.some(({ turned }) => turned)
    ? all.filter(cue => !v.grammar.verb_cues.has(words[cue]!.lower))
    : all;
  const scopes = cues.map(cue => scopeOf(cue, words, entries, values, v));
  const lower = new Set(words.map(word => word.lower));
  const inside = values.filter(value => value.start >= start && value.end <= end);
  const partAt = (at: number) => parts.findLastIndex(each => at >= each.from && at < each.to);
  const terms = entries.flatMap((entry, i) => {
    if (typeof entry !== 'object') return [];
    const denied = scopes.findLastIndex(scope => scope.includes(i));
    return [
      termOf(
        entry,
        words,
        { denied: denied < 0 ? undefined : denied, cue: cues[denied] ?? -1, part: partAt(words[i]!.at) },
        v
      )
    ];
  });
  return {
    text: part,
    start,
    words,
    terms,
    figures: inside.map(found => ({
      ...found,
      bound: boundOf(text, start, found, words, v),
      part: partAt(found.start)
    })),
    parts,
    negations: cues.map((cue, i) => ({ part: partAt(words[cue]!.at), stray: scopes[i]!.length === 0 })),
    universal: words.some(
      ({ lower: w }, i) =>
        v.universals.has(w) &&
        entries[i] !== 'formula' &&
        !(w.startsWith('any') && words.some(word => v.cues.has(word.lower)))
    ),
    limited: words.some(({ lower: w }, i) => v.restrictive.has(w) && entries[i] !== 'formula'),
    specific:
      inside.some(({ value }) => value.type === 'identifier') ||
      (!v.grammar.conditions.has(words[0]?.lower ?? '') && [...v.grammar.specific].some(w => lower.has(w)))
  };
}

interface Place {
  readonly denied: number | undefined;
  readonly cue: number;
  readonly part: number;
}

function termOf(entry: Entry, words: readonly Word[], place: Place, v: Vocabulary): Term {
  const { from, length, last, senses } = entry;
  const word = words[from]!;
  const gapped = last >= from + length;
  const form =
    !gapped || senses.some(({ concept }) => v.meanings.get(concept)?.proofs)
      ? (formOf(entry, words, v) ?? (gapped ? formOf({ ...entry, from: last }, words, v) : undefined))
      : undefined;
  const finished = form === 'done' || form === 'done_by_us' || form === 'state';
  const actor = entry.by ?? actorOf(entry, words, v);
  const named = /^\p{Lu}/u.test(word.text) && from > 0;
  const several = length > 1 && senses.every(({ negative }) => !negative);
  return {
    text: words
      .slice(from, from + length)
      .map(each => each.text)
      .join(' '),
    at: word.at,
    end: words[from + length - 1]!.end,
    senses: senses.filter(({ concept }) => !(finished && v.meanings.get(concept)?.general)),
    form,
    actor,
    verb: form !== undefined || opensVerb(from, words, v),
    passive: v.grammar.passive.has(auxiliary(from, words, v)),
    bare: form === 'done' && ![v.grammar.passive, v.grammar.perfect].some(list => list.has(auxiliary(from, words, v))),
    soft: !announces(form, actor, word, v) && !(named && length > 1) && isSoft(word, senses, v),
    name: named,
    ...place,
    lacks: place.denied !== undefined && v.grammar.lacks.has(words[place.cue]!.lower),
    words: several
      ? words.slice(from, from + length).flatMap((_, k) => {
          const single = alone(from + k, words, v);
          return single === 'silent' ? [] : [termOf(single, words, place, v)];
        })
      : []
  };
}

/** The word before a verb, adverbs and negations aside. */
function auxiliary(at: number, words: readonly Word[], { grammar: g, cues }: Vocabulary): string {
  let i = at - 1;
  while (i >= 0 && (g.adverbs.has(words[i]!.lower) || cues.has(words[i]!.lower)) && !g.passive.has(words[i]!.lower))
    i--;
  return words[i]?.lower ?? '';
}

/** "We will see to it", "you can keep it": what someone does or may do is said in earnest, whatever the verb. */
function announces(form: Form | undefined, actor: Actor | undefined, { stem }: Word, v: Vocabulary): boolean {
  if (form === 'possible') return v.grammar.grants.has(stem);
  if (form === 'done') return actor !== 'customer' && !v.grammar.light.has(stem);
  if (form === 'coming') return actor !== 'customer';
  return form !== undefined && /_by_/.test(form) && form !== 'possible_by_agent';
}

function isSoft({ stem }: Word, senses: Entry['senses'], v: Vocabulary): boolean {
  return (
    senses.every(({ concept }) => !v.meanings.get(concept)?.strict && !v.meanings.get(concept)?.proofs) &&
    (v.soft.has(stem) || senses.some(({ concept, negative }) => !negative && v.meanings.get(concept)?.soft))
  );
}

/** Where negations stand; "no problem" and a "no," that answers are none. */
function cuesOf(part: string, start: number, words: readonly Word[], entries: Entries, v: Vocabulary): number[] {
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
function scopeOf(
  cue: number,
  words: readonly Word[],
  entries: Entries,
  values: readonly Found[],
  v: Vocabulary
): number[] {
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
  const before = () => entries.flatMap((entry, i) => (i < cue && typeof entry === 'object' ? [i] : []));
  // "you owe nothing" denies the verb before
  if (out.length === 0 || g.objects.has(words[cue]!.lower)) out.push(...before().slice(-1));
  return out;
}
