/** Corrects words against a closed vocabulary. Costs a bounded number of map look-ups a word. */
export interface Speller {
  /** The nearest known word, the word itself if it is known, or `null`. */
  correct(word: string): string | null;
  knows(word: string): boolean;
}

const LONGEST = 16;

/**
 * `targets` may be corrected to, in order of preference; `known` are real words that must be left alone.
 * Deletion neighbourhoods are precompiled, so that no distance is computed against the whole vocabulary.
 */
export function compileSpeller(targets: Iterable<string>, known: Iterable<string>): Speller {
  const words = new Set<string>(known);
  const near = new Map<string, string[]>();
  for (const target of targets) {
    words.add(target);
    if (target.length < 4 || target.length > LONGEST) continue;
    for (const key of deletions(target)) {
      const bucket = near.get(key);
      if (bucket === undefined) near.set(key, [target]);
      else if (!bucket.includes(target)) bucket.push(target);
    }
  }
  return {
    knows: word => words.has(word),
    correct: word => {
      if (words.has(word)) return word;
      if (word.length < 4 || word.length > LONGEST) return null;
      return nearest(word, near);
    }
  };
}

function nearest(word: string, near: ReadonlyMap<string, readonly string[]>): string | null {
  let best: string | null = null;
  let bestCost = Infinity;
  for (const key of deletions(word)) {
    for (const target of near.get(key) ?? []) {
      const cost = distance(word, target);
      // A different first letter is rarely a slip of the same word.
      const penalised = cost + (target[0] === word[0] ? 0 : 0.6);
      if (penalised < bestCost && penalised <= allowed(Math.min(word.length, target.length))) {
        best = target;
        bestCost = penalised;
      }
    }
  }
  return best;
}

function allowed(length: number): number {
  return length < 5 ? 1 : length < 8 ? 1.6 : 2;
}

/** The word, the word with one letter left out, and for longer words with two left out. */
function deletions(word: string): string[] {
  const keys = [word];
  for (let i = 0; i < word.length; i++) {
    const one = word.slice(0, i) + word.slice(i + 1);
    keys.push(one);
    if (word.length >= 8) for (let j = i; j < one.length; j++) keys.push(one.slice(0, j) + one.slice(j + 1));
  }
  return keys;
}

/** Optimal string alignment distance; swapping two neighbours counts as one slip. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 0.9);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
