import { exp, log } from './exact.js';
import { eachGram, gramReader, type GramReader, type GramSettings } from './grams.js';

/** What a model is made of; as many `idf`s as `hashes`, as many `weights` as both times the labels. */
export interface ModelParts {
  readonly labels: readonly string[];
  /** Digest of the examples and settings it was fitted to. */
  readonly digest: string;
  readonly grams: GramSettings;
  /** N-grams of words come first. */
  readonly hashes: Uint32Array;
  readonly wordGrams: number;
  /** In steps of `IDF_STEP`. */
  readonly idf: Uint8Array;
  /** By n-gram, then label; in steps of `scale`. */
  readonly weights: Int8Array;
  readonly scale: number;
  readonly base: Float64Array;
}

export const IDF_STEP = 1 / 16;

/** An n-gram that spoke, and how much for a label against the mean of all labels. */
export interface Voice {
  readonly gram: string;
  readonly weight: number;
}

/** Counts beyond this say no more. */
const MOST_COUNTED = 4;
/** How much an n-gram counts that a text holds so often. */
export const COUNTED = Float64Array.from({ length: MOST_COUNTED + 1 }, (_, count) =>
  count === 0 ? 0 : 1 + log(count)
);

/** A fitted linear model. Predictions take no memory beside their result. */
export class Model {
  private readonly table: Int32Array;
  private readonly mask: number;
  private readonly reader: GramReader;
  private readonly counts: Uint8Array;
  private readonly touched: Int32Array;

  constructor(readonly parts: ModelParts) {
    const { hashes, grams } = parts;
    this.reader = gramReader(grams);
    let size = 64;
    while (size < hashes.length * 3) size *= 2;
    this.mask = size - 1;
    this.table = new Int32Array(size).fill(-1);
    this.counts = new Uint8Array(hashes.length);
    this.touched = new Int32Array(hashes.length);
    hashes.forEach((hash, at) => {
      let slot = spread(hash) & this.mask;
      while (this.table[slot]! >= 0) slot = (slot + 1) & this.mask;
      this.table[slot] = at;
    });
  }

  get labels(): readonly string[] {
    return this.parts.labels;
  }

  get digest(): string {
    return this.parts.digest;
  }

  /** Sums of weights by label; of two labels, the difference is the logarithm of the odds. */
  scores(text: string): Float64Array {
    const { labels, idf, weights, wordGrams, base, scale } = this.parts;
    const { counts, touched } = this;
    let met = 0;
    const visit = (hash: number): void => {
      const at = this.find(hash);
      if (at < 0) return;
      if (counts[at] === 0) touched[met++] = at;
      if (counts[at]! < MOST_COUNTED) counts[at]!++;
    };
    eachGram(text, this.reader, visit, visit);
    const norms = [0, 0];
    for (let nth = 0; nth < met; nth++) {
      const at = touched[nth]!;
      const value = COUNTED[counts[at]!]! * idf[at]!;
      norms[at < wordGrams ? 0 : 1]! += value * value;
    }
    const factors = norms.map(norm => (norm === 0 ? 0 : scale / Math.sqrt(norm)));
    const sums = Float64Array.from(base);
    const width = labels.length;
    for (let nth = 0; nth < met; nth++) {
      const at = touched[nth]!;
      const value = COUNTED[counts[at]!]! * idf[at]! * factors[at < wordGrams ? 0 : 1]!;
      for (let label = 0, from = at * width; label < width; label++) sums[label]! += value * weights[from + label]!;
      counts[at] = 0;
    }
    return sums;
  }

  /** By label, together 1. */
  shares(text: string): Float64Array {
    return softmax(this.scores(text));
  }

  /** The n-grams of a text that speak most for a label, the loudest first; negative weights speak against it. */
  voices(text: string, label: string, most: number): Voice[] {
    const { labels, weights, wordGrams, scale, idf } = this.parts;
    const which = labels.indexOf(label);
    const width = labels.length;
    const heard = new Map<string, number>();
    const listen = (hash: number, start: number, end: number): void => {
      const at = this.find(hash);
      if (which < 0 || at < 0 || at >= wordGrams) return;
      let mean = 0;
      for (let each = 0; each < width; each++) mean += weights[at * width + each]! / width;
      spoken.push([start, end, (weights[at * width + which]! - mean) * scale * idf[at]! * IDF_STEP]);
    };
    const spoken: [number, number, number][] = [];
    const folded = eachGram(text, this.reader, listen, () => undefined);
    for (const [start, end, weight] of spoken) {
      const gram = folded.slice(start, end);
      heard.set(gram, (heard.get(gram) ?? 0) + weight);
    }
    return [...heard]
      .map(([gram, weight]) => ({ gram, weight }))
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, most);
  }

  private find(hash: number): number {
    const unsigned = hash >>> 0;
    for (let slot = spread(unsigned) & this.mask; ; slot = (slot + 1) & this.mask) {
      const at = this.table[slot]!;
      if (at < 0 || this.parts.hashes[at] === unsigned) return at;
    }
  }
}

const spread = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return mixed ^ (mixed >>> 15);
};

/** Sums of logarithms as shares of 1. */
export function softmax(sums: Float64Array): Float64Array {
  let largest = -Infinity;
  for (const sum of sums) if (sum > largest) largest = sum;
  let total = 0;
  const shares = new Float64Array(sums.length);
  for (let at = 0; at < sums.length; at++) total += shares[at] = exp(sums[at]! - largest);
  for (let at = 0; at < sums.length; at++) shares[at]! /= total;
  return shares;
}
