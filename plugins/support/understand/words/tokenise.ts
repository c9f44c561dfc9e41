import { stem } from './stem.js';

export type TokenKind = 'word' | 'number' | 'order_id' | 'email' | 'amount';

export interface Token {
  readonly kind: TokenKind;
  /** Lower case, without accents and apostrophes; after rewriting and spelling correction. */
  readonly word: string;
  readonly stem: string;
  /** Offsets into the message. */
  readonly start: number;
  readonly end: number;
  /** A comma or a bracket stands before it. */
  readonly afterComma: boolean;
}

/** Tokens of one sentence, and whether it was asked. */
export interface Sentence {
  readonly tokens: readonly Token[];
  readonly question: boolean;
}

/** A piece of the message as it was written; what the tokeniser sees before words are looked up. */
export interface Piece {
  readonly kind: TokenKind | 'stop' | 'comma' | 'question';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PIECE =
  /([\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})|([$€£₹]\s?\d(?:[\d.,]{0,13}\d)?)|(\d(?:[\d.,]{0,13}\d)?(?![\p{L}\d]))|([\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,63}(?:['’`´][\p{L}]{1,10}){0,2})|(\?)|([.!;\n…]|\s[-–—]{1,2}\s)|([,:()[\]"“”/])/gu;
/** Kinds in the order of the groups of `PIECE`. */
const KINDS: readonly Piece['kind'][] = ['email', 'amount', 'number', 'word', 'question', 'stop', 'comma'];

/** Splits a message into pieces; characters that carry nothing for matching are skipped. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    const kind = KINDS[KINDS.findIndex((_, group) => match[group + 1] !== undefined)] ?? 'comma';
    found.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** A word at its place, with its stem. */
export function makeToken(written: Omit<Token, 'stem'>): Token {
  return { stem: written.kind === 'word' ? stem(written.word) : written.word, ...written };
}
