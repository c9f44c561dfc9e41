import { contextHash, eachGram, gramReader } from './grams.js';
import { softmax } from './model.js';

/** One of several things, by its traits. No trait stands twice in one option. */
export interface Option {
  /** What it is: each counts by itself, in pairs, beside all that is around and beside each word of the text. */
  readonly named: readonly string[];
  /** Each counts by itself, in pairs and beside all that is around. */
  readonly leading: readonly string[];
  /** Each counts by itself and in pairs. */
  readonly paired: readonly string[];
  /** Each counts by itself. */
  readonly own: readonly string[];
  /** What would be said. */
  readonly said: readonly Said[];
}

/** A text by its words: each counts by itself and beside each word of the text that is answered. */
export interface Said {
  readonly mark: string;
  /** In small letters. */
  readonly words: readonly string[];
}

/** Several things, one of which is to be chosen. */
export interface Alternatives {
  readonly text: string;
  /** What all of them have around them; the first of these also beside each pair with the first trait of an option. */
  readonly around: readonly string[];
  readonly options: readonly Option[];
}

/** Words one by one and two by two; no word has as many characters as are asked for. */
const READER = gramReader({ words: 2, characters: [60, 60] });

/** The hash of two traits that stand together. */
export function together(one: number, other: number): number {
  const mixed = Math.imul(one ^ (one >>> 15), 0x85ebca6b) ^ Math.imul((other + 0x9e3779b9) | 0, 0xc2b2ae35);
  const spread = mixed ^ (mixed >>> 13);
  return Math.imul(spread, 0x27d4eb2f) ^ (spread >>> 16);
}

/** Names of traits that were met, up to so many: there are few, and each is met with every message. */
const MOST_NAMES = 20_000;
const met = new Map<string, number>();

function hashOf(name: string): number {
  let hash = met.get(name);
  if (hash === undefined) {
    hash = contextHash(name);
    if (met.size < MOST_NAMES) met.set(name, hash);
  }
  return hash;
}

/** Words of the text that are asked beside what would be said. */
const SHORTEST = 3;

const hashesSaid = new WeakMap<Said, readonly number[]>();

function wordsOf(said: Said): readonly number[] {
  let hashes = hashesSaid.get(said);
  if (hashes === undefined) hashesSaid.set(said, (hashes = said.words.map(word => contextHash(`said ${word}`))));
  return hashes;
}

/** Visits what counts of each option, by its hash, in a fixed order. */
export function eachTrait(
  { text, around, options }: Alternatives,
  visit: (option: number, hash: number) => void
): void {
  const hashes = (names: readonly string[]) => names.map(hashOf);
  const surroundings = hashes(around);
  const [first = 0] = surroundings;
  const words: number[] = [];
  const single: number[] = [];
  let last = -1;
  const visitWord = (hash: number, start: number, end: number) => {
    words.push(hash);
    // A word comes before what ends with it.
    if (end > last && end - start >= SHORTEST) single.push(hash);
    last = end;
  };
  eachGram(text, READER, visitWord, () => undefined);
  for (let option = 0; option < options.length; option++) {
    const { named, leading, paired, own, said } = options[option]!;
    const names = hashes(named);
    const led = [...names, ...hashes(leading)];
    const all = [...led, ...hashes(paired)];
    for (const trait of all) visit(option, trait);
    for (const trait of hashes(own)) visit(option, trait);
    for (const trait of led) for (const each of surroundings) visit(option, together(trait, each));
    for (let nth = 1; nth < all.length; nth++)
      for (let before = 0; before < nth; before++) {
        const pair = together(all[before]!, all[nth]!);
        visit(option, pair);
        if (before === 0) visit(option, together(pair, first));
      }
    for (const trait of names) for (const word of words) visit(option, together(word, trait));
    const hashesOfSaid = said.length === 1 ? wordsOf(said[0]!) : new Set(said.flatMap(wordsOf));
    for (const hash of hashesOfSaid) {
      visit(option, hash);
      for (const word of single) visit(option, together(word, hash));
    }
  }
}

export interface ChoiceModelParts {
  /** Digest of what it was fitted to. */
  readonly digest: string;
  readonly hashes: Uint32Array;
  /** As many as hashes, in steps of `scale`. */
  readonly weights: Int8Array;
  readonly scale: number;
}

/** Added to a weight where it is kept: 0 stands where there is none. */
const KEPT_FROM = 128;

/** What was learned from choices: how much each trait speaks for an option. */
export class ChoiceModel {
  /** Hashes, each with its weight beside it: a trait is looked for in one place of memory. */
  readonly #table: Int32Array;
  readonly #mask: number;

  constructor(readonly parts: ChoiceModelParts) {
    const { hashes, weights } = parts;
    let size = 64;
    while (size * LOAD < hashes.length) size *= 2;
    this.#mask = size - 1;
    this.#table = new Int32Array(size * 2);
    for (let nth = 0; nth < hashes.length; nth++) {
      let slot = hashes[nth]! & this.#mask;
      while (this.#table[slot * 2 + 1]! > 0) slot = (slot + 1) & this.#mask;
      this.#table[slot * 2] = hashes[nth]! | 0;
      this.#table[slot * 2 + 1] = weights[nth]! + KEPT_FROM;
    }
  }

  /** How likely each option is the one to choose; together 1. */
  shares(choice: Alternatives): Float64Array {
    const sums = new Float64Array(choice.options.length);
    eachTrait(choice, (option, hash) => {
      sums[option]! += this.#stepsOf(hash);
    });
    return softmax(sums.map(sum => sum * this.parts.scale));
  }

  /** Whether a trait of an option was learned of. */
  knows(trait: string): boolean {
    return this.#stepsOf(hashOf(trait)) !== 0;
  }

  /** How much the trait of this hash speaks for an option; 0 where nothing was learned of it. */
  weightOf(hash: number): number {
    return this.#stepsOf(hash | 0) * this.parts.scale;
  }

  #stepsOf(hash: number): number {
    const table = this.#table;
    const mask = this.#mask;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const kept = table[slot * 2 + 1]!;
      if (kept === 0) return 0;
      if (table[slot * 2] === hash) return kept - KEPT_FROM;
    }
  }
}

/** Of the places of the table, at most so many are taken. */
const LOAD = 0.7;

/** What came of each option of a choice. */
export type Outcome = 'right' | 'wrong' | 'harmful';

/** A choice of which it is known what each option came to. */
export interface KnownChoice extends Alternatives {
  /** As many as there are options. */
  readonly outcomes: readonly Outcome[];
  /** How much it counts; 1 without one. */
  readonly weight?: number;
}

/** How choices are learned. Every number is part of the digest. */
export interface ChoiceSettings {
  /** Options that must have a trait for it to be learned. */
  readonly fewest: number;
  /** Passes over all choices, and the length of a step. */
  readonly passes: number;
  readonly step: number;
  /** Passes over what is added to what was learned before. */
  readonly passes_added: number;
  /** Pull of every weight towards 0. */
  readonly pull: number;
  /** By how much an option that does harm has to be less likely than it seems. */
  readonly harm: number;
}

export const CHOICE_SETTINGS: ChoiceSettings = {
  fewest: 3,
  passes: 14,
  step: 0.02,
  passes_added: 4,
  pull: 1e-4,
  harm: 2.5
};

/** Changes whenever the same choices would give other weights. */
const METHOD = 4;

/** What a model of choices is keyed by, besides the choices. */
export const choiceMethod = (settings: ChoiceSettings = CHOICE_SETTINGS): string => JSON.stringify([METHOD, settings]);
