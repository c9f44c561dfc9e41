/** "Do not drop …" */
export const isDenied = (
  words: readonly string[],
  at: number,
  { requestWords: { denying } }: { readonly requestWords: { readonly denying: readonly string[] } }
): boolean => words.slice(Math.max(0, at - 2), at).some(word => denying.includes(word));

/** The words of a text for word lists, lower case, without its figures; an apostrophe parts them: "where's" has "where". */
export const messageWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** How many words and figures a text has. */
export const lengthOf = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Its words and figures for phrases, lower case; an apostrophe joins: "don't" is one word and denies. */
export const saidWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/['’`]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Where the first of these phrases stands, by words. */
export function phraseIn(
  words: readonly string[],
  phrases: readonly string[]
): readonly [start: number, end: number] | undefined {
  for (let at = 0; at < words.length; at++)
    for (const phrase of phrases) {
      const end = endOf(phrase, words, at);
      if (end > at) return [at, end];
    }
  return undefined;
}

/** Behind a phrase that begins at this word; the word itself where it does not. */
function endOf(phrase: string, words: readonly string[], start: number): number {
  let from = 0;
  for (let at = start; at < words.length; at++) {
    const word = words[at]!;
    if (!phrase.startsWith(word, from)) return start;
    from += word.length;
    if (from === phrase.length) return at + 1;
    if (phrase[from++] !== ' ') return start;
  }
  return start;
}
