import { editDistance, groupBy } from '../../../core/index.js';
import { postingsOf, sizeOf, stemsOf, termsOf, type Postings, type Terms } from './terms.js';

/** A text that is looked for. */
export interface WordEntry {
  /** The number of what it stands for, or `OTHER`. */
  readonly of: number;
  readonly text: string;
  /** How much its likeness counts. */
  readonly weight: number;
}

/** What an entry stands for that is none of those looked for: being more like it counts against all. */
export const OTHER = -1;

/** How much a word counts that a short question leaves out, and how short that is. */
const LEANING = 0.9;
const SHORT = 6;
/** Rare words say what a question is about: their rarity counts by this power. */
const RARITY = 1.4;
const RARE = 4.5;
/** A word of no entry still counts: it may be what the question is about. */
const STRANGE = 0.5;
const SHORTEST_SLIP = 5;
/** What is more like another is less of a question. */
const LESS = 0.7;

/** Texts by their words and pairs of words, rare ones counting more. */
export class WordIndex {
  /** Where the entries of each thing end; those of one stand together, and those of none of them last. */
  readonly #ends: Int32Array;
  readonly #postings = new Map<string, Postings>();
  readonly #rarity = new Map<string, number>();
  /** By their first letter. */
  readonly #words: ReadonlyMap<string, readonly string[]>;
  /** Of each entry while a question is looked up; 0 in between. */
  readonly #sums: Float64Array;

  /** @param size how many things the entries stand for, numbered from 0 */
  constructor(texts: readonly WordEntry[], size: number) {
    const placeOf = ({ of }: WordEntry) => (of === OTHER ? size : of);
    const entries = [...texts]
      .sort((one, other) => placeOf(one) - placeOf(other))
      .map(({ text, ...entry }) => ({ ...entry, terms: termsOf(stemsOf(text)) }));
    this.#sums = new Float64Array(entries.length);
    this.#ends = new Int32Array(size);
    for (const { of } of entries) if (of !== OTHER) this.#ends[of]!++;
    for (let of = 1; of < size; of++) this.#ends[of]! += this.#ends[of - 1]!;
    const seen = new Map<string, number>();
    for (const { terms } of entries) for (const term of terms.keys()) seen.set(term, (seen.get(term) ?? 0) + 1);
    for (const [term, times] of seen) this.#rarity.set(term, Math.log(1 + entries.length / times) ** RARITY);
    const words = [...seen.keys()].filter(term => !term.includes(' '));
    this.#words = groupBy(words, word => word[0]!);
    const filled = new Map<string, number>();
    for (const [nth, { terms, weight }] of entries.entries()) {
      const weighed = this.#weighed(terms);
      const size = sizeOf(weighed);
      for (const [term, value] of weighed) {
        const at = filled.get(term) ?? 0;
        const postings = this.#postings.get(term) ?? postingsOf(seen.get(term)!);
        if (at === 0) this.#postings.set(term, postings);
        postings.entries[at] = nth;
        postings.weights[at] = (value / size) * weight;
        filled.set(term, at + 1);
      }
    }
  }

  /**
   * How like each thing is to a question by its words, 0 to about 1: that of the likest of its entries.
   * @param left words that a short question leaves out
   */
  likeness(question: string, left: readonly string[] = []): Float64Array {
    const ends = this.#ends;
    const scores = new Float64Array(ends.length);
    const words = stemsOf(question).map(word => this.#corrected(word));
    if (words.length === 0) return scores;
    const terms = termsOf(words);
    if (words.length <= SHORT) for (const term of left.flatMap(stemsOf)) if (!terms.has(term)) terms.set(term, LEANING);
    const weighed = this.#weighed(terms);
    const size = sizeOf(weighed);
    const sums = this.#sums;
    for (const [term, value] of weighed) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      const { entries, weights } = postings;
      for (let nth = 0; nth < entries.length; nth++) sums[entries[nth]!]! += value * weights[nth]!;
    }
    // All entries are looked at: asking of each whether it was met before would cost more.
    let entry = 0;
    for (let of = 0; of < ends.length; of++) {
      let most = 0;
      for (const end = ends[of]!; entry < end; entry++) if (sums[entry]! > most) most = sums[entry]!;
      scores[of] = most;
    }
    let other = 0;
    for (; entry < sums.length; entry++) if (sums[entry]! > other) other = sums[entry]!;
    sums.fill(0);
    for (let of = 0; of < scores.length; of++) {
      const like = scores[of]! / size;
      scores[of] = like < other / size ? LESS * like : like;
    }
    return scores;
  }

  /** The words of a text that a question has too, where they are rare: what the next question may leave out. */
  shared(question: string, text: string): readonly string[] {
    const asked = new Set(stemsOf(question));
    const own = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    return own.filter(word => stemsOf(word).some(each => asked.has(each) && (this.#rarity.get(each) ?? 0) > RARE));
  }

  /** A word that no entry has is read as the one that is a slip away from it. */
  #corrected(word: string): string {
    if (this.#rarity.has(word) || word.length < SHORTEST_SLIP) return word;
    const near = (known: string) => Math.abs(known.length - word.length) < 2 && editDistance(word, known) === 1;
    return this.#words.get(word[0]!)?.find(near) ?? word;
  }

  #weighed(terms: Terms): Terms {
    const strange = STRANGE * Math.log(1 + this.#sums.length) ** RARITY;
    const rarityOf = (term: string) => this.#rarity.get(term) ?? (term.includes(' ') ? 0 : strange);
    return new Map([...terms].map(([term, weight]) => [term, weight * rarityOf(term)]));
  }
}
