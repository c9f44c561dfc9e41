import type { Unit } from './facts.js';
import { singleWords, type Vocabulary } from './vocabulary.js';
import type { Clause } from './words.js';

const PER = /\bper (\p{L}{3,})/giu;
const RATE = /\b(?:per|every|each) (\p{L}{3,})/giu;

/** Words that measure otherwise than the passage: "per order" for "per customer", "12 words" for "12 characters". */
export function remeasured(clause: Clause, { clauses }: Unit, v: Vocabulary): string[] {
  const own = clauses.at(-1)!;
  const rate = [own, clause].every(({ text }) => /\bper \p{L}/iu.test(text)) ? PER : RATE;
  const theirs = ratesOf(own, rate);
  const ours = ratesOf(clause, rate);
  const otherwise =
    theirs.length > 0 && ours.length > 0 && !ours.some(our => theirs.some(their => alike(our, their, v)));
  const counted = clause.values.flatMap(({ end, value }) => {
    const said = value.type === 'number' ? nounAt(clause, end) : undefined;
    if (said === undefined || value.type !== 'number' || own.words.some(({ stem }) => stem === v.stem(said))) return [];
    const known = own.values.find(each => each.value.type === 'number' && each.value.amount === value.amount);
    const meant = known && nounAt(own, known.end);
    if (meant === undefined || clause.words.some(({ stem }) => stem === v.stem(meant))) return [];
    return vague(said, v) || vague(meant, v) || alike(said, meant, v) ? [] : [said];
  });
  return [...(otherwise ? ours : []), ...counted];
}

function ratesOf({ text }: Clause, rate: RegExp): string[] {
  return [...text.matchAll(rate)].map(([, noun = '']) => noun.toLowerCase());
}

/** The word right after a figure. */
function nounAt({ text, start }: Clause, end: number): string | undefined {
  return /^ (\p{L}{3,})/u.exec(text.slice(end - start))?.[1]?.toLowerCase();
}

function vague(word: string, v: Vocabulary): boolean {
  return v.glue.has(word) || v.glue.has(v.stem(word)) || v.wares.has(v.stem(word)) || v.grammar.verbs.has(word);
}

/** One word, or two of one meaning. */
function alike(a: string, b: string, v: Vocabulary): boolean {
  const meanings = (word: string) => {
    const stem = v.stem(word);
    return [stem, ...singleWords(stem, v).map(({ meaning }) => meaning)];
  };
  const known = new Set(meanings(a));
  return meanings(b).some(meaning => known.has(meaning));
}
