import type { Evidence } from '../contract.js';
import { parseEvidence } from '../evidence/fields.js';
import { remembered } from '../notation/memo.js';
import type { Normalise } from '../notation/normalise.js';
import { sentences } from '../parse/split.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** Of some evidence, the words by which a sentence contradicts one that it repeats; undefined where it does not. */
export type Edited = (evidence: readonly Evidence[]) => (sentence: string) => readonly string[] | undefined;

/** A longer edit is another sentence, and is judged like any. */
const MOST_EDITED = 3;
const LEAST_SHARED = 0.6;

/**
 * A sentence that repeats a proven one but for a few words is an edit of it. An edit that adds or takes a negation, or
 * puts one state in the place of another, says something else, however well its single words are carried.
 */
export function edited(v: Vocabulary, normalise: Normalise): Edited {
  const spelled = remembered(
    1024,
    1000,
    text =>
      normalise(text)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
  );
  const said = remembered(512, 20_000, text => [...new Set(sentences(parseEvidence(text).prose ?? ''))].map(spelled));
  const negations = (words: readonly string[]) => words.filter(word => v.cues.has(word)).length;
  const statesIn = (words: readonly string[]) => {
    const stems = words.map(word => v.stem(word));
    const phrases = stems.flatMap(stem => v.phrases.get(stem) ?? []);
    const told = phrases.filter(phrase => phrase.stems.every(stem => stem === '' || stems.includes(stem)));
    return new Set(told.map(({ meaning }) => meaning).filter(id => v.meanings.get(id)?.proofs !== undefined));
  };
  return evidence => {
    const all = evidence.flatMap(({ kind, text }) => (kind === 'customer_message' ? [] : said(text)));
    return sentence => {
      const words = spelled(sentence);
      for (const proven of all) {
        const edit = editOf(words, proven);
        if (edit === undefined) continue;
        if (negations(edit.now) !== negations(edit.before)) return [...edit.now, ...edit.before];
        const now = statesIn(edit.now);
        const before = statesIn(edit.before);
        if (now.size > 0 && before.size > 0 && ![...now].some(state => before.has(state))) return edit.now;
      }
      return undefined;
    };
  };
}

/** What stands between the words both begin with and the words both end with, if that is little. */
function editOf(words: readonly string[], proven: readonly string[]) {
  const longest = Math.max(words.length, proven.length);
  if (words[0] !== proven[0] && words.at(-1) !== proven.at(-1)) return undefined;
  if (Math.abs(words.length - proven.length) > MOST_EDITED) return undefined;
  let start = 0;
  while (start < words.length && words[start] === proven[start]) start++;
  let end = 0;
  const room = Math.min(words.length, proven.length) - start;
  while (end < room && words[words.length - 1 - end] === proven[proven.length - 1 - end]) end++;
  const now = words.slice(start, words.length - end);
  const before = proven.slice(start, proven.length - end);
  const little = now.length <= MOST_EDITED && before.length <= MOST_EDITED;
  return little && start + end >= longest * LEAST_SHARED ? { now, before } : undefined;
}
