import { editDistance, groupBy } from '../../../core/index.js';
import { sizeOf, stemsOf, termsOf, type Terms } from './terms.js';

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
const MOST_SLIPS = 2000;
/** What is more like another is less of a question. */
const LESS = 0.7;

/** Texts by their words and pairs of words, rare ones counting more. */
export class WordIndex {
  /** How many things there are. */
  readonly #size: number;
  /** What each entry stands for; `#size` where that is none of them. */
  readonly #of: Int32Array;
  /** Terms by number; those of term `t` stand in `#entries[#from[t]…#from[t + 1]]`, with what they weigh there. */
  readonly #terms = new Map<string, number>();
  readonly #rarities: Float64Array;
  readonly #from: Int32Array;
  readonly #entries: Int32Array;
  readonly #weights: Float64Array;
  /** By their first letter. */
  readonly #words: ReadonlyMap<string, readonly string[]>;
  /** Words of no entry that were asked for, and what they are read as. */
  readonly #slips = new Map<string, string>();
  /** Of each entry while a question is looked up; 0 in between. */
  readonly #sums: Float64Array;

  /** @param size how many things the entries stand for, numbered from 0 */
  constructor(texts: readonly WordEntry[], size: number) {
    const placeOf = ({ of }: WordEntry) => (of === OTHER ? size : of);
    const entries = [...texts].sort((one, other) => placeOf(one) - placeOf(other));
    this.#sums = new Float64Array(entries.length);
    this.#size = size;
    this.#of = Int32Array.from(entries, placeOf);
    const seen: number[] = [];
    const numberOf = (term: string): number => {
      let number = this.#terms.get(term);
      if (number === undefined) this.#terms.set(term, (number = seen.push(0) - 1));
      seen[number]!++;
      return number;
    };
    const rows = entries.map(({ text }) => {
      const terms = termsOf(stemsOf(text));
      return { numbers: Array.from(terms.keys(), numberOf), values: Float64Array.from(terms.values()) };
    });
    this.#rarities = Float64Array.from(seen, times => Math.log(1 + entries.length / times) ** RARITY);
    const words = [...this.#terms.keys()].filter(term => !term.includes(' '));
    this.#words = groupBy(words, word => word[0]!);
    this.#from = new Int32Array(seen.length + 1);
    for (const [term, times] of seen.entries()) this.#from[term + 1] = this.#from[term]! + times;
    this.#entries = new Int32Array(this.#from.at(-1)!);
    this.#weights = new Float64Array(this.#entries.length);
    const free = this.#from.slice();
    for (const [nth, { numbers, values }] of rows.entries()) {
      for (let at = 0; at < values.length; at++) values[at]! *= this.#rarities[numbers[at]!]!;
      const size = sizeOf(values);
      for (let at = 0; at < values.length; at++) {
        const place = free[numbers[at]!]!++;
        this.#entries[place] = nth;
        this.#weights[place] = (values[at]! / size) * entries[nth]!.weight;
      }
    }
  }

  /**
   * How like each thing is to a question by its words, 0 to about 1: that of the likest of its entries.
   * @param left words that a short question leaves out
   */
  likeness(question: string, left: readonly string[] = []): Float64Array {
    // One more, for what stands for none of them.
    const most = new Float64Array(this.#size + 1);
    const scores = most.subarray(0, this.#size);
    const words = stemsOf(question).map(word => this.#corrected(word));
    if (words.length === 0) return scores;
    const terms = termsOf(words);
    if (words.length <= SHORT) for (const term of left.flatMap(stemsOf)) if (!terms.has(term)) terms.set(term, LEANING);
    const weighed = this.#weighed(terms);
    const size = sizeOf(weighed.values());
    const sums = this.#sums;
    const [entries, weights, ofEntry] = [this.#entries, this.#weights, this.#of];
    for (const [term, value] of weighed) {
      const number = this.#terms.get(term);
      if (number === undefined) continue;
      const end = this.#from[number + 1]!;
      for (let nth = this.#from[number]!; nth < end; nth++) {
        const entry = entries[nth]!;
        const sum = (sums[entry]! += value * weights[nth]!);
        // Sums only grow, so the largest of all is that of an entry when all its terms were met.
        if (sum > most[ofEntry[entry]!]!) most[ofEntry[entry]!] = sum;
      }
    }
    sums.fill(0);
    const other = most[this.#size]!;
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
    return own.filter(word => stemsOf(word).some(each => asked.has(each) && (this.#rarityOf(each) ?? 0) > RARE));
  }

  /** A word that no entry has is read as the one that is a slip away from it. */
  #corrected(word: string): string {
    if (this.#terms.has(word) || word.length < SHORTEST_SLIP) return word;
    let corrected = this.#slips.get(word);
    if (corrected === undefined) {
      const near = (known: string) => Math.abs(known.length - word.length) < 2 && editDistance(word, known) === 1;
      corrected = this.#words.get(word[0]!)?.find(near) ?? word;
      if (this.#slips.size >= MOST_SLIPS) this.#slips.clear();
      this.#slips.set(word, corrected);
    }
    return corrected;
  }

  #weighed(terms: Terms): Terms {
    const strange = STRANGE * Math.log(1 + this.#sums.length) ** RARITY;
    const rarityOf = (term: string) => this.#rarityOf(term) ?? (term.includes(' ') ? 0 : strange);
    return new Map([...terms].map(([term, weight]) => [term, weight * rarityOf(term)]));
  }

  /** Undefined for what no entry has. */
  #rarityOf(term: string): number | undefined {
    const number = this.#terms.get(term);
    return number === undefined ? undefined : this.#rarities[number];
  }
}
