import { alone, needless } from './classify.js';
import { eventForm } from './events.js';
import { dates, formOf, opensVerb, subjectOf } from './forms.js';
import type { Vocabulary } from './vocabulary.js';
import type { Entry, Token, Word } from './words.js';

const NONE: readonly Token[] = [];

export interface Sentence {
  readonly words: readonly Word[];
  /** Whether words that a rule means in earnest are read. */
  readonly soft: boolean;
  /** Tells a span of time. */
  readonly spans: boolean;
  /** Has a verb that makes a deed of a noun, and a word that opens "until it is shipped". */
  readonly eventful: boolean;
  readonly until: boolean;
}

/** The word or phrase that begins at `at`, with what the words around it make of it. */
export function tokenOf(
  at: number,
  entry: Entry,
  flip: boolean,
  sentence: Sentence,
  v: Vocabulary,
  denied = flip,
  parts: readonly Token[] = NONE
): Token {
  const { words, soft, spans } = sentence;
  const word = words[at]!;
  // "bought in a sale" names a thing and tells no deed
  const names = entry.last !== undefined && !entry.readings.some(({ concept }) => v.meanings.get(concept)?.proofs);
  const form = names
    ? undefined
    : (formOf(at, entry, words, v, flip) ??
      (entry.last === undefined ? undefined : formOf(entry.last, entry, words, v, flip)) ??
      (sentence.eventful ? eventForm(at, entry, words, v, flip) : undefined));
  const finished =
    form === 'done' || form === 'done_by_us' || form === 'state' || (form === 'present' && dates(at, words, v));
  const until = sentence.until && opensUntil(at, words, v);
  const readings = entry.readings
    .filter(({ concept }) => !(finished && v.meanings.get(concept)?.general))
    .flatMap(({ concept, negative }) => {
      const reading = { concept, negative: negative !== flip, form };
      if (until) return [reading, { ...reading, negative: !reading.negative }];
      return spans && negative && !flip && v.meanings.get(concept)?.span
        ? [reading, { ...reading, negative: !reading.negative }]
        : [reading];
    });
  return {
    text: words
      .slice(at, at + entry.length)
      .map(each => each.text)
      .join(' '),
    at: word.at,
    readings,
    verb: form !== undefined || opensVerb(at, words, v),
    ware: !flip && entry.length === 1 && v.wares.has(word.stem),
    soft: !flip && form !== 'done_by_us' && softly(at, entry, words, soft, v),
    parts,
    denied,
    who: entry.by ?? subjectOf(at, words, v, entry.length),
    timing: finished && dates(at, words, v)
  };
}

/** "Until it is shipped": so long it is not. */
function opensUntil(at: number, words: readonly Word[], v: Vocabulary): boolean {
  const g = v.grammar;
  for (let i = at - 1; i >= 0 && i >= at - 4; i--) {
    const w = words[i]?.lower ?? '';
    if (g.untils.has(w)) return i < at - 1;
    if (![g.pronouns, g.perfect, g.passive, g.determiners, g.order_nouns].some(list => list.has(w))) return false;
  }
  return false;
}

/** A phrase is as needless as its first word, but a name ("United States") never is. */
export function softly(at: number, entry: Entry, words: readonly Word[], soft: boolean, v: Vocabulary): boolean {
  const word = words[at]!;
  if (entry.length > 1 && entry.readings.some(({ concept }) => v.meanings.get(concept)?.strict)) return false;
  return !(entry.length > 1 && at > 0 && /^\p{Lu}/u.test(word.text)) && needless(word, at, words, soft, v);
}

/** The single words of a phrase, but of one that says the opposite ("out of stock"). */
export function partsOf(at: number, entry: Entry, flip: boolean, sentence: Sentence, v: Vocabulary): readonly Token[] {
  if (entry.length < 2 || entry.readings.some(({ negative }) => negative)) return NONE;
  const parts: Token[] = [];
  let negated = flip;
  for (let i = at; i < at + entry.length; i++) {
    if (v.cues.has(sentence.words[i]!.lower)) negated = !negated;
    else {
      const single = alone(i, sentence.words, sentence.soft, v);
      if (single === 'silent') continue;
      parts.push(tokenOf(i, single, negated, sentence, v));
      negated = false;
    }
  }
  return parts;
}
