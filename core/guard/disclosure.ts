import { decodeStretches } from '../text/decode.js';
import { wordsView } from '../text/words.js';

/** A reply that repeats this many words of the system policy in a row discloses it. */
const WINDOW = 6;

const WORD = /[\p{L}\p{N}]+/gu;
const TAG = /<\/?[a-z][^<>]{0,80}>/gi;

/** Case, accents, punctuation, markup and invisible characters folded away. */
const wordsOf = (text: string): string[] =>
  wordsView(text.replace(TAG, ' '), 'plain', { lookalike: true }).text.match(WORD) ?? [];

/**
 * Prepares the comparison of replies with a system policy.
 * @returns true for a reply that repeats six consecutive words of it
 */
export function compileDisclosure(policyText: string): (reply: string) => boolean {
  const windows = new Set<string>();
  const policy = wordsOf(policyText);
  const used = new Set(policy);
  for (let i = 0; i + WINDOW <= policy.length; i++) windows.add(policy.slice(i, i + WINDOW).join(' '));
  const repeats = (text: string): boolean => {
    const words = wordsOf(text);
    let shared = 0;
    for (let end = 1; end <= words.length; end++) {
      shared = used.has(words[end - 1]!) ? shared + 1 : 0;
      if (shared >= WINDOW && windows.has(words.slice(end - WINDOW, end).join(' '))) return true;
    }
    return false;
  };
  return reply =>
    repeats(reply) ||
    repeats([...reply].reverse().join('')) ||
    decodeStretches(reply).some(({ text }) => repeats(text));
}
