/**
 * Words that carry no subject, left out of a search so that "how do I return it" is about `return`. The
 * same kind of list as PostgreSQL's own for English, with what apostrophes leave behind.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again against all am an and any are aren as at be because been before being below between ' +
    'both but by can cannot could couldn d did didn do does doesn doing don down during each few for from further ' +
    'had hadn has hasn have haven having he her here hers herself hi him himself his how i if in into is isn it its ' +
    'itself just ll m me more most my myself no nor not now of off on once only or other our ours ourselves out ' +
    'over own please re s same shall she should shouldn so some such t than that the their theirs them themselves ' +
    'then there these they this those through to too under until up ve very was wasn we were weren what when where ' +
    'which while who whom why will with won would wouldn you your yours yourself yourselves'
  ).split(' ')
);

const MOST_WORDS = 64;
const LONGEST_WORD = 64;

/** The words worth searching for, each once, in lower case and without a mark that could be syntax. */
export function searchWords(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const plain = word.toLowerCase();
    if (word.length <= LONGEST_WORD && /[\p{L}\p{N}]/u.test(word) && !STOP_WORDS.has(plain)) words.add(plain);
    if (words.size >= MOST_WORDS) break;
  }
  return [...words];
}
