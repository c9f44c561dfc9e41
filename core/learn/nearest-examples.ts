import { countGrams, valuesOf } from './rows.js';
import { LEARN_SETTINGS, type Example, type LearnSettings } from './settings.js';

export interface Near {
  readonly example: Example;
  /** Cosine of the n-grams, 0 to 1. */
  readonly likeness: number;
}

/** The examples with the most n-grams in common with a text, the nearest first. For explanations: reads all examples. */
export function nearestExamples(
  examples: readonly Example[],
  text: string,
  most: number,
  settings: LearnSettings = LEARN_SETTINGS
): Near[] {
  const all = [...examples, { text, label: '' }];
  const { from, at, values } = valuesOf(
    countGrams(all, { ...settings, fewest_words: 1, fewest_characters: 1 }),
    all,
    []
  );
  const asked = new Map<number, number>();
  for (let nth = from[examples.length]!; nth < at.length; nth++) asked.set(at[nth]!, values[nth]!);
  return examples
    .map((example, row) => {
      let sum = 0;
      for (let nth = from[row]!; nth < from[row + 1]!; nth++) sum += (asked.get(at[nth]!) ?? 0) * values[nth]!;
      return { example, likeness: sum / 2 };
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most);
}
