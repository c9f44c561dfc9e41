import { foldText } from '../../../core/text/index.js';
import type { DecisionSettings } from './decision.js';
import type { Lexicon } from './lexicon.js';
import { makeToken, pieces, type Piece, type Sentence, type Token } from './words/tokenise.js';

/** An order number in the message. */
export interface OrderId {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export interface TextReading {
  readonly sentences: readonly Sentence[];
  readonly orderIds: readonly OrderId[];
  /** Most words are in no vocabulary: it is probably another language. */
  readonly strange: boolean;
}

export interface OrderIdPattern {
  readonly regex: RegExp;
  /** Canonical form; `$1` is the number. */
  readonly write: string;
}

/** Finds order numbers, the more specific pattern first; places do not overlap. */
export function findOrderIds(text: string, patterns: readonly OrderIdPattern[]): OrderId[] {
  const found: OrderId[] = [];
  for (const { regex, write } of patterns) {
    // Not `matchAll`, which makes a copy of the expression.
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null && match[0] !== ''; match = regex.exec(text)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some(other => start < other.end && other.start < end)) continue;
      found.push({ id: write.replace('$1', match[1] ?? match[0]).toUpperCase(), start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Sentences of corrected tokens. Of a very long message, the beginning and the end are read. */
export function read(
  text: string,
  lexicon: Lexicon,
  idPatterns: readonly OrderIdPattern[],
  { first_words: first, last_words: last }: Pick<DecisionSettings, 'first_words' | 'last_words'>
): TextReading {
  const orderIds = findOrderIds(text, idPatterns);
  const all = pieces(text);
  const kept = all.length > first + last ? [...all.slice(0, first), ...all.slice(-last)] : all;
  const strange = mostlyStrange(kept, lexicon);
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let afterComma = false;
  let id = 0;
  const isAbbreviation = (written: string, start: number, before: readonly Token[]): boolean =>
    written === '.' &&
    before.length > 1 &&
    before.at(-1)?.end === start &&
    lexicon.abbreviations.has(before.at(-1)?.word ?? '');
  const close = (question: boolean): void => {
    if (tokens.length > 0) sentences.push({ tokens, question });
    tokens = [];
    afterComma = false;
  };
  for (const { kind, text: written, start, end } of kept) {
    while (id < orderIds.length && (orderIds[id]?.end ?? 0) <= start) id++;
    const order = orderIds[id];
    if (order !== undefined && order.start < end) {
      // The pieces of one order number become one token, at the first of them.
      if (start <= order.start || tokens.at(-1)?.start !== order.start) {
        tokens.push(makeToken({ kind: 'order_id', word: order.id, start: order.start, end: order.end, afterComma }));
      }
      continue;
    }
    if (kind === 'stop' && isAbbreviation(written, start, tokens)) continue;
    if (kind === 'stop') close(false);
    else if (kind === 'question') close(true);
    else if (kind === 'comma') afterComma = true;
    else {
      for (const word of kind === 'word' && !strange ? lexicon.wordsOf(foldText(written)) : [foldText(written)]) {
        const sort = /^\d+$/.test(word) && kind === 'word' ? 'number' : kind;
        tokens.push(makeToken({ kind: sort, word, start, end, afterComma }));
        afterComma = false;
      }
    }
  }
  close(false);
  return { sentences, orderIds, strange };
}

/**
 * Whether a message is probably in a language of which no vocabulary knows the words. Nothing in it is corrected then:
 * "moje" is no misspelt "move".
 */
function mostlyStrange(all: readonly Piece[], lexicon: Lexicon): boolean {
  let known = 0;
  let corrected = 0;
  let strange = 0;
  for (const { kind, text } of all) {
    if (kind !== 'word') continue;
    const word = foldText(text);
    if (lexicon.knows(word)) known++;
    else if (lexicon.wordsOf(word).join(' ') === word) strange++;
    else corrected++;
  }
  return strange > known && strange >= corrected;
}
