import { editDistance } from '../../../core/index.js';
import { stem } from '../understand/words/stem.js';
import type { ReferenceFile } from './references-kind.js';
import type { KnownOrder, LineRef } from './types.js';
import { plain, type Reading } from './words.js';

/** Words that name items: all lines that they fit as well as any. */
export interface ItemFound {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly LineRef[];
  readonly plural: boolean;
}

/** What an item's name says, in stems: the last word says what the thing is. */
interface Name {
  readonly words: readonly string[];
  /** Those that stand in the name as they are: "mat", of which "mate" is no form. */
  readonly written: ReadonlySet<string>;
  readonly head: string;
  /** Other words for it. */
  readonly kinds: readonly (readonly string[])[];
  /** What it is made of or for, in words of others. */
  readonly traits: readonly string[];
}

interface Entry {
  readonly line: LineRef;
  readonly role: 'head' | 'word' | 'kind' | 'trait';
  readonly rest: readonly string[];
  /** The name says just that stem. */
  readonly written: boolean;
}

const MOST_NAMES = 5000;
const MOST_INDEXES = 500;
const SHORTEST_SLIP = 4;
/** Words. */
const FARTHEST = 4;

/** Finds the customer's items in a message by name, part of a name, other words for it, plural and slips. */
export class Items {
  readonly #names = new Map<string, Name>();
  /** By the orders' numbers and goods. */
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly Entry[]>>();
  readonly #kinds: readonly { readonly name: readonly string[]; readonly said: readonly (readonly string[])[] }[];
  readonly #traits: ReadonlyMap<string, readonly string[]>;
  readonly #file: ReferenceFile;
  /** Real words are no slips of an item's name. */
  readonly #isWord: (word: string) => boolean;

  constructor(file: ReferenceFile, isWord: (word: string) => boolean) {
    this.#file = file;
    this.#isWord = isWord;
    this.#traits = new Map(Object.entries(file.traits).map(([word, said]) => [stem(word), said.map(stem)]));
    this.#kinds = Object.entries(file.kinds).map(([name, said]) => ({ name: stems(name), said: said.map(stems) }));
  }

  find(reading: Reading, orders: readonly KnownOrder[]): readonly ItemFound[] {
    const index = this.#index(orders);
    const slips = new Map<string, readonly Entry[]>();
    const hits = reading.words.map((_, at) => this.#hitsAt(reading, at, index, slips));
    const found: (ItemFound & { readonly weakly: boolean })[] = [];
    for (let at = 0; at < hits.length; at++) {
      if (hits[at]!.size === 0) continue;
      const span = this.#span(reading, hits, at);
      if (span === undefined) continue;
      found.push(span);
      at = span.to - 1;
    }
    // "The bowls don't fit my table" names no table runner.
    return found.every(({ weakly }) => weakly) ? found : found.filter(({ weakly }) => !weakly);
  }

  /** The longest run of words that one line has in common, if they name it. */
  #span(
    reading: Reading,
    hits: readonly ReadonlyMap<string, Told>[],
    from: number
  ): (ItemFound & { readonly weakly: boolean }) | undefined {
    let fits = new Map([...hits[from]!].map(([key, told]) => [key, { ...told, count: told.named ? 1 : 0 }]));
    let to = from + Math.max(1, ...[...hits[from]!.values()].map(({ size }) => size));
    while (to < hits.length && reading.words[to]!.clause === reading.words[from]!.clause && hits[to]!.size > 0) {
      const both = [...fits].flatMap(([key, told]) => {
        const more = hits[to]!.get(key);
        return more === undefined
          ? []
          : [
              [
                key,
                {
                  ...more,
                  head: told.head || more.head,
                  named: told.named && more.named,
                  count: told.count + (more.named ? 1 : 0)
                }
              ] as const
            ];
      });
      if (both.length === 0) break;
      fits = new Map(both);
      to += Math.max(...both.map(([, { size }]) => size));
    }
    if (to === from + 1 && this.#isDeed(reading, from)) return undefined;
    const described = this.#described(reading, from, to);
    // "When's my stoneware due?"; "off my hands" names no hand mixer.
    const ends = reading.endsClause(to - 1) || reading.at(to, 'place_before') !== undefined;
    const plural = isPlural(reading.words[to - 1]!.text);
    const alone = reading.before(from, 'article') !== undefined && ends && !plural;
    const named = [...fits.values()].filter(
      ({ head, count, named }) => head || count > 1 || described || (named && alone)
    );
    if (named.length === 0) return undefined;
    const weakly = !described && named.every(({ head, count }) => !head && count < 2);
    return { from, to, lines: named.map(({ line }) => line), plural, weakly };
  }

  /** "The espresso one", "the brass thing", "that thing for the bathroom". */
  #described(reading: Reading, from: number, to: number): boolean {
    if (reading.at(to, 'thing') !== undefined) return true;
    const { clause } = reading.words[from]!;
    for (let at = from - 1; at >= from - FARTHEST && reading.words[at]?.clause === clause; at--) {
      const thing = reading.at(at, 'thing');
      if (thing !== undefined && thing.value !== 'order') return true;
      if ((reading.at(at, 'relating') ?? reading.at(at, 'determiner')) === undefined) break;
    }
    return false;
  }

