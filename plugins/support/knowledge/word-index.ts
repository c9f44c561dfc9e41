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
  /** Of each entry, what it stands for. */
  readonly #of: Int32Array;
  readonly #size: number;
  readonly #postings = new Map<string, Postings>();
  readonly #rarity = new Map<string, number>();
  /** By their first letter. */
  readonly #words: ReadonlyMap<string, readonly string[]>;
  /** Of each entry while a question is looked up; 0 in between. */
  readonly #sums: Float64Array;
  /** Room for the entries that a question is looked up in. */
  readonly #touched: Int32Array;

  /** @param size how many things the entries stand for, numbered from 0 */
  constructor(texts: readonly WordEntry[], size: number) {
    this.#size = size;
    const entries = texts.map(({ text, ...entry }) => ({ ...entry, terms: termsOf(stemsOf(text)) }));
    this.#of = Int32Array.from(entries, entry => entry.of);
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
    this.#sums = new Float64Array(entries.length);
    this.#touched = new Int32Array(entries.length);
  }

  /**
   * How like each thing is to a question by its words, 0 to about 1: that of the likest of its entries.
   * @param left words that a short question leaves out
   */
  likeness(question: string, left: readonly string[] = []): Float64Array {
    const scores = new Float64Array(this.#size);
    const words = stemsOf(question).map(word => this.#corrected(word));
    if (words.length === 0) return scores;
    const terms = termsOf(words);
    if (words.length <= SHORT) for (const term of left.flatMap(stemsOf)) if (!terms.has(term)) terms.set(term, LEANING);
    const weighed = this.#weighed(terms);
    const size = sizeOf(weighed);
    const sums = this.#sums;
    const touched = this.#touched;
    let met = 0;
    for (const [term, value] of weighed) {
      const postings = this.#postings.get(term);
      if (postings === undefined) continue;
      const { entries, weights } = postings;
      for (let nth = 0; nth < entries.length; nth++) {
        const entry = entries[nth]!;
        const before = sums[entry]!;
        if (before === 0) touched[met++] = entry;
        sums[entry] = before + value * weights[nth]!;
      }
    }
    let other = 0;
    for (let nth = 0; nth < met; nth++) {
      const entry = touched[nth]!;
      const sum = sums[entry]!;
      sums[entry] = 0;
      const of = this.#of[entry]!;
      if (of === OTHER) other = Math.max(other, sum);
      else if (sum > scores[of]!) scores[of] = sum;
    }
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
    const strange = STRANGE * Math.log(1 + this.#of.length) ** RARITY;
    const rarityOf = (term: string) => this.#rarity.get(term) ?? (term.includes(' ') ? 0 : strange);
    return new Map([...terms].map(([term, weight]) => [term, weight * rarityOf(term)]));
  }
}
