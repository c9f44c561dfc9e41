import { DIGIT, foldText, LETTER, sortOf } from '../text/index.js';

/** Called with the hash of each n-gram, and its place in the folded text. */
export type Visit = (hash: number, start: number, end: number) => void;

export interface GramSettings {
  /** Longest run of words that is one n-gram. */
  readonly words: number;
  /** Shortest and longest run of characters within a word; a word has a space before and after it. */
  readonly characters: readonly [number, number];
  /** Words that count as one sign of their name, and not as themselves: `product: [kettle, lamp]`. */
  readonly signs?: Readonly<Record<string, readonly string[]>>;
}

/** What of `GramSettings` is looked up for each word. */
export interface GramReader {
  readonly settings: GramSettings;
  /** Hash of a word to the character of its sign. */
  readonly signs: ReadonlyMap<number, number>;
}

/** Private characters, one for each sign; a template's `{product}` becomes one. */
const FIRST_SIGN = 0xe000;
const LAST_SIGN = 0xf8ff;

/** The character that stands for each sign. */
export const signCharacters = (signs: GramSettings['signs'] = {}): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(signs)
      .sort()
      .map((name, nth) => [name, String.fromCharCode(FIRST_SIGN + nth)])
  );

/** One for all that read alike, so that what one has read of a text is there for the others. */
const readers = new Map<string, GramReader>();

export function gramReader(settings: GramSettings): GramReader {
  const key = JSON.stringify([settings.words, settings.characters, settings.signs ?? {}]);
  let reader = readers.get(key);
  if (reader === undefined) readers.set(key, (reader = readerOf(settings)));
  return reader;
}

function readerOf(settings: GramSettings): GramReader {
  const signs = new Map<number, number>();
  for (const [name, character] of signCharacters(settings.signs))
    for (const word of settings.signs?.[name] ?? []) signs.set(hashOf(foldText(word)), character.charCodeAt(0));
  return { settings, signs };
}

const hashOf = (word: string): number => hashFrom(WORDS, word);

const PRIME = 16777619;
const WORDS = 0x811c9dc5 | 0;
const CHARACTERS = 0x2f0b4a35;
const CONTEXT = 0x51ed270b;
const SPACE = 32;
const ZERO = 48;
const DOLLAR = 36;
const AT = 64;
/** Longer words are read up to here. */
const LONGEST_WORD = 40;

const ADDRESS = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,253}/gu;

const mix = (hash: number, code: number): number => Math.imul(hash ^ code, PRIME);

function hashFrom(start: number, text: string): number {
  let hash = start;
  for (const character of text) hash = mix(hash, character.charCodeAt(0));
  return hash;
}

/** The hash of something that is known of a text beside its words. */
export const contextHash = (name: string): number => hashFrom(CONTEXT, name);

/**
 * Visits the n-grams of a text in order: words first with those before them, then the characters of each. Numbers,
 * amounts of money and addresses each stand as one sign; accents, case and apostrophes do not count.
 * @returns the text as it was read, to which places refer
 */
export function eachGram(written: string, reader: GramReader, word: Visit, character: Visit): string {
  const folded = foldText(written);
  const text = folded.includes('@') ? folded.replace(ADDRESS, '@') : folded;
  const before: number[] = [];
  const starts: number[] = [];
  const codes = new Uint16Array(LONGEST_WORD + 2);
  const { settings, signs } = reader;
  const [shortest, longest] = settings.characters;

  const close = (length: number, start: number, end: number): void => {
    codes[0] = SPACE;
    codes[length + 1] = SPACE;
    let whole = WORDS;
    for (let at = 1; at <= length; at++) whole = mix(whole, codes[at]!);
    const sign = signs.get(whole);
    if (sign !== undefined) whole = mix(WORDS, (codes[1] = sign));
    word(whole, start, end);
    let joined = whole;
    for (let back = before.length - 1; back >= 0; back--) {
      joined = mix(mix(before[back]!, SPACE), joined);
      word(joined, starts[back]!, end);
    }
    before.push(whole);
    starts.push(start);
    if (before.length >= settings.words) {
      before.shift();
      starts.shift();
    }
    if (shortest > length + 2) return;
    const first = codes[1]!;
    if (first === ZERO || first === DOLLAR || first === AT || (first >= FIRST_SIGN && first <= LAST_SIGN)) return;
    for (let from = 0; from < length + 1; from++) {
      let hash = CHARACTERS;
      const to = Math.min(length + 2, from + longest);
      for (let at = from; at < to; at++) {
        hash = mix(hash, codes[at]!);
        if (at - from + 1 >= shortest) character(hash, start, end);
      }
    }
  };

  for (let at = 0; at < text.length;) {
    const sort = sortOf(text.charCodeAt(at));
    const start = at;
    if (sort === LETTER) {
      let length = 0;
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at);
        if (sortOf(code) === LETTER) {
          if (length < LONGEST_WORD) codes[++length] = code;
        } else if (code !== 39 || sortOf(text.charCodeAt(at + 1)) !== LETTER) break;
      }
      close(length, start, at);
    } else if (sort === DIGIT) {
      at = numberEnd(text, at);
      codes[1] = isMoney(text, start, at) ? DOLLAR : ZERO;
      close(1, start, at);
    } else {
      at++;
      const code = text.charCodeAt(start);
      if (code === AT || (code >= FIRST_SIGN && code <= LAST_SIGN)) {
        codes[1] = code;
        close(1, start, at);
      }
    }
  }
  return text;
}

/** Texts that were read last, each asked after by one model after the other; longer ones are not kept. */
const MOST_KEPT = 8;
const LONGEST_KEPT = 1000;
const kept = new WeakMap<GramReader, Map<string, Int32Array>>();

/** The hashes of the n-grams of a text, in the order in which they are visited. */
export function gramsOf(text: string, reader: GramReader): Int32Array {
  let texts = kept.get(reader);
  if (texts === undefined) kept.set(reader, (texts = new Map()));
  const known = texts.get(text);
  if (known !== undefined) return known;
  const hashes: number[] = [];
  const visit = (hash: number): void => void hashes.push(hash);
  eachGram(text, reader, visit, visit);
  const grams = Int32Array.from(hashes);
  if (text.length > LONGEST_KEPT) return grams;
  const [first] = texts.keys();
  if (texts.size >= MOST_KEPT && first !== undefined) texts.delete(first);
  texts.set(text, grams);
  return grams;
}

/** Past digits, and dots and commas between them. */
function numberEnd(text: string, from: number): number {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (sortOf(code) === DIGIT) continue;
    if ((code !== 44 && code !== 46) || sortOf(text.charCodeAt(end + 1)) !== DIGIT) break;
  }
  return end;
}

const CURRENCY = new Set([...'$€£₹¥'].map(sign => sign.charCodeAt(0)));

const isMoney = (text: string, start: number, end: number): boolean =>
  CURRENCY.has(text.charCodeAt(start - 1)) ||
  CURRENCY.has(text.charCodeAt(end)) ||
  (text.charCodeAt(start - 1) === SPACE && CURRENCY.has(text.charCodeAt(start - 2)));
