/** Corrects words that are one or two slips away from a word that matters, and nothing else. */
export interface Speller {
  /** The `words` view's text with slips corrected, same length of word list; undefined when nothing changed. */
  correct(text: string): string | undefined;
}

const mask = (word: string): number => {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << ((word.charCodeAt(i) - 97) % 32);
  return bits;
};

const ones = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** Distance with transpositions, given up above `limit`. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previous[j - 1] as number) + (same ? 0 : 1)
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] as number;
}

/**
 * @param words the words worth recognising (at least six letters each)
 * @param known words that are near one of them and mean something else
 */
export function compileSpeller(words: readonly string[], known: readonly string[]): Speller {
  const right = new Set([...words, ...known]);
  const byFirst = new Map<number, { word: string; bits: number }[]>();
  for (const word of words) {
    const first = word.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), { word, bits: mask(word) }]);
  }

  function best(word: string): string | undefined {
    const candidates = byFirst.get(word.charCodeAt(0));
    if (candidates === undefined) return undefined;
    let bits = -1;
    for (const candidate of candidates) {
      const long = candidate.word.length;
      const limit = long >= 9 ? 2 : 1;
      if (Math.abs(long - word.length) > limit) continue;
      if (bits < 0) {
        if (right.has(word)) return undefined;
        bits = mask(word);
      }
      // A different set of letters rules most words out before the costly comparison.
      if (ones(bits ^ candidate.bits) > limit * 2) continue;
      if (distance(word, candidate.word, limit) <= limit) return candidate.word;
      if (scrambled(word, candidate.word)) return candidate.word;
    }
    return undefined;
  }

  return {
    correct(text) {
      let corrected = '';
      let from = 0;
      let start = 0;
      for (let i = 0; i <= text.length; i++) {
        const code = i < text.length ? text.charCodeAt(i) : 32;
        if ((code >= 97 && code <= 122) || code === 95) continue;
        if (i - start >= 5 && i - start <= 16) {
          const word = best(text.slice(start, i));
          if (word !== undefined) {
            corrected += text.slice(from, start) + word;
            from = i;
          }
        }
        start = i + 1;
      }
      return from === 0 ? undefined : corrected + text.slice(from);
    }
  };
}

/** The same letters in another order, first and last in place. */
function scrambled(a: string, b: string): boolean {
  if (a.length !== b.length || a.at(-1) !== b.at(-1)) return false;
  return [...a].sort().join('') === [...b].sort().join('');
}
