export type Stem = (word: string) => string;

/** Stems words; forms that no rule folds come from the vocabulary. */
export function stemmer(forms: ReadonlyMap<string, string>): Stem {
  return word => {
    const lower = word.toLowerCase();
    return fold(forms.get(lower) ?? lower);
  };
}

/**
 * Folds the inflections of English words ("returned", "returning", "returns" are one word). Crude on purpose: both
 * sides of every comparison go through it, so a stem need not be a word.
 */
function fold(word: string): string {
  let s = word.toLowerCase();
  if (s.endsWith("'s")) s = s.slice(0, -2);
  if (s.length <= 3) return s;
  if (s.endsWith('ies')) s = s.slice(0, -3) + 'y';
  else if (/(?:ss|sh|ch|x|z)es$/.test(s)) s = s.slice(0, -2);
  else if (s.endsWith('s') && !s.endsWith('ss') && !s.endsWith('us') && !s.endsWith('is')) s = s.slice(0, -1);
  if (s.length > 5 && s.endsWith('ing')) s = verbal(s.slice(0, -3));
  else if (s.length > 4 && s.endsWith('ied')) s = s.slice(0, -3) + 'y';
  else if (s.length > 4 && s.endsWith('ed') && !s.endsWith('eed')) s = verbal(s.slice(0, -2));
  if (s.length > 5 && s.endsWith('ly')) s = s.slice(0, -2);
  // "note" must not become "not"
  if (s.length > 4 && s.endsWith('e')) s = s.slice(0, -1);
  return s;
}

/** "sav" to "save": a short verb without an e would have doubled its last letter. */
function verbal(s: string): string {
  return /^[^aeiou][aeiou][^aeiouwxy]$/.test(s) ? `${s}e` : undouble(s);
}

/** "shipp" to "ship", but not "fill" to "fil" in a way that differs between forms. */
function undouble(s: string): string {
  const last = s.at(-1);
  if (s.length < 4 || last !== s.at(-2) || last === 's' || last === 'l') return s;
  return 'aeiou'.includes(last ?? '') ? s : s.slice(0, -1);
}
