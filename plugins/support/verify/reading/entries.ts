import type { Phrase, Vocabulary } from './vocabulary.js';
import type { Sense, Word } from './words.js';

/** The words of one clause that mean something together. */
export interface Entry {
  readonly from: number;
  readonly length: number;
  /** The verb of a phrase with a gap: "the refund … paid". */
  readonly last: number;
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
    const phrase = longest(v.phrases.get(word.stem), i, { words, taken });
    const silent = v.silent.get(word.stem)?.find(stems => stems.every((s, k) => is(words[i + k], s) && !taken[i + k]));
    if (silent && silent.length >= (phrase?.places.length ?? 0)) {
      taken.fill(true, i, i + silent.length);
      out.fill('formula', i, i + silent.length);
    } else if (phrase && !(phrase.places.length === 1 && v.colours(word.lower))) {
      for (const place of phrase.places) taken[place] = true;
      const length = phrase.phrases[0]!.stems.includes('') ? 1 : phrase.places.length;
      out[i] = { from: i, length, last: phrase.places.at(-1)!, senses: sensesOf(phrase.phrases) };
    } else out[i] = alone(i, word, v);
  }
  return out;
}

/** What a word says that no list has a meaning of. */
function alone(at: number, { lower, stem }: Word, v: Vocabulary): Entry | 'silent' {
  if (v.colours(lower) || v.cues.has(lower) || v.glue.has(lower) || v.glue.has(stem)) return 'silent';
  return { from: at, length: 1, last: at, senses: [{ concept: stem, negative: false, state: false }] };
}

const sensesOf = (phrases: readonly Phrase[]): Entry['senses'] =>
  phrases.map(({ meaning, negative, state }) => ({ concept: meaning, negative, state }));

/** Words, and which of them belong to a phrase already. */
interface Free {
  readonly words: readonly Word[];
  readonly taken: readonly boolean[];
}

function longest(phrases: readonly Phrase[] | undefined, from: number, free: Free) {
  let best: { places: number[]; phrases: Phrase[] } | undefined;
  for (const phrase of phrases ?? []) {
    if (best && phrase.stems.filter(s => s !== '').length < best.places.length) break;
    const places = placesOf(phrase.stems, from, free);
    if (!places) continue;
    if (!best) best = { places, phrases: [phrase] };
    else if (places.length === best.places.length) best.phrases.push(phrase);
  }
  return best;
}

function placesOf(stems: readonly string[], from: number, { words, taken }: Free): number[] | undefined {
  const places: number[] = [];
  let at = from;
  let gap = 0;
  for (const s of stems) {
    if (s === '') {
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
const is = (word: Word | undefined, s: string): boolean =>
  word !== undefined && (s.startsWith('=') ? word.lower === s.slice(1) : word.stem === s);
