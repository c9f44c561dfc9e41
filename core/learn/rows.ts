import { log } from './exact.js';
import { eachGram, gramReader } from './grams.js';
import { COUNTED, IDF_STEP } from './model.js';
import type { Example, LearnSettings } from './settings.js';

/** Texts as numbers: of row `r`, n-grams `at[from[r]…from[r+1]]` with their values. */
export interface Rows {
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly values: Float32Array;
  readonly labels: Uint16Array;
  readonly weights: Float32Array;
}

export interface Features {
  readonly hashes: Uint32Array;
  readonly wordGrams: number;
  readonly idf: Uint8Array;
}

/** How often each known n-gram stands in each example. */
export interface Counts {
  readonly features: Features;
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly count: Uint8Array;
}

/** Finds the n-grams that stand in enough examples, in the order in which they are met, and counts them. */
export function countGrams(examples: readonly Example[], settings: LearnSettings): Counts {
  const words = new Map<number, number>();
  const characters = new Map<number, number>();
  const met: number[] = [];
  const reader = gramReader(settings);
  const texts = examples.map(({ text }) => {
    const counted = new Map<number, number>();
    const visitor = (known: Map<number, number>, kind: number) => (hash: number) => {
      const unsigned = hash >>> 0;
      let id = known.get(unsigned);
      if (id === undefined) {
        known.set(unsigned, (id = met.length));
        met.push(kind);
      }
      counted.set(id, (counted.get(id) ?? 0) + 1);
    };
    eachGram(text, reader, visitor(words, 0), visitor(characters, 1));
    return counted;
  });
  const holding = new Uint32Array(met.length);
  for (const counted of texts) for (const id of counted.keys()) holding[id]!++;
  const place = new Int32Array(met.length).fill(-1);
  const hashes: number[] = [];
  const idf: number[] = [];
  const keep = (known: ReadonlyMap<number, number>, fewest: number): void => {
    for (const [hash, id] of known) {
      if (holding[id]! < fewest) continue;
      place[id] = hashes.length;
      hashes.push(hash);
      idf.push(Math.min(255, Math.round((1 + log((1 + examples.length) / (1 + holding[id]!))) / IDF_STEP)));
    }
  };
  keep(words, settings.fewest_words);
  const wordGrams = hashes.length;
  keep(characters, settings.fewest_characters);
  const from = new Int32Array(texts.length + 1);
  const total = texts.reduce((sum, counted) => sum + counted.size, 0);
  const at = new Int32Array(total);
  const count = new Uint8Array(total);
  let filled = 0;
  texts.forEach((counted, row) => {
    from[row] = filled;
    for (const [id, times] of counted) {
      if (place[id]! < 0) continue;
      at[filled] = place[id]!;
      count[filled++] = Math.min(times, COUNTED.length - 1);
    }
  });
  from[texts.length] = filled;
  return { features: { hashes: Uint32Array.from(hashes), wordGrams, idf: Uint8Array.from(idf) }, from, at, count };
}

/**
 * How much each n-gram counts beyond its rarity: more where the odds of a label are far from what they are elsewhere.
 * What holds for little counts little then, before anything is fitted.
 * @param contrast 0 to 1; 0 makes all alike
 */
export function contrastsOf(
  { features: { idf }, from, at }: Counts,
  { labels, weights }: Rows,
  width: number,
  contrast: number
): Float32Array {
  if (contrast === 0) return new Float32Array(idf.length).fill(1);
  const sums = new Float64Array(idf.length * width).fill(1);
  const totals = new Float64Array(width).fill(1);
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row]!;
    totals[label]! += weights[row]!;
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) sums[at[nth]! * width + label]! += weights[row]!;
  }
  const all = totals.reduce((sum, total) => sum + total, 0);
  return Float32Array.from(idf, (_, gram) => {
    const own = sums.subarray(gram * width, (gram + 1) * width);
    const held = own.reduce((sum, each) => sum + each, 0);
    let farthest = 0;
    for (let label = 0; label < width; label++) {
      const inside = own[label]! / totals[label]!;
      const outside = (held - own[label]!) / (all - totals[label]!);
      farthest = Math.max(farthest, Math.abs(log(inside / outside)));
    }
    return 1 - contrast + contrast * farthest;
  });
}

/** The same rows with each n-gram's value times its contrast. */
export function contrasted(rows: Rows, contrasts: Float32Array): Rows {
  return { ...rows, values: rows.values.map((value, nth) => value * contrasts[rows.at[nth]!]!) };
}

/** Values of counted n-grams: of length 1 for those of words, and for those of characters. */
export function valuesOf(
  { features: { idf, wordGrams }, from, at, count }: Counts,
  examples: readonly Example[],
  labels: readonly string[]
): Rows {
  const values = new Float32Array(at.length);
  const index = new Map(labels.map((label, nth) => [label, nth]));
  for (let row = 0; row < examples.length; row++) {
    const norms = [0, 0];
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) {
      const value = COUNTED[count[nth]!]! * idf[at[nth]!]!;
      values[nth] = value;
      norms[at[nth]! < wordGrams ? 0 : 1]! += value * value;
    }
    const factors = norms.map(norm => (norm === 0 ? 0 : 1 / Math.sqrt(norm)));
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) values[nth]! *= factors[at[nth]! < wordGrams ? 0 : 1]!;
  }
  return {
    from,
    at,
    values,
    labels: Uint16Array.from(examples, ({ label }) => index.get(label)!),
    weights: Float32Array.from(examples, ({ weight = 1 }) => weight)
  };
}

/** The same counts of the chosen n-grams alone; `kept` lists them in ascending order. */
export function select({ features, from, at, count }: Counts, kept: Int32Array): Counts {
  const place = new Int32Array(features.hashes.length).fill(-1);
  kept.forEach((each, nth) => (place[each] = nth));
  const starts = new Int32Array(from.length);
  const places = new Int32Array(at.length);
  const counts = new Uint8Array(at.length);
  let filled = 0;
  for (let row = 0; row + 1 < from.length; row++) {
    starts[row] = filled;
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) {
      if (place[at[nth]!]! < 0) continue;
      places[filled] = place[at[nth]!]!;
      counts[filled++] = count[nth]!;
    }
  }
  starts[from.length - 1] = filled;
  return {
    features: {
      hashes: Uint32Array.from(kept, each => features.hashes[each]!),
      wordGrams: kept.filter(each => each < features.wordGrams).length,
      idf: Uint8Array.from(kept, each => features.idf[each]!)
    },
    from: starts,
    at: places.slice(0, filled),
    count: counts.slice(0, filled)
  };
}
