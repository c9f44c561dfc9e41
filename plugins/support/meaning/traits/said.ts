import { createHash } from 'node:crypto';
import type { Said } from '../../../../core/learn/index.js';

/** Texts that were met: there are few, and each is met again with every message. */
const texts = new Map<string, Said>();
const MOST_MET = 5000;

/** A sentence, or a template, by its words. */
export function saidOf(text: string | undefined): Said | undefined {
  if (text === undefined) return undefined;
  let said = texts.get(text);
  if (said === undefined) {
    const mark = createHash('sha256').update(text).digest('hex').slice(0, MARK_LENGTH);
    said = { mark, words: wordsOf(text) };
    if (texts.size < MOST_MET) texts.set(text, said);
  }
  return said;
}

/** Words of a text, each once: without figures, short ones, and what a template fills in. */
const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .replace(FILLED_IN, ' ')
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
  )
];

const FILLED_IN = /\{\{.*?\}\}|\{%.*?%\}/gs;
const MARK_LENGTH = 6;
