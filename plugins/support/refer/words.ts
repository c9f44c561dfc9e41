import { editDistance } from '../../../core/index.js';

/** A word or number of a message. */
export interface MessageWord {
  /** Lower case, without accents and apostrophes. */
  readonly text: string;
  /** Offsets into the message, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Which clause it stands in, from 0; a mark or a joining word begins the next one. */
  readonly clause: number;
  readonly sentence: number;
}

/** A phrase of the files that was found: `value` is what its list is for, `size` how many words it has. */
export interface PhraseHit {
  readonly value: string;
  readonly size: number;
}

/** Phrases of one purpose, in lists by value. */
export type Lists = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,80}|https?:\/\/\S{1,300}|www\.\S{1,300}/gu;
const PHONE = /\+\d[\d ().-]{6,20}\d|\(\d{3}\) ?\d{3}-\d{4}|(?<!\d)\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)/gu;
const WORD =
  /\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?!\d)|\d+\.\d{1,2}(?!\d)|[\p{L}\p{N}]{1,40}(?:['’`´][\p{L}]{1,5})*|#\d(?!\d)/gu;
const LONGEST = 4000;

/** Lower case, without accents and apostrophes. */
export const plain = (text: string): string =>
  (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase()
    .replace(/['’`´]/g, '');

/**
 * Splits the beginning of a message into words; addresses and telephone numbers are blanked out.
 * @param joins words with which another clause begins
 */
export function splitWords(message: string, joins: ReadonlySet<string>): MessageWord[] {
  const blank = (found: string): string => ' '.repeat(found.length);
  const text = message.slice(0, LONGEST).replace(ADDRESS, blank).replace(PHONE, blank);
  const words: MessageWord[] = [];
  let [clause, sentence, end] = [0, 0, 0];
  for (const match of text.matchAll(WORD)) {
    const between = text.slice(end, match.index);
    const word = plain(match[0]);
    if (/[.!?;\n…]/.test(between) && words.length > 0) [sentence, clause] = [sentence + 1, clause + 1];
    else if (/[,:()]|\s[-–—]+\s/.test(between) || joins.has(word)) clause++;
    end = match.index + match[0].length;
    words.push({ text: word, start: match.index, end, clause, sentence });
  }
  return words;
}

const SPELLED = ['thing', 'event', 'day', 'weekday', 'unit', 'status', 'age', 'place'];
const SHORTEST_SLIP = 5;

/** Finds the phrases of the files in the words of a message. */
export class Phrases {
  readonly #byFirst = new Map<string, { rest: string[]; purpose: string; value: string }[]>();

  /** Words of times, things and what becomes of them, of which slips are understood. */
  readonly #spelled: readonly string[];
  readonly #words: ReadonlySet<string>;
  readonly #isWord: (word: string) => boolean;

  /** @param isWord tells everyday words, which are no slips of others */
  constructor(lists: Lists, isWord: (word: string) => boolean = () => false) {
    const wordsIn = (purposes: readonly string[]): readonly string[] =>
      purposes.flatMap(purpose => Object.values(lists[purpose] ?? {}).flat()).flatMap(phrase => phrase.split(' '));
    this.#words = new Set(wordsIn(Object.keys(lists)));
    this.#spelled = [...new Set(wordsIn(SPELLED))].filter(word => word.length >= SHORTEST_SLIP);
    this.#isWord = isWord;
    for (const [purpose, values] of Object.entries(lists))
      for (const [value, phrases] of Object.entries(values))
        for (const phrase of phrases) {
          const [first = '', ...rest] = phrase.split(' ');
          const entries = this.#byFirst.get(first);
          if (entries === undefined) this.#byFirst.set(first, [{ rest, purpose, value }]);
          else entries.push({ rest, purpose, value });
        }
  }

  /** Whether a phrase begins with the word or contains it. */
  knows(word: string): boolean {
    return this.#byFirst.has(word);
  }

  /** "Orderd" is a slip of "ordered"; with another end it is another form. */
  #meant(word: string): string {
    if (word.length < SHORTEST_SLIP || /\d/.test(word) || this.#words.has(word) || this.#isWord(word)) return word;
    const [meant, another] = this.#spelled.filter(
      known => known[0] === word[0] && known.at(-1) === word.at(-1) && editDistance(known, word) === 1
    );
    return meant === undefined || another !== undefined ? word : meant;
  }

  read(words: readonly MessageWord[]): Reading {
    const said = words.map(({ text }) => this.#meant(text));
    const found = words.map(({ sentence }, at) => {
      const beginning = this.#byFirst.get(said[at]!);
      if (beginning === undefined) return undefined;
      const hits = new Map<string, PhraseHit>();
      for (const { rest, purpose, value } of beginning) {
        const size = rest.length + 1;
        if (size <= (hits.get(purpose)?.size ?? 0)) continue;
        if (rest.every((next, i) => said[at + 1 + i] === next && words[at + 1 + i]?.sentence === sentence))
          hits.set(purpose, { value, size });
      }
      return hits;
    });
    return new Reading(words, found);
  }
}

/** The words of a message with the phrases that begin at each. */
export class Reading {
  readonly words: readonly MessageWord[];
  /** By word; undefined where none begins. */
  readonly #found: readonly (ReadonlyMap<string, PhraseHit> | undefined)[];

  constructor(words: readonly MessageWord[], found: readonly (ReadonlyMap<string, PhraseHit> | undefined)[]) {
    this.words = words;
    this.#found = found;
  }

  /** The longest phrase of that purpose that begins at a word. */
  at(index: number, purpose: string): PhraseHit | undefined {
    return this.#found[index]?.get(purpose);
  }

  /** The longest phrase of that purpose that ends before a word. */
  before(index: number, purpose: string): PhraseHit | undefined {
    for (let size = Math.min(4, index); size >= 1; size--) {
      const hit = this.at(index - size, purpose);
      if (hit?.size === size) return hit;
    }
    return undefined;
  }

  /** Whether the word is the last of its clause. */
  endsClause(index: number): boolean {
    const next = this.words[index + 1];
    return next === undefined || next.clause !== this.words[index]?.clause;
  }
}
