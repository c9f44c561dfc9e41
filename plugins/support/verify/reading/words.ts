import type { Found } from './values.js';
import type { Form } from './vocabulary-file.js';
import type { Vocabulary } from './vocabulary.js';

export interface Word {
  /** Punctuation stands before it. */
  readonly opens: boolean;
  readonly text: string;
  readonly lower: string;
  readonly stem: string;
  readonly at: number;
  readonly end: number;
}

/** What a word or phrase may mean: a meaning of the vocabulary, or its own stem. "Sealed" is opened, negative. */
export interface Sense {
  readonly concept: string;
  readonly negative: boolean;
}

/** A word or phrase that says something. */
export interface Term {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly senses: readonly Sense[];
  readonly form?: Form | undefined;
  /** Needs no evidence, unless it is denied. */
  readonly soft: boolean;
  /** Which negation of the clause it stands under. */
  readonly denied: number | undefined;
}

const WORD = /\p{L}[\p{L}\p{N}]*(?:['&][\p{L}\p{N}]+)*/gu;

/** The words of a part of a text that stand outside of its values. */
export function wordsIn(
  text: string,
  [start, end]: readonly [number, number],
  values: readonly Found[],
  { stem }: Vocabulary
): Word[] {
  const part = text.slice(start, end);
  const words: Word[] = [];
  for (const match of part.matchAll(WORD)) {
    const at = start + match.index;
    if (values.some(value => at >= value.start && at < value.end)) continue;
    const lower = match[0].toLowerCase();
    const before = (words.at(-1)?.end ?? start) - start;
    const opens = match.index > before + 1 && /[,;:]/.test(part.slice(before, match.index));
    words.push({ text: match[0], lower, stem: stem(lower), at, end: at + match[0].length, opens });
  }
  return words;
}

/** The words before and after a figure, empty where there is none. */
export function besideOf(text: string, start: number, end: number): [string, string] {
  const before = /(\p{L}+)\W{0,2}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
  const after = /^\W{0,2}(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1] ?? '';
  return [before.toLowerCase(), after.toLowerCase()];
}

/** What terms say. */
export const conceptsIn = (terms: readonly Term[]): readonly string[] =>
  terms.flatMap(({ senses }) => senses.map(({ concept }) => concept));
