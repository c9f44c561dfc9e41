import type { Clause } from '../reading/clause.js';
import type { Judgement } from './clause.js';
import type { Parsed } from './parse.js';
import { conceptsIn, type Term, type Word } from '../reading/words.js';
import type { Vocabulary } from '../reading/vocabulary.js';

/** How a term of a clause is carried, or what speaks against it. */
export type Carried =
  'said' | 'turned' | 'denied' | 'held' | 'proved' | 'refuted' | 'soft' | 'excused' | 'strange' | 'against';

export interface Note {
  readonly how: Carried;
  readonly term?: Term | undefined;
}

/** Of terms that are carried so, or not, it is told which word they are. */
const TELLING: ReadonlySet<Carried> = new Set(['strange', 'refuted', 'soft', 'excused', 'denied']);

const CARRIED: ReadonlySet<Carried> = new Set(['said', 'held', 'proved']);

/** Numbers as words: a sign has letters only. */
const LEVELS = 'abcdefghijklmnop';
const level = (number: number, most: number): string => LEVELS[Math.min(most, Math.max(0, Math.floor(number)))]!;

/**
 * What a judgement looks like, as words that a linear model can be fitted to: how each term is carried, which words the
 * evidence does not have, and which small words are added beside the sentences it is taken from.
 * @param has whether the evidence has a word, in whatever form
 */
export function signsOf(
  { attributed, clauses }: Parsed,
  { notes, words: faulty, from }: Judgement,
  has: (stem: string) => boolean,
  v: Vocabulary
): string {
  const [signs, shapes]: [string[], string[]] = [[], []];
  const plain = (parts: readonly string[]) => parts.map(part => part.toLowerCase().replace(/[^\p{L}]/gu, '')).join('q');
  const add = (...parts: readonly string[]) => signs.push(plain(parts));
  const shape = (...parts: readonly string[]) => shapes.push(plain(parts));
  if (attributed) shape('attributed');
  for (const { how, term } of notes) {
    shape('how', how);
    if (term === undefined) continue;
    shape('how', how, term.form ?? 'noun');
    if (TELLING.has(how)) add('word', how, v.stem(term.text.toLowerCase()));
  }
  const all = clauses.flatMap(({ words }) => words);
  const quiet = ({ lower, stem }: Word) => v.glue.has(lower) || v.glue.has(stem) || v.cues.has(lower);
  for (const word of new Set(all.filter(quiet).map(({ lower }) => lower))) add('silent', word);
  const carried = new Set(
    notes.flatMap(({ how, term }) => (term && CARRIED.has(how) ? term.text.split(' ').map(v.stem) : []))
  );
  const content = [...new Set(all.filter(word => !quiet(word)).map(({ stem }) => stem))];
  const unknown = content.filter(stem => !has(stem));
  for (const stem of unknown) add(carried.has(stem) ? 'meant' : 'unknown', stem);
  for (const { clause, passage } of from) {
    const said = new Set(conceptsIn(clause.terms));
    const left = passage.clause!.terms.filter(
      ({ soft, senses }) => !soft && !senses.some(each => said.has(each.concept))
    );
    shape('unsaid', level(left.length, 6));
  }
  shape('figures', level(clauses.flatMap(({ figures }) => figures).length, 3));
  const taken = from.flatMap(({ passage }) => passage.whole!);
  const denies = (some: readonly Clause[]) => some.some(({ words }) => words.some(({ lower }) => v.cues.has(lower)));
  shape('denies', denies(clauses) ? 'ours' : 'none', denies(taken) ? 'theirs' : taken.length > 0 ? 'none' : 'nothing');
  if (taken.length > 0) {
    const known = new Set(taken.flatMap(({ words }) => words.map(({ stem }) => stem)));
    shape('near', level((content.filter(stem => known.has(stem)).length / Math.max(1, content.length)) * 8, 8));
  }
  shape('faults', level(faulty.length, 4));
  shape('share', level((1 - unknown.length / Math.max(1, content.length)) * 8, 8));
  shape('length', level(all.length / 4, 6));
  const theirs = taken.flatMap(({ words }) => words.map(({ lower }) => lower));
  for (const [kind, list] of from.length > 0 ? v.telling : []) {
    const told = new Set(all.map(({ lower }) => lower).filter(word => list.has(word)));
    if (told.size > 0 && !theirs.some(word => list.has(word))) add('added', kind);
    for (const word of told) if (!theirs.includes(word)) add('added', word);
  }
  // each shape also as one of a text or of a record, with faults or without
  const within = `${faulty.length > 0 ? 'faulty' : 'fair'}${from.length > 0 ? 'text' : 'record'}`;
  return [...signs, ...shapes, ...shapes.map(each => `${each}q${within}`), within].join(' ');
}
