import type { Turn } from './turn.js';

/** "Do not drop …" */
export const isDenied = (
  words: readonly string[],
  at: number,
  { requestWords: { denying } }: Turn['policy']
): boolean => words.slice(Math.max(0, at - 2), at).some(word => denying.includes(word));

/** Words and figures, lower case, without apostrophes. */
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
      const parts = phrase.split(' ');
      if (parts.every((part, nth) => words[at + nth] === part)) return [at, at + parts.length];
    }
  return undefined;
}
