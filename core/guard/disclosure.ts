import { decodeStretches } from '../text/decode.js';
import { wordsView } from '../text/words.js';

/** A reply that repeats this many words of the system policy in a row discloses it. */
const WINDOW = 6;

const TAG = /<\/?[a-z][^<>]{0,80}>/gi;

/** Case, accents, punctuation, markup and invisible characters folded away. */
const wordsOf = (text: string): string[] =>
  wordsView(text.replace(TAG, ' '), 'plain', { lookalike: true })
    .text.split(' ')
    .flatMap(word => word.split(/[^\p{L}\p{N}]/u))
    .filter(word => word !== '');

/**
 * Prepares the comparison of replies with a system policy.
 * @returns true for a reply that repeats six consecutive words of it
 */
export function compileDisclosure(policyText: string): (reply: string) => boolean {
  const windows = new Set<string>();
  const policy = wordsOf(policyText);
  for (let i = 0; i + WINDOW <= policy.length; i++) windows.add(policy.slice(i, i + WINDOW).join(' '));
  const repeats = (text: string): boolean => {
    const words = wordsOf(text);
    for (let i = 0; i + WINDOW <= words.length; i++) {
      if (windows.has(words.slice(i, i + WINDOW).join(' '))) return true;
    }
    return false;
  };
  return reply =>
    repeats(reply) ||
    repeats([...reply].reverse().join('')) ||
    decodeStretches(reply).some(({ text }) => repeats(text));
}
