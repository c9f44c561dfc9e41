import { stem } from './stem.js';
import type { Speller } from './spelling.js';

/** What the correction of a word needs of the lexicon. */
export interface SpellingSource {
  readonly speller: Speller;
  readonly rewrites: ReadonlyMap<string, string>;
  readonly suffixes: readonly (readonly [string, string])[];
  knowsStem(value: string): boolean;
}

/** One written word as the words it stands for: rewritten, its endings split off, its spelling corrected. */
export function standardWords(written: string, lexicon: SpellingSource): string[] {
  const rewritten = lexicon.rewrites.get(written);
  if (rewritten !== undefined) return rewritten.split(' ');
  for (const [suffix, word] of lexicon.suffixes) {
    if (written.length > suffix.length && written.endsWith(suffix)) {
      const rest = standardWords(written.slice(0, -suffix.length), lexicon);
      return word === '' ? rest : [...rest, word];
    }
  }
  return correct(written.replaceAll("'", ''), lexicon);
}

const MOST_LETTERS = 24;
const ENDINGS = ['ing', 'ed', 's'];

function correct(word: string, lexicon: SpellingSource): string[] {
  const glued = /^([a-z]{2,10})(\d{1,10})$/.exec(word);
  if (glued?.[1] !== undefined && glued[2] !== undefined && lexicon.speller.knows(glued[1]))
    return [glued[1], glued[2]];
  const times = /^(?:(x)(\d{1,3})|(\d{1,3})(x|pcs?|pieces?|units?))$/.exec(word);
  if (times !== null) return times.slice(1).filter(part => part !== undefined);
  if (word.length < 4 || word.length > MOST_LETTERS || !/^[a-z]+$/.test(word)) return [squeeze(word)];
  if (lexicon.speller.knows(word)) return [word];
  const stretched = squeeze(word);
  if (stretched !== word) return lexicon.speller.knows(stretched) ? [stretched] : correct(stretched, lexicon);
  if (lexicon.knowsStem(stem(word))) return [word];
  const direct = lexicon.speller.correct(word);
  if (direct !== null) return [direct];
  for (const ending of ENDINGS) {
    const rest =
      word.endsWith(ending) && word.length > ending.length + 4
        ? lexicon.speller.correct(word.slice(0, -ending.length))
        : null;
    if (rest !== null) return [rest + ending];
  }
  return split(word, lexicon) ?? [word];
}

/** "pleeease" as "please": a letter is never written three times. */
const squeeze = (word: string): string => word.replace(/(.)\1{2,}/g, '$1');

const SHORTEST_PART = 3;

/** Two known words written as one. With parts of two letters most unknown words would fall apart ("be-low", "al-one"). */
function split(word: string, lexicon: SpellingSource): string[] | null {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every(part => lexicon.speller.knows(part))) return parts;
  }
  return null;
}
