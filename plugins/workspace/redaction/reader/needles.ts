import type { ReaderSource } from './reader-source.js';

/** Keywords are found by three bytes of Latin-1; other words tell of a value, and nothing is looked for by them. */
const FINDABLE = /^[\u0020-\u00ff]{3,}$/;

/** Which telling words are looked for with the keywords of the rules, each once. */
export function needlesOf(words: ReaderSource['words']): readonly string[] {
  const all = new Set(
    Object.values(words)
      .flat()
      .map(word => word.toLowerCase())
  );
  // What has a longer one has the shorter one in it too.
  return [...all].filter(
    word => FINDABLE.test(word) && ![...all].some(other => other !== word && word.includes(other))
  );
}
