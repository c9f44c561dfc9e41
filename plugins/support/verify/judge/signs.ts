import type { Entity, Statement } from '../evidence/model.js';
import type { Judgement } from './clause.js';
import type { Parsed } from './verify.js';
import { conceptsIn, type Term, type Word } from '../reading/words.js';
import type { Vocabulary } from '../reading/vocabulary.js';

/** How a term of a clause is carried, or what speaks against it. */
export type Carried =
  'said' | 'turned' | 'denied' | 'held' | 'proved' | 'refuted' | 'near' | 'soft' | 'excused' | 'strange' | 'against';

export interface Note {
  readonly how: Carried;
  readonly term?: Term | undefined;
}

/** Of terms that are carried so, or not, it is told which word they are. */
const TELLING: ReadonlySet<Carried> = new Set(['strange', 'refuted', 'soft', 'excused', 'near', 'denied']);

const CARRIED: ReadonlySet<Carried> = new Set(['said', 'held', 'proved', 'near']);

/** What a sentence is compared with. */
export interface Evident {
  readonly entities: readonly Entity[];
  /** Whether the evidence has a word, in whatever form. */
  readonly has: (stem: string) => boolean;
}

/** Numbers as words: a sign has letters only. */
const LEVELS = 'abcdefghijklmnop';
const level = (number: number, most: number): string => LEVELS[Math.min(most, Math.max(0, Math.floor(number)))]!;

/**
 * What a judgement looks like, as words that a linear model can be fitted to: how each term is carried, which words the
 * evidence does not have, and which small words are lost or added beside the sentence it is most likely taken from.
 */
export function signsOf(
  { attributed, clauses }: Parsed,
  { notes, words: faulty, figures, identifiers }: Judgement,
  { entities, has }: Evident,
  v: Vocabulary
): string {
  const signs: string[] = [];
  const add = (...parts: readonly string[]) =>
    signs.push(parts.map(part => part.toLowerCase().replace(/[^\p{L}]/gu, '')).join('q'));
  if (attributed) add('attributed');
  if (figures.length + identifiers.length > 0) add('how', 'unshown');
  for (const { value } of clauses.flatMap(each => each.figures)) add('figure', value.type);
  for (const { how, term } of notes) {
    add('how', how);
    if (term === undefined) continue;
    add('how', how, term.form ?? (term.verb ? 'verb' : 'noun'));
    if (term.form && how !== 'said') add('deed', how, term.form, term.senses[0]!.concept);
    if (term.denied !== undefined) add('how', how, 'denied');
    if (term.name) add('how', how, 'name');
    if (TELLING.has(how)) add('word', how, v.stem(term.text.toLowerCase()));
  }
  const all = clauses.flatMap(({ words }) => words);
  const terms = clauses.flatMap(each => each.terms);
  const quiet = ({ lower, stem }: Word) => v.glue.has(lower) || v.glue.has(stem) || v.cues.has(lower);
  for (const word of new Set(all.filter(quiet).map(({ lower }) => lower))) add('silent', word);
  const content = [...new Set(all.filter(word => !quiet(word)).map(({ stem }) => stem))];
  const carried = notes.flatMap(({ how, term }) => (term !== undefined && CARRIED.has(how) ? [term] : []));
  const meant = new Set(
    clauses
      .flatMap(({ words, start }) =>
        words.filter(({ at }) => carried.some(term => at >= term.at && at < term.end && start >= 0))
      )
      .map(({ stem }) => stem)
  );
  const unknown = content.filter(stem => !has(stem));
  for (const stem of unknown) add(meant.has(stem) ? 'meant' : 'unknown', stem);
  add('unmeant', level(unknown.filter(stem => !meant.has(stem)).length, 8));
  add('faults', level(faulty.length, 4));
  add('unknowns', level(unknown.length, 8));
  add('share', level((1 - unknown.length / Math.max(1, content.length)) * 8, 8));
  add('length', level(all.length / 4, 6));
  const spoken = all.map(({ lower }) => lower);
  add(...nearest({ terms, words: spoken }, entities, v, add));
  return signs.join(' ');
}

/**
 * Whether a sentence says all of one sentence of a text, in its order, with nothing added: then a synonym that a file was
 * just taught needs no examples.
 */
export const saysTheSame = (signs: string): boolean =>
  ['sharedqk', 'toldqk', 'turnsqa'].every(sign => signs.includes(sign)) &&
  !/\b(?:lost|added|unknown|howq(?:near|excused|turned|denied|soft))q/.test(`${signs} `.replaceAll(' ', 'q '));

/** Compares a sentence with what it shares most with: one sentence of a text, or one record. */
function nearest(
  { terms, words }: { readonly terms: readonly Term[]; readonly words: readonly string[] },
  entities: readonly Entity[],
  v: Vocabulary,
  add: (...parts: readonly string[]) => unknown
): readonly string[] {
  const asked = terms.map(term => conceptsIn([term]));
  let best: { readonly hits: number; readonly score: number; readonly passage?: Statement } | undefined;
  const weigh = (says: ReadonlyMap<string, number>, passage?: Statement) => {
    const hits = asked.filter(concepts => concepts.some(concept => says.has(concept))).length;
    const score = hits / Math.sqrt(4 + says.size);
    if (!best || score > best.score) best = { hits, score, ...(passage && { passage }) };
  };
  for (const { concepts, passages } of entities) {
    if (passages.length === 0) weigh(concepts);
    for (const passage of passages) weigh(passage.context, passage);
  }
  if (best === undefined) return ['nothing'];
  const { hits, passage } = best;
  add('shared', level((hits / Math.max(1, asked.length)) * 10, 10));
  if (passage === undefined) return ['record'];
  const theirs = passage.whole!.flatMap(clause => clause.words.map(({ lower }) => lower));
  const compare = (how: string, some: readonly string[], others: readonly string[]) => {
    for (const [kind, list] of v.telling) {
      const told = new Set(some.filter(word => list.has(word)));
      if (told.size > 0 && !others.some(word => list.has(word))) add(how, kind);
      for (const word of told) if (!others.includes(word)) add(how, word);
    }
  };
  compare('lost', theirs, words);
  compare('added', words, theirs);
  const said = passage.whole!.flatMap(clause => clause.terms);
  const ours = new Set(asked.flat());
  const told = said.filter(term => conceptsIn([term]).some(concept => ours.has(concept)));
  add('told', level((told.length / Math.max(1, said.length)) * 10, 10));
  // who does what, and what comes first: words in another order
  const places = asked
    .map(concepts => said.findIndex(term => conceptsIn([term]).some(concept => concepts.includes(concept))))
    .filter(place => place >= 0);
  add('turns', level(places.filter((place, i) => place < (places[i - 1] ?? 0)).length, 3));
  return ['text'];
}
