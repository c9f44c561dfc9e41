import { countGrams, type Counts, rarity, valuesOf } from './rows.js';
import { LEARN_SETTINGS, type Example, type LearnSettings } from './settings.js';

export interface Near {
  readonly example: Example;
  /** Cosine of the n-grams, 0 to 1. */
  readonly likeness: number;
}

/** Examples whose n-grams are counted. */
interface Counted {
  readonly settings: LearnSettings;
  readonly counts: Counts;
  /** By n-gram, how many examples hold it. */
  readonly holding: Int32Array;
}

/** Counting takes most of the time: who asks again, of the same list, finds it done. */
const known = new WeakMap<readonly Example[], Counted>();

/** The examples with the most n-grams in common with a text, the nearest first. For explanations: reads all examples. */
export function nearestExamples(
  examples: readonly Example[],
  text: string,
  most: number,
  settings: LearnSettings = LEARN_SETTINGS
): Near[] {
  const { counts, holding } = countedOf(examples, settings);
  const own = countAll([{ text, label: '' }], settings);
  const places = placesIn(counts, own);
  // A text counts as one more example.
  const all = examples.length + 1;
  const held = holding.slice();
  for (const place of places.values()) held[place]!++;
  const rarities = Uint8Array.from(held, count => rarity(all, count));
  const { from, at, values } = valuesOf(withRarities(counts, rarities), examples, []);
  const ownRarities = own.features.idf.map((_, gram) => rarity(all, held[places.get(gram) ?? -1] ?? 1));
  const asking = valuesOf(withRarities(own, ownRarities), [{ text, label: '' }], []);
  const asked = new Map([...asking.at].map((gram, nth) => [places.get(gram), asking.values[nth]!]));
  return examples
    .map((example, row) => {
      let sum = 0;
      for (let nth = from[row]!; nth < from[row + 1]!; nth++) sum += (asked.get(at[nth]!) ?? 0) * values[nth]!;
      return { example, likeness: sum / 2 };
    })
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most);
}

const countAll = (examples: readonly Example[], settings: LearnSettings): Counts =>
  countGrams(examples, { ...settings, fewest_words: 1, fewest_characters: 1 });

function countedOf(examples: readonly Example[], settings: LearnSettings): Counted {
  const found = known.get(examples);
  if (found?.settings === settings) return found;
  const counts = countAll(examples, settings);
  const holding = new Int32Array(counts.features.hashes.length);
  for (const gram of counts.at) holding[gram]!++;
  const counted = { settings, counts, holding };
  known.set(examples, counted);
  return counted;
}

/** Of each n-gram of a text that examples hold, its place among theirs. */
function placesIn({ features: theirs }: Counts, { features: own }: Counts): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const words = new Map([...own.hashes.subarray(0, own.wordGrams)].map((hash, nth) => [hash, nth]));
  const characters = new Map([...own.hashes.subarray(own.wordGrams)].map((hash, nth) => [hash, own.wordGrams + nth]));
  for (let place = 0; place < theirs.textGrams; place++) {
    const gram = (place < theirs.wordGrams ? words : characters).get(theirs.hashes[place]!);
    if (gram !== undefined) places.set(gram, place);
  }
  return places;
}

const withRarities = (counts: Counts, idf: Uint8Array): Counts => ({
  ...counts,
  features: { ...counts.features, idf }
});
