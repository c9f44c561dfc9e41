import { exp, log } from './exact.js';
import { contextHash, eachGram, gramReader, gramsOf, type GramReader, type GramSettings } from './grams.js';

/** What a model is made of; as many `idf`s as `hashes`, and `weights` for each of them by label, then group. */
export interface ModelParts {
  readonly labels: readonly string[];
  /** Where labels are chosen within groups: of each label, the number of its group; those of one group stand together. */
  readonly groups?: readonly number[] | undefined;
  /** Digest of the examples and settings it was fitted to. */
  readonly digest: string;
  readonly grams: GramSettings;
  /** N-grams of words come first. */
  readonly hashes: Uint32Array;
  readonly wordGrams: number;
  /** Those of words and characters; after them comes the context. */
  readonly textGrams: number;
  /** In steps of `IDF_STEP`. */
  readonly idf: Uint8Array;
  /** By n-gram, then label and group; in steps of `scale`. */
  readonly weights: Int8Array;
  readonly scale: number;
  readonly base: Float64Array;
}

/** How many weights an n-gram has. */
export const widthOf = ({ labels, groups }: Pick<ModelParts, 'labels' | 'groups'>): number =>
  labels.length + (groups === undefined ? 0 : groups.at(-1)! + 1);

export const IDF_STEP = 1 / 16;

/** An n-gram that spoke, and how much for a label against the mean of all labels. */
export interface Voice {
  readonly gram: string;
  readonly weight: number;
}

/** Words, characters and context each have their own length. */
export const groupOf = (at: number, { wordGrams, textGrams }: Pick<ModelParts, 'wordGrams' | 'textGrams'>): number =>
  at < wordGrams ? 0 : at < textGrams ? 1 : 2;

/** Counts beyond this say no more. */
const MOST_COUNTED = 4;
/** How much an n-gram counts that a text holds so often. */
export const COUNTED = Float64Array.from({ length: MOST_COUNTED + 1 }, (_, count) =>
  count === 0 ? 0 : 1 + log(count)
);

/** Places of n-grams by their hash, and room to count them in. */
interface Lookup {
  /** Places from 1; 0 where there is none. As small as it can be: it is looked up for every n-gram of every text. */
  readonly table: Uint16Array | Uint32Array;
  readonly mask: number;
  readonly reader: GramReader;
  readonly counts: Uint8Array;
  readonly touched: Int32Array;
}

function lookupOf({ hashes, grams }: ModelParts): Lookup {
  let size = 64;
  while (size < hashes.length * 2) size *= 2;
  const mask = size - 1;
  const table = hashes.length < 0xffff ? new Uint16Array(size) : new Uint32Array(size);
  for (let at = 0; at < hashes.length; at++) {
    let slot = spread(hashes[at]!) & mask;
    while (table[slot]! > 0) slot = (slot + 1) & mask;
    table[slot] = at + 1;
  }
  const counts = new Uint8Array(hashes.length);
  return { table, mask, reader: gramReader(grams), counts, touched: new Int32Array(hashes.length) };
}

/** A fitted linear model. Predictions take no memory beside their result; the first one makes room for it. */
export class Model {
  private made?: Lookup;

  constructor(readonly parts: ModelParts) {}

  private get lookup(): Lookup {
    return (this.made ??= lookupOf(this.parts));
  }

  get labels(): readonly string[] {
    return this.parts.labels;
  }

  get digest(): string {
    return this.parts.digest;
  }

  /**
   * Sums of weights by label, then group; of two that are chosen between, the difference is the logarithm of the odds.
   * @param context names as in the examples
   */
  scores(text: string, context: readonly string[] = []): Float64Array {
    const { hashes, idf, weights, base, scale } = this.parts;
    const { lookup } = this;
    const { counts, touched, reader } = lookup;
    let met = 0;
    const visit = (hash: number): void => {
      const at = placeOf(hash, lookup, hashes);
      if (at < 0) return;
      if (counts[at] === 0) touched[met++] = at;
      if (counts[at]! < MOST_COUNTED) counts[at]!++;
    };
    for (const hash of gramsOf(text, reader)) visit(hash);
    for (const name of context) visit(contextHash(name));
    const norms = [0, 0, 0];
    for (let nth = 0; nth < met; nth++) {
      const at = touched[nth]!;
      const value = COUNTED[counts[at]!]! * idf[at]!;
      norms[groupOf(at, this.parts)]! += value * value;
    }
    const factors = norms.map(norm => (norm === 0 ? 0 : scale / Math.sqrt(norm)));
    const valueOf = (at: number): number => {
      const value = COUNTED[counts[at]!]! * idf[at]! * factors[groupOf(at, this.parts)]!;
      counts[at] = 0;
      return value;
    };
    const sums = base.slice();
    const width = sums.length;
    let nth = 0;
    // Four at a time, in their order: a sum is read and written once for all of them.
    for (; nth + 3 < met; nth += 4) {
      const [one, two, three, four] = [touched[nth]!, touched[nth + 1]!, touched[nth + 2]!, touched[nth + 3]!];
      const [first, second, third, fourth] = [valueOf(one), valueOf(two), valueOf(three), valueOf(four)];
      const [a, b, c, d] = [one * width, two * width, three * width, four * width];
      for (let label = 0; label < width; label++)
        sums[label] =
          sums[label]! +
          first * weights[a + label]! +
          second * weights[b + label]! +
          third * weights[c + label]! +
          fourth * weights[d + label]!;
    }
    for (; nth < met; nth++) {
      const at = touched[nth]!;
      const value = valueOf(at);
      for (let label = 0, from = at * width; label < width; label++) sums[label]! += value * weights[from + label]!;
    }
    return sums;
  }

