import { decodeStretches } from '../text/decode.js';
import { wordsView } from '../text/words.js';

/** A reply that repeats this many words of the system policy in a row discloses it. */
const WINDOW = 6;

const WORD = /[\p{L}\p{N}]+/gu;
const TAG = /<\/?[a-z][^<>]{0,80}>/gi;

/** Case, accents, punctuation, markup and invisible characters folded away. */
const wordsOf = (text: string): string[] =>
  wordsView(text.replace(TAG, ' '), 'plain', { lookalike: true }).text.match(WORD) ?? [];

/** Of such a text `wordsOf` is its letters and figures, read from either end. */
const PLAIN = /^[\x20-\x7e]*$/;
const NOT_PLAIN = /['<]/;
const PLAIN_WORD = /[a-z0-9]+/g;

const backwards = (text: string): string => [...text].reverse().join('');

/** Stretches of `WINDOW` words, and every word that stands in one. */
interface Windows {
  readonly used: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const windowsOf = (policy: readonly string[]): Windows => ({
  used: new Set(policy),
  all: new Set(policy.slice(WINDOW - 1).map((_, i) => policy.slice(i, i + WINDOW).join(' ')))
});

function repeats(words: readonly string[], { used, all }: Windows): boolean {
  let shared = 0;
  for (let end = 1; end <= words.length; end++) {
    shared = used.has(words[end - 1]!) ? shared + 1 : 0;
    if (shared >= WINDOW && all.has(words.slice(end - WINDOW, end).join(' '))) return true;
  }
  return false;
}

/**
 * Prepares the comparison of replies with a system policy.
 * @returns true for a reply that repeats six consecutive words of it
 */
export function compileDisclosure(policyText: string): (reply: string) => boolean {
  const policy = wordsOf(policyText);
  const told = windowsOf(policy);
  const turned = windowsOf(policy.map(backwards).reverse());
  const isTold = (text: string): boolean => {
    if (!PLAIN.test(text) || NOT_PLAIN.test(text))
      return repeats(wordsOf(text), told) || repeats(wordsOf(backwards(text)), told);
    const words = text.toLowerCase().match(PLAIN_WORD) ?? [];
    return repeats(words, told) || repeats(words, turned);
  };
  return reply => isTold(reply) || decodeStretches(reply).some(({ text }) => repeats(wordsOf(text), told));
}
