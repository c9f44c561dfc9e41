/** What stands further on is judged by its sentences alone. */
export const MOST_WORDS = 200;
const MARK = ';';
const BLANK = 32;
const NOUGHT = 48;
const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

const isDigit = (code: number): boolean => code >= NOUGHT && code <= 57;

/** Kana, ideographs and Hangul, whose words no blank parts. */
const isUnspaced = (code: number): boolean =>
  code >= 0x3040 && (code <= 0x30ff || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af));

/**
 * Visits the words of a `words` view from its beginning, marks between sentences among them; scripts without blanks
 * give pairs of characters.
 */
export function eachWord(text: string, from: number, to: number, visit: (start: number, end: number) => void): void {
  for (let start = from; start < to;) {
    let end = start;
    let unspaced = false;
    for (; end < to; end++) {
      const code = text.charCodeAt(end);
      if (code === BLANK) break;
      if (isUnspaced(code)) unspaced = true;
    }
    if (unspaced && end - start > 1) {
      for (let at = start; at + 1 < end; at++) visit(at, at + 2);
    } else if (end > start) visit(start, end);
    start = end + 1;
  }
}

/** A word as it is written in the file of cues: every number is 0. */
const wordIn = (text: string, start: number, end: number): string => text.slice(start, end).replace(/\d+/g, '0');

/** The hash of a word, equal for words that differ in numbers only. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = BASIS;
  let digit = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const before = digit;
    digit = isDigit(code);
    if (digit && before) continue;
    hash = Math.imul(hash ^ (digit ? NOUGHT : code), PRIME);
  }
  return hash;
}

/** The hash of a pair of words, by those of the words. */
export const pairHash = (before: number, hash: number): number =>
  Math.imul((before ^ (before >>> 15)) + hash, PRIME) ^ hash;

export const MARK_HASH = hashOf(MARK, 0, 1);

/** The hash of a word or a pair as the file of cues has it. */
export function cueHash(cue: string): number {
  const blank = cue.indexOf(' ');
  if (blank < 0) return hashOf(cue, 0, cue.length);
  return pairHash(hashOf(cue, 0, blank), hashOf(cue, blank + 1, cue.length));
}

/** The words of a `words` view and the pairs they stand in, each once, and how many there are with repetitions. */
export function cuesIn(text: string): { readonly cues: ReadonlySet<string>; readonly size: number } {
  const cues = new Set<string>();
  let before = MARK;
  let size = 0;
  eachWord(text, 0, text.length, (start, end) => {
    if (size === 2 * MOST_WORDS) return;
    size += 2;
    const word = wordIn(text, start, end);
    cues.add(word).add(`${before} ${word}`);
    before = word;
  });
  return { cues, size };
}