  /** How much likelier one of two labels is than the other: the logarithm of the odds. */
  odds(label: string, text: string, context: readonly string[] = []): number {
    const scores = this.scores(text, context);
    const at = this.labels.indexOf(label);
    return scores[at]! - scores[1 - at]!;
  }

  /** By label, together 1. */
  shares(text: string, context: readonly string[] = []): Float64Array {
    const sums = this.scores(text, context);
    const { groups } = this.parts;
    if (groups === undefined) return softmax(sums);
    const { length } = this.labels;
    softmax(sums, length);
    for (let from = 0, to = 0; from < length; from = to) {
      for (to = from; groups[to] === groups[from]; to++);
      softmax(sums, from, to);
      for (let at = from; at < to; at++) sums[at]! *= sums[length + groups[from]!]!;
    }
    return sums.subarray(0, length);
  }

  /** Of the words of a text, the share that it was fitted with, or that says enough to be kept; 0 where there is none. */
  knownWords(text: string): number {
    const { hashes, wordGrams } = this.parts;
    const { lookup } = this;
    const spoken: [number, number, boolean][] = [];
    const listen = (hash: number, start: number, end: number): void => {
      const at = placeOf(hash, lookup, hashes);
      spoken.push([start, end, at >= 0 && at < wordGrams]);
    };
    const folded = eachGram(text, lookup.reader, listen, () => undefined);
    const words = spoken.filter(([start, end]) => !folded.slice(start, end).includes(' '));
    return words.length === 0 ? 0 : words.filter(([, , known]) => known).length / words.length;
  }

  /** The n-grams of a text that speak most for a label, the loudest first; negative weights speak against it. */
  voices(text: string, label: string, most: number): Voice[] {
    const { labels, hashes, weights, wordGrams, scale, idf } = this.parts;
    const { lookup } = this;
    const which = labels.indexOf(label);
    const width = widthOf(this.parts);
    const heard = new Map<string, number>();
    const listen = (hash: number, start: number, end: number): void => {
      const at = placeOf(hash, lookup, hashes);
      if (which < 0 || at < 0 || at >= wordGrams) return;
      let mean = 0;
      for (let each = 0; each < width; each++) mean += weights[at * width + each]! / width;
      spoken.push([start, end, (weights[at * width + which]! - mean) * scale * idf[at]! * IDF_STEP]);
    };
    const spoken: [number, number, number][] = [];
    const folded = eachGram(text, lookup.reader, listen, () => undefined);
    for (const [start, end, weight] of spoken) {
      const gram = folded.slice(start, end);
      heard.set(gram, (heard.get(gram) ?? 0) + weight);
    }
    return [...heard]
      .map(([gram, weight]) => ({ gram, weight }))
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, most);
  }
}

function placeOf(hash: number, { table, mask }: Lookup, hashes: Uint32Array): number {
  const unsigned = hash >>> 0;
  for (let slot = spread(unsigned) & mask; ; slot = (slot + 1) & mask) {
    const at = table[slot]! - 1;
    if (at < 0 || hashes[at] === unsigned) return at;
  }
}

const spread = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
};

/** Makes shares of 1 of sums of logarithms, in place. */
export function softmax(sums: Float64Array, from = 0, to = sums.length): Float64Array {
  let largest = -Infinity;
  for (let at = from; at < to; at++) largest = Math.max(largest, sums[at]!);
  let total = 0;
  for (let at = from; at < to; at++) total += sums[at] = exp(sums[at]! - largest);
  for (let at = from; at < to; at++) sums[at]! /= total;
  return sums;
}
