import { log } from './exact.js';
import { contextHash, eachGram, gramReader } from './grams.js';
import { COUNTED, groupOf, IDF_STEP } from './model.js';
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
  /** Those of words and characters; what follows is context. */
  readonly textGrams: number;
  readonly idf: Uint8Array;
}

/** How often each known n-gram stands in each example. */
export interface Counts {
  readonly features: Features;
  readonly from: Int32Array;
  readonly at: Int32Array;
  readonly count: Uint8Array;
}

/** How rare an n-gram is that so many of all examples hold, in steps of `IDF_STEP`. */
export const rarity = (all: number, holding: number): number =>
  Math.min(255, Math.round((1 + log((1 + all) / (1 + holding))) / IDF_STEP));

/** Finds the n-grams that stand in enough examples, in the order in which they are met, and counts them. */
export function countGrams(examples: readonly Example[], settings: LearnSettings): Counts {
  const words = new Map<number, number>();
  const characters = new Map<number, number>();
  const contexts = new Map<number, number>();
  const reader = gramReader(settings);
  const starts: number[] = [];
  const ids: number[] = [];
  const counts: number[] = [];
  /** By id: examples that hold it, and where it stands in `ids` for the last of them. */
  const holding: number[] = [];
  const last: number[] = [];
  const visitor = (known: Map<number, number>) => (hash: number) => {
    let id = known.get(hash);
    if (id === undefined) {
      known.set(hash, (id = holding.length));
      holding.push(0);
      last.push(-1);
    }
    if (last[id]! >= starts[starts.length - 1]!) counts[last[id]!]!++;
    else {
      last[id] = ids.length;
      holding[id]!++;
      ids.push(id);
      counts.push(1);
    }
  };
  const [word, character, around] = [visitor(words), visitor(characters), visitor(contexts)];
  for (const { text, context = [] } of examples) {
    starts.push(ids.length);
    eachGram(text, reader, word, character);
    for (const name of context) around(contextHash(name));
  }
  starts.push(ids.length);
  const place = new Int32Array(holding.length).fill(-1);
  const hashes: number[] = [];
  const idf: number[] = [];
  const keep = (known: ReadonlyMap<number, number>, fewest: number): void => {
    for (const [hash, id] of known) {
      if (holding[id]! < fewest) continue;
      place[id] = hashes.length;
      hashes.push(hash >>> 0);
      idf.push(rarity(examples.length, holding[id]!));
    }
  };
  keep(words, settings.fewest_words);
  const wordGrams = hashes.length;
  keep(characters, settings.fewest_characters);
  const textGrams = hashes.length;
  keep(contexts, settings.fewest_words);
  const from = new Int32Array(starts.length);
  const at = new Int32Array(ids.length);
  const count = new Uint8Array(ids.length);
  let filled = 0;
  for (let row = 0; row < examples.length; row++) {
    from[row] = filled;
    for (let nth = starts[row]!; nth < starts[row + 1]!; nth++) {
      const kept = place[ids[nth]!]!;
      if (kept < 0) continue;
      at[filled] = kept;
      count[filled++] = Math.min(counts[nth]!, COUNTED.length - 1);
    }
  }
  from[examples.length] = filled;
  return {
    features: { hashes: Uint32Array.from(hashes), wordGrams, textGrams, idf: Uint8Array.from(idf) },
    from,
    at: at.slice(0, filled),
    count: count.slice(0, filled)
  };
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
  if (contrasts.every(contrast => contrast === 1)) return rows;
  return { ...rows, values: rows.values.map((value, nth) => value * contrasts[rows.at[nth]!]!) };
}

/** Values of counted n-grams: of length 1 for those of words, those of characters and those of the context. */
export function valuesOf(
  { features, from, at, count }: Counts,
  examples: readonly Example[],
  labels: readonly string[]
): Rows {
  const values = new Float32Array(at.length);
  const index = new Map(labels.map((label, nth) => [label, nth]));
  for (let row = 0; row < examples.length; row++) {
    const norms = [0, 0, 0];
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) {
      const value = COUNTED[count[nth]!]! * features.idf[at[nth]!]!;
      values[nth] = value;
      norms[groupOf(at[nth]!, features)]! += value * value;
    }
    const factors = norms.map(norm => (norm === 0 ? 0 : 1 / Math.sqrt(norm)));
    for (let nth = from[row]!; nth < from[row + 1]!; nth++) values[nth]! *= factors[groupOf(at[nth]!, features)]!;
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
      textGrams: kept.filter(each => each < features.textGrams).length,
      idf: Uint8Array.from(kept, each => features.idf[each]!)
    },
    from: starts,
    at: places.slice(0, filled),
    count: counts.slice(0, filled)
  };
}
