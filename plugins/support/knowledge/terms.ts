import { foldText } from '../../../core/text/index.js';
import { stem } from '../understand/words/stem.js';

/** Words and pairs of words of a question or a sentence, by what they weigh. */
export type Terms = ReadonlyMap<string, number>;

/** Where a term stands, and what it weighs there. */
export interface Postings {
  readonly entries: Int32Array;
  readonly weights: Float64Array;
}

const PAIR_WEIGHT = 0.6;

export const postingsOf = (length: number): Postings => ({
  entries: new Int32Array(length),
  weights: new Float64Array(length)
});

export const sizeOf = (terms: Terms): number =>
  Math.sqrt([...terms.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1;

export const stemsOf = (text: string): string[] =>
  (
    foldText(text)
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(stem);

/** Words, and pairs of neighbours. */
export function termsOf(words: readonly string[]): Map<string, number> {
  const terms = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    terms.set(word, 1);
    const next = words[at + 1];
    if (next !== undefined) terms.set(`${word} ${next}`, PAIR_WEIGHT);
  }
  return terms;
}
