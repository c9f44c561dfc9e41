import type { Evidence, SentenceVerdict, Support } from '../contract.js';
import { parseEvidence } from '../evidence/fields.js';
import { remembered } from '../reading/memo.js';
import type { Normalise } from '../reading/normalise.js';
import { sentences } from '../reading/split.js';
import type { Vocabulary } from '../reading/vocabulary.js';

/** Of some evidence, the verdict on a sentence that repeats one of its sentences; undefined where it repeats none. */
export type Proved = (evidence: readonly Evidence[]) => (sentence: string) => SentenceVerdict | undefined;

/** A longer edit is another sentence, and is judged like any. */
const MOST_EDITED = 3;
const LEAST_SHARED = 0.6;

/**
 * A sentence of an article is proved, also with one word in the place of another that the files declare to mean the same.
 * One that repeats it but for a few words is an edit of it: an edit that adds or takes a negation, or puts one state in the
 * place of another, says something else, however well its words are carried.
 */
export function proved(v: Vocabulary, normalise: Normalise): Proved {
  const spelled = remembered(
    1024,
    1000,
    text =>
      normalise(text)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
  );
  // Published articles and decided texts come again and again, so their sentences are remembered.
  const said = remembered(512, 20_000, text => new Set(sentences(parseEvidence(text).prose ?? '').map(plain)));
  const negations = (words: readonly string[]) => words.filter(word => v.cues.has(word)).length;
  const statesIn = (words: readonly string[]) => {
    const stems = words.map(word => v.stem(word));
    const phrases = stems.flatMap(stem => v.phrases.get(stem) ?? []);
    const told = phrases.filter(phrase => phrase.stems.every(stem => stem === '' || stems.includes(stem)));
    return new Set(told.map(({ meaning }) => meaning).filter(id => v.proofs.has(id)));
  };
  const contradicts = ({ now, before }: Edit) => {
    const [here, there] = [statesIn(now), statesIn(before)];
    const other = here.size > 0 && there.size > 0 && ![...here].some(state => there.has(state));
    return other || negations(now) !== negations(before);
  };
  const meaningsOf = (word: string) =>
    new Set((v.phrases.get(v.stem(word)) ?? []).filter(({ stems }) => stems.length === 1).map(each => each.meaning));
  const saysTheSame = ({ now, before }: Edit) => {
    if (now.length !== 1 || before.length !== 1) return false;
    const [here, there] = [meaningsOf(now[0]!), meaningsOf(before[0]!)];
    return here.size > 0 && here.size === there.size && [...here].every(meaning => there.has(meaning));
  };
  return evidence => {
    const told = evidence
      .filter(({ kind }) => kind !== 'customer_message')
      .map(({ kind, reference, text }) => ({ support: { kind, reference }, all: said(text) }));
    return sentence => {
      const written = plain(sentence);
      const carriedBy = (support: Support): SentenceVerdict => {
        return { sentence, supported: true, factual: true, claims: [], support: [support] };
      };
      const source = told.find(({ all }) => all.has(written));
      if (source) return carriedBy(source.support);
      const words = spelled(sentence);
      for (const { all, support } of told)
        for (const proven of all) {
          const edit = editOf(words, spelled(proven));
          if (edit && saysTheSame(edit)) return carriedBy(support);
          if (!edit || !contradicts(edit)) continue;
          const values = [...edit.now, ...edit.before];
          const claims = [{ claim: sentence, reason: 'unsupported_statement', values } as const];
          return { sentence, supported: false, factual: true, claims, support: [] };
        }
      return undefined;
    };
  };
}

const plain = (sentence: string) => sentence.replace(/\s+/g, ' ').trim();

interface Edit {
  readonly now: readonly string[];
  readonly before: readonly string[];
}

/** What stands between the words both begin with and the words both end with, if that is little. */
function editOf(words: readonly string[], proven: readonly string[]): Edit | undefined {
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
  const shared = start + end >= Math.max(words.length, proven.length) * LEAST_SHARED;
  return little && shared ? { now, before } : undefined;
}
