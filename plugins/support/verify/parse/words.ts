import type { Found } from '../notation/values.js';
import type { Form } from '../vocabulary/policy-file.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

export interface Word {
  /** Punctuation stands before it. */
  readonly opens: boolean;
  readonly text: string;
  readonly lower: string;
  readonly stem: string;
  readonly at: number;
  readonly end: number;
}

/** What a word or phrase may mean: a meaning of the vocabulary, or its own stem. "Unworn" is worn, negative. */
export interface Sense {
  readonly concept: string;
  readonly negative: boolean;
  /** "Free" denies that it is paid; that it was not paid yet does not make it free. */
  readonly implied?: boolean;
}

export type Actor = 'us' | 'customer' | 'other';

/** A word or phrase that says something. */
export interface Term {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  readonly senses: readonly Sense[];
  readonly form?: Form | undefined;
  /** Who does it, where the clause says so. */
  readonly actor?: Actor | undefined;
  readonly verb: boolean;
  readonly passive: boolean;
  /** In the past without an auxiliary: "the card you used". */
  readonly bare: boolean;
  /** Needs no evidence, unless it is denied. */
  readonly soft: boolean;
  /** A capital letter inside of a sentence: one name does not stand for another. */
  readonly name: boolean;
  /** Which negation of the clause it stands under. */
  readonly denied: number | undefined;
  /** "Without a receipt". */
  readonly lacks: boolean;
  /** Index of its part of the clause; 0 is the statement itself. */
  readonly part: number;
  /** The words of a phrase, each by itself. */
  readonly words: readonly Term[];
}

const WORD = /\p{L}[\p{L}\p{N}]*(?:['&][\p{L}\p{N}]+)*/gu;

/** The words of a part of a text that stand outside of its values. */
export function wordsIn(text: string, start: number, end: number, values: readonly Found[], v: Vocabulary): Word[] {
  const part = text.slice(start, end);
  const words: Word[] = [];
  for (const match of part.matchAll(WORD)) {
    const at = start + match.index;
    if (values.some(value => at >= value.start && at < value.end)) continue;
    const lower = match[0].toLowerCase();
    // "ten days left", "we have six of them left"
    const spent = values.some(({ end: to, value }) => value.type === 'duration' && to + 1 === at);
    const kept = /\b(?:have|has|had|there|is|are)\b.*(?:\d|\b(?:any|none|nothing|no|some|much|many)\b)\W[^,;]*$/i;
    const more = !part.startsWith(' to ', match.index + lower.length) && kept.test(part.slice(0, match.index));
    if (v.grammar.remainders.has(lower) && (spent || more)) continue;
    const before = (words.at(-1)?.end ?? start) - start;
    const opens = match.index > before + 1 && /[,;:]/.test(part.slice(before, match.index));
    words.push({ text: match[0], lower, stem: v.stem(lower), at, end: at + match[0].length, opens });
  }
  return words;
}
