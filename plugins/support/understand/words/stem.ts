const VOWEL = /[aeiouy]/;
const SHORTEST = 4;

/** Of words that come again and again: how many are remembered, and how long they may be. */
const MOST = 10_000;
const LONGEST = 24;
const stems = new Map<string, string>();

/**
 * A light, consistent stem of a lower-case word: the same for `change`, `changes`, `changed` and
 * `changing`. Not a dictionary form; both sides of every comparison go through here.
 */
export function stem(word: string): string {
  if (word.length < SHORTEST) return word;
  if (word.length > LONGEST) return stemOf(word);
  let base = stems.get(word);
  if (base !== undefined) return base;
  // Whoever writes could make up words for ever.
  if (stems.size >= MOST) stems.clear();
  stems.set(word, (base = stemOf(word)));
  return base;
}

function stemOf(word: string): string {
  let base = word;
  if (base.endsWith('ies') && base.length > 4) base = base.slice(0, -3) + 'y';
  else if (/(?:s|x|z|ch|sh)es$/.test(base)) base = base.slice(0, -2);
  else if (/[^siu]s$/.test(base)) base = base.slice(0, -1);
  if (base.endsWith('ing')) base = shorten(base, 3);
  else if (base.endsWith('ied') && base.length > 4) base = base.slice(0, -3) + 'y';
  else if (base.endsWith('ed') && !base.endsWith('eed')) base = shorten(base, 2);
  return undouble(base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base);
}

function shorten(word: string, by: number): string {
  const rest = word.slice(0, -by);
  return rest.length >= 3 && VOWEL.test(rest) ? rest : word;
}

function undouble(word: string): string {
  const last = word.length - 1;
  return last > 2 && word[last] === word[last - 1] && !VOWEL.test(word[last] ?? '') ? word.slice(0, -1) : word;
}
