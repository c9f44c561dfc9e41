import { foldText } from '../../../core/text/index.js';
import { stem } from '../understand/words/stem.js';

/** Words and pairs of words of a question or a sentence, by what they weigh. */
export type Terms = ReadonlyMap<string, number>;

const PAIR_WEIGHT = 0.6;

/** The length of what terms weigh together. */
export function sizeOf(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) sum += weight * weight;
  return Math.sqrt(sum) || 1;
}

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
