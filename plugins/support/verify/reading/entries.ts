import { singleWords, type Phrase, type Vocabulary } from './vocabulary.js';
import type { Sense, Word } from './words.js';

/** The words of one clause that mean something together. */
export interface Entry {
  readonly from: number;
  readonly length: number;
  /** The verb of a phrase with a gap: "the refund … paid". */
  readonly last: number;
  /** "Refundable" is "can be refunded". */
  readonly able: boolean;
  readonly senses: readonly (Sense & { readonly state: boolean })[];
}

/**
 * For each word: what begins there, `silent` for one that says nothing, `formula` within a set phrase that says
 * nothing, undefined within one that does.
 */
export type Entries = readonly (Entry | 'silent' | 'formula' | undefined)[];

/** Finds what each word means by itself or as part of a phrase. */
export function entriesOf(words: readonly Word[], v: Vocabulary): Entries {
  const out: (Entry | 'silent' | 'formula' | undefined)[] = words.map(() => undefined);
  const taken: boolean[] = words.map(() => false);
  for (let i = 0; i < words.length; i++) {
    if (taken[i]) continue;
    const word = words[i]!;
    const phrase = longest(v.phrases.get(word.stem), i, { words, taken }, v);
    const silent = v.silent.get(word.stem)?.find(stems => stems.every((s, k) => is(words[i + k], s) && !taken[i + k]));
    if (silent && silent.length >= (phrase?.places.length ?? 0)) {
      for (let k = 0; k < silent.length; k++) {
        taken[i + k] = true;
        out[i + k] = 'formula';
      }
    } else if (phrase && !(phrase.places.length === 1 && v.colours(word.lower))) {
      for (const place of phrase.places) taken[place] = true;
      const gapped = phrase.phrases[0]!.stems.includes('');
      out[i] = {
        from: i,
        length: gapped ? 1 : phrase.places.length,
        last: phrase.places.at(-1)!,
        able: false,
        senses: sensesOf(phrase.phrases, false)
      };
    } else out[i] = alone(i, words, v);
  }
  return out;
}

/** What one word says by itself. */
export function alone(at: number, words: readonly Word[], v: Vocabulary): Entry | 'silent' {
  const word = words[at]!;
  const known = singleWords(word.stem, v).filter(({ stems }) => is(word, stems[0]!));
  const entry = (senses: Entry['senses'], able = false): Entry => ({
    from: at,
    length: 1,
    last: at,
    able,
    senses
  });
  if (known.length > 0 && !v.colours(word.lower)) return entry(sensesOf(known, false));
  if (v.colours(word.lower) || v.cues.has(word.lower) || v.glue.has(word.lower) || v.glue.has(word.stem))
    return 'silent';
  const [, prefix, verb] = /^(un|non|in)?(.{3,12})able$/.exec(word.lower) ?? [];
  const able = verb === undefined ? [] : singleWords(v.stem(verb), v);
  if (able.length > 0) return entry(sensesOf(able, prefix !== undefined), true);
  return entry(derived(word, v));
}

/** "Unworn" is "worn", negative; an "inspection" is what is "inspected". */
function derived({ lower, stem }: Word, v: Vocabulary): Entry['senses'] {
  for (const prefix of v.prefixes) {
    if (!lower.startsWith(prefix) || lower.length < prefix.length + 4 || v.unprefixed.has(stem)) continue;
    const rest = v.stem(lower.slice(prefix.length));
    return [{ concept: rest, negative: true, state: false }, ...sensesOf(singleWords(rest, v), true)];
  }
  const own = { concept: stem, negative: false, state: false };
  const suffix = v.nounSuffixes.find(each => lower.endsWith(each) && lower.length > each.length + 3);
  if (suffix === undefined) return [own];
  const verb = v.stem(lower.slice(0, -suffix.length));
  return [own, { ...own, concept: verb }, ...sensesOf(singleWords(verb, v), false)];
}

const sensesOf = (phrases: readonly Phrase[], turned: boolean): Entry['senses'] =>
  phrases.map(({ meaning, negative, state }) => ({ concept: meaning, negative: negative !== turned, state }));

/** Words, and which of them belong to a phrase already. */
interface Free {
  readonly words: readonly Word[];
  readonly taken: readonly boolean[];
}

function longest(phrases: readonly Phrase[] | undefined, from: number, free: Free, v: Vocabulary) {
  let best: { places: number[]; phrases: Phrase[] } | undefined;
  for (const phrase of phrases ?? []) {
    if (best && phrase.stems.filter(s => s !== '').length < best.places.length) break;
    const places = placesOf(phrase.stems, from, free, v);
    if (!places) continue;
    if (!best) best = { places, phrases: [phrase] };
    else if (places.length === best.places.length) best.phrases.push(phrase);
  }
  return best;
}

function placesOf(stems: readonly string[], from: number, { words, taken }: Free, v: Vocabulary): number[] | undefined {
  const places: number[] = [];
  let at = from;
  let gap = 0;
  for (const s of stems) {
    if (s === '') {
      // "has been paid back" is no having back
      const perfect = v.grammar.perfect.has(words[at - 1]?.lower ?? '');
      if (perfect && (words[at]?.lower === 'been' || words[at]?.lower.endsWith('ed'))) return undefined;
      gap = 4;
      continue;
    }
    const limit = at + gap;
    while (at < limit && words[at]?.lower !== 'to' && !words[at]?.opens && (!is(words[at], s) || taken[at])) at++;
    if (!is(words[at], s) || taken[at] || (gap > 0 && words[at]?.opens)) return undefined;
    places.push(at++);
    gap = 0;
  }
  return places;
}

/** A stem matches every form of its word; `=word` only that form. */
function is(word: Word | undefined, s: string): boolean {
  return word !== undefined && (s.startsWith('=') ? word.lower === s.slice(1) : word.stem === s);
}
