import type { Clause } from '../parse/clause.js';
import type { Term } from '../parse/words.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** How a term of a clause is carried, or what speaks against it. */
export type Carried =
  | 'said'
  | 'turned'
  | 'modal'
  | 'denied'
  | 'held'
  | 'proved'
  | 'refuted'
  | 'near'
  | 'far'
  | 'soft'
  | 'excused'
  | 'strange'
  | 'negated'
  | 'unshown'
  | 'against'
  | 'thin'
  | 'vain';

export interface Note {
  readonly how: Carried;
  readonly term?: Term | undefined;
}

/** One clause as it was judged, for better or worse. */
export interface JudgedClause {
  readonly clause: Clause;
  /** Held against one sentence of a text, and not against records alone. */
  readonly prose: boolean;
  readonly notes: readonly Note[];
  /** How many of its words and figures nothing carries. */
  readonly faults: number;
}

/** What there is to be learned from beside the clauses. */
export interface Around {
  readonly attributed: boolean;
  /** Whether the evidence has a word, in whatever form. */
  readonly known: (stem: string) => boolean;
}

/** Of terms that are carried so, or not, it is told which word they are. */
const TELLING: ReadonlySet<Carried> = new Set(['strange', 'refuted', 'soft', 'excused', 'near', 'far', 'denied']);

const CARRIED: ReadonlySet<Carried> = new Set(['said', 'held', 'proved', 'near', 'modal']);

/** Numbers as words: a sign has letters only. */
const LEVELS = 'abcdefghijklmnop';
const level = (number: number, most: number): string => LEVELS[Math.min(most, Math.max(0, Math.floor(number)))]!;

/**
 * What a judgement looks like, as words that a linear model can be fitted to: how each term is carried, which words the
 * evidence does not have, and the grammar of the sentence.
 */
export function signsOf(judged: readonly JudgedClause[], { attributed, known }: Around, v: Vocabulary): string {
  const signs: string[] = [];
  const add = (...parts: readonly string[]) =>
    signs.push(parts.map(part => part.toLowerCase().replace(/[^\p{L}]/gu, '')).join('q'));
  if (attributed) add('attributed');
  let faults = 0;
  const content = new Set<string>();
  const silent = new Set<string>();
  const shown = new Set<string>();
  let length = 0;
  for (const { clause, prose, notes, faults: own } of judged) {
    faults += own;
    add(prose ? 'prose' : 'records');
    for (let i = 0; i < clause.negations.length; i++) add('negation');
    for (const { kind, word } of clause.parts.slice(1)) add('part', kind, word);
    if (clause.specific) add('specific');
    if (clause.universal) add('universal');
    if (clause.limited) add('limited');
    for (const { value } of clause.figures) add('figure', value.type);
    for (const { how, term } of notes) {
      add('how', how);
      if (term === undefined) continue;
      add('how', how, term.form ?? (term.verb ? 'verb' : 'noun'));
      if (term.actor !== undefined) add('how', how, 'by', term.actor);
      if (term.denied !== undefined) add('how', how, 'denied');
      if (term.name) add('how', how, 'name');
      if (term.part > 0) add('how', how, 'part');
      if (TELLING.has(how)) add('word', how, v.stem(term.text.toLowerCase()));
    }
    length += clause.words.length;
    const carried = notes.flatMap(({ how, term }) => (term !== undefined && CARRIED.has(how) ? [term] : []));
    for (const { lower, stem, at } of clause.words) {
      if (carried.some(term => at >= term.at && at < term.end)) shown.add(stem);
      if (v.glue.has(lower) || v.glue.has(stem) || v.cues.has(lower)) silent.add(lower);
      else content.add(stem);
    }
  }
  const unknown = [...content].filter(stem => !known(stem));
  for (const stem of unknown) add(shown.has(stem) ? 'meant' : 'unknown', stem);
  add('unmeant', level(unknown.filter(stem => !shown.has(stem)).length, 8));
  for (const word of silent) add('silent', word);
  add('faults', level(faults, 4));
  add('unknowns', level(unknown.length, 8));
  add('share', level((1 - unknown.length / Math.max(1, content.size)) * 8, 8));
  add('length', level(length / 4, 6));
  return signs.join(' ');
}
