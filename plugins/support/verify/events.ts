import { formOf } from './forms.js';
import type { Form } from './policy-file.js';
import type { Vocabulary } from './vocabulary.js';
import type { Entry, Kinds, Word } from './words.js';

/** How far a noun may stand from the verb that makes a deed of it. */
const REACH = 7;

/** Where the verb stands by which a noun is said to come about: "the delivery of your bench took place". */
export function eventAfter(at: number, words: readonly Word[], v: Vocabulary): number | undefined {
  for (let i = at + 1; i <= at + REACH && i < words.length; i++) {
    const word = words[i]!;
    if (v.grammar.subordinators.has(word.lower) || v.grammar.conjunctions.has(word.lower)) return undefined;
    if (eventAt(i, words, v)) return i;
  }
  return undefined;
}

/** "Delivery took place" is "was delivered", and "delivery will take place" is "will be delivered". */
export function eventForm(
  at: number,
  entry: Entry,
  words: readonly Word[],
  v: Vocabulary,
  negated: boolean
): Form | undefined {
  if (!entry.readings.some(({ concept }) => v.meanings.get(concept)?.proofs)) return undefined;
  const event = eventAfter(at, words, v);
  return event === undefined ? undefined : formOf(event, { length: 1, readings: [] }, words, v, negated);
}

/** "The delivery has not taken place" negates the delivery, which stands before. */
export function eventTarget(cue: number, words: readonly Word[], kind: Kinds, v: Vocabulary): number | undefined {
  for (let i = cue + 1; i <= cue + 3 && i < words.length; i++) {
    if (!eventAt(i, words, v)) continue;
    for (let noun = cue - 1; noun >= 0; noun--) {
      const entry = kind[noun];
      if (entry && entry !== 'silent' && entry.readings.some(({ concept }) => v.meanings.get(concept)?.proofs))
        return noun;
    }
  }
  return undefined;
}

export function eventAt(at: number, words: readonly Word[], v: Vocabulary): boolean {
  const phrases = v.events.get(words[at]!.stem);
  return phrases !== undefined && phrases.some(stems => stems.every((stem, k) => words[at + k]?.stem === stem));
}
