import { escapeRegex } from '../../../core/text/index.js';
import type { Lexicon } from './lexicon.js';
import type { Sentence } from './words/tokenise.js';

/** Words on each side of a cut: less is no wish of its own. */
const SHORTEST = 2;

/**
 * Cuts a sentence where a joining word is followed by words that open a question or a request of their own ("where is
 * it and can I add a mug"), so that neither wish is read with the words of the other.
 */
export function clauses(sentence: Sentence, lexicon: Lexicon, join: number, opener: number): Sentence[] {
  const { tokens, question } = sentence;
  const is = (at: number, symbol: number): boolean => lexicon.at(tokens, at).some(each => each.symbol === symbol);
  const parts: Sentence[] = [];
  let from = 0;
  for (let at = SHORTEST; at + SHORTEST < tokens.length; at++) {
    if (at - from < SHORTEST || !is(at, join) || !is(at + 1, opener)) continue;
    parts.push({ tokens: tokens.slice(from, at), question });
    from = at + 1;
  }
  return [...parts, { tokens: from === 0 ? tokens : tokens.slice(from), question }];
}

/** What parts the clauses of a message: marks that end one, and the given words. */
export const clauseMarks = (words: readonly string[]): RegExp =>
  new RegExp(
    [
      /[!?;\n]+|[.,](?!\d)|\s[-–—]+\s/.source,
      ...(words.length === 0 ? [] : [`\\b(?:${words.map(escapeRegex).join('|')})\\b`])
    ].join('|'),
    'giu'
  );

/** The clauses of a message that have at least `shortest` words. */
export const clausesOf = (text: string, marks: RegExp, shortest: number): string[] =>
  text.split(marks).filter(clause => (clause.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0) >= shortest);
