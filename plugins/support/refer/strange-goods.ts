import { stem } from '../understand/words/stem.js';
import type { Reading } from './words.js';

/** The longest name of goods, and how many words may stand between an article and goods ("my new air fryer"). */
const LONGEST = 3;
const BETWEEN = 2;
/** How far behind its name stands what became of it: "my curtains still have not come". */
const NEAR = 3;

/** Finds goods that a message asks for by words of the shop's trade, whoever bought them. */
export class Goods {
  readonly #names: ReadonlySet<string>;

  /** @param names words for what shops sell */
  constructor(names: readonly string[]) {
    this.#names = new Set(names.map(key));
  }

  /**
   * The first goods that are asked for: what a deed or a question names ("cancel the cushions", "where is my toaster"), or of
   * what is said what became of it ("my curtains never came"). Other goods only are what the message tells of beside ("on my phone").
   * @param owned where the message names goods of the customer
   * @returns in the message's words; undefined where it asks for none
   */
  find(reading: Reading, owned: readonly { readonly from: number; readonly to: number }[]): string | undefined {
    for (const [at] of reading.words.entries()) {
      const size = this.#sizeAt(reading, at);
      if (size === 0 || owned.some(({ from, to }) => at < to && from < at + size)) continue;
      const from = articleBefore(reading, at);
      if (isAsked(reading, from) || (from < at && becomes(reading, from, at + size)))
        return reading.words
          .slice(at, at + size)
          .map(({ text }) => text)
          .join(' ');
    }
    return undefined;
  }

  #sizeAt({ words }: Reading, at: number): number {
    for (let size = LONGEST; size > 0; size--) {
      const said = words.slice(at, at + size);
      if (
        said.length === size &&
        said.every(({ clause }) => clause === words[at]!.clause) &&
        this.#names.has(key(said.map(({ text }) => text).join(' ')))
      )
        return size;
    }
    return 0;
  }
}

/** By its singular: "curtains" are sold as a curtain. */
const key = (name: string): string => name.split(' ').map(stem).join(' ');

/** Where the article of goods stands, or the goods where they have none. */
function articleBefore(reading: Reading, at: number): number {
  const { clause } = reading.words[at]!;
  for (let from = at - 1; from >= at - 1 - BETWEEN && reading.words[from]?.clause === clause; from--)
    if (reading.at(from, 'article') !== undefined || reading.at(from, 'uncounted') !== undefined) return from;
  return at;
}

/** "Cancel", "where are", "I ordered" before its article. */
const isAsked = (reading: Reading, from: number): boolean =>
  reading.words[from - 1]?.sentence === reading.words[from]!.sentence &&
  reading.before(from, 'goods_behind') !== undefined;

/** "My curtains never came", at the beginning of a clause. */
function becomes(reading: Reading, from: number, to: number): boolean {
  const { words } = reading;
  const { clause } = words[to - 1]!;
  if (words[from - 1]?.clause === clause) return false;
  for (let at = to; at < to + NEAR && words[at]?.clause === clause; at++)
    if (['status', 'event', 'not'].some(purpose => reading.at(at, purpose) !== undefined)) return true;
  return false;
}