  /** "Should I throw it away" names no throw. */
  #isDeed(reading: Reading, at: number): boolean {
    return reading.before(at, 'before_deeds') !== undefined;
  }

  #hitsAt(
    reading: Reading,
    at: number,
    index: ReadonlyMap<string, readonly Entry[]>,
    slips: Map<string, readonly Entry[]>
  ): ReadonlyMap<string, Told> {
    const { text } = reading.words[at]!;
    const hits = new Map<string, Told>();
    const word = stem(text);
    const entries = index.get(word) ?? slips.get(text) ?? this.#slip(text, index);
    if (!index.has(word)) slips.set(text, entries);
    for (const { line, role, rest, written } of entries) {
      if (written && text === `${word}e`) continue;
      if (!rest.every((next, i) => stem(reading.words[at + 1 + i]?.text ?? '') === next)) continue;
      const key = `${line.order_id} ${line.line_id}`;
      const before = hits.get(key);
      hits.set(key, {
        line,
        head: role === 'head' || role === 'kind' || before?.head === true,
        named: role !== 'trait' || before?.named === true,
        size: Math.max(rest.length + 1, before?.size ?? 1)
      });
    }
    return hits;
  }

  /** The words of items that are one slip, or in long words two, away. */
  #slip(word: string, index: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
    if (word.length < SHORTEST_SLIP || /\d/.test(word) || this.#isWord(word)) return [];
    const said = stem(word);
    if (said.length < SHORTEST_SLIP - 1 || this.#isWord(said)) return [];
    for (const [known, entries] of index) {
      if (known[0] !== said[0] || known.length < SHORTEST_SLIP || Math.abs(known.length - said.length) > 2) continue;
      if (editDistance(said, known) <= (known.length < 7 ? 1 : 2)) return entries.filter(({ role }) => role !== 'kind');
    }
    return [];
  }

  /** The customer's orders come again with every message of a conversation. */
  #index(orders: readonly KnownOrder[]): ReadonlyMap<string, readonly Entry[]> {
    const key = orders
      .map(({ order_id, lines }) => `${order_id} ${lines.map(({ line_id, name }) => `${line_id} ${name}`).join('\n')}`)
      .join('\n\n');
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    if (this.#indexes.size >= MOST_INDEXES) this.#indexes.clear();
    const index = new Map<string, Entry[]>();
    this.#indexes.set(key, index);
    const add = (first: string, entry: Entry): void => {
      const entries = index.get(first);
      if (entries === undefined) index.set(first, [entry]);
      else entries.push(entry);
    };
    for (const { order_id, lines } of orders)
      for (const { line_id, name } of lines) {
        const line = { order_id, line_id };
        const { words, written, head, kinds, traits } = this.#nameOf(name);
        for (const word of words)
          add(word, { line, role: word === head ? 'head' : 'word', rest: [], written: written.has(word) });
        for (const word of traits) add(word, { line, role: 'trait', rest: [], written: false });
        for (const [first = '', ...rest] of kinds) add(first, { line, role: 'kind', rest, written: false });
      }
    return index;
  }

  #nameOf(name: string): Name {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const { empty_words, colours } = this.#file;
    const said = plain(name.split(/[,(]/)[0]!)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(word => word !== '' && !/\d/.test(word) && !empty_words.includes(word));
    const head = stem(said.findLast(word => !colours.includes(word)) ?? said.at(-1) ?? '');
    const words = [...new Set(said.map(stem))];
    const kinds = this.#kinds
      .filter(kind => kind.name.at(-1) === head && kind.name.every(part => words.includes(part)))
      .flatMap(kind => kind.said)
      .filter(([first, another]) => another !== undefined || first !== head);
    const traits = words.flatMap(word => this.#traits.get(word) ?? []).filter(word => !words.includes(word));
    const made = { words, written: new Set(said), head, kinds, traits: [...new Set(traits)] };
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#names.set(name, made);
    return made;
  }
}

interface Told {
  readonly line: LineRef;
  readonly head: boolean;
  /** It stands in the name, or is another name for it. */
  readonly named: boolean;
  /** Words that were needed to say it. */
  readonly size: number;
}

const stems = (phrase: string): string[] => phrase.split(' ').map(stem);
const isPlural = (word: string): boolean => word.endsWith('s') && !word.endsWith('ss');
