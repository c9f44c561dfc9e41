import type { Support } from '../contract.js';
import { supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { comparable, family, matches, minutesApart, type Value } from '../reading/values.js';
import type { Clause, Figure } from '../reading/clause.js';
import { besideOf } from '../reading/words.js';
import { singleWords, type Vocabulary } from '../reading/vocabulary.js';
import { derived, isSince } from './derived.js';

const CLASH: Readonly<Record<string, readonly string[]>> = {
  at_most: ['more', 'at_least'],
  less: ['more', 'at_least'],
  more: ['at_most', 'less'],
  at_least: ['at_most', 'less']
};

export interface Against {
  readonly clause: Clause;
  readonly scope: EvidenceScope;
  readonly passage: Statement | undefined;
  readonly clock: Date;
}

/** What carries a figure, unless another field of the kind fits the words around it better. */
export function placeOf(figure: Figure, against: Against, v: Vocabulary): Support | undefined {
  const { clause, scope, passage, clock } = against;
  const prose = passage?.entity.passages.filter(({ values }) =>
    values.some(({ value }) => comparable(figure.value, value))
  );
  const own = scope.kin(figure.value);
  const kin = prose === undefined || prose.length === 0 ? own : [...own, ...prose];
  const carries = (statement: Statement) =>
    statement.values.some(known => fits(figure, { known, statement }, against, v));
  const fit = kin.filter(
    statement =>
      (!statement.clause || statement === passage || statement.context === passage?.context) && carries(statement)
  );
  // "Friday, April 3": a weekday or a time goes with the date it stands by
  const day = dayBeside(figure, clause);
  const [first] = day ? fit.filter(each => each.values.some(({ value }) => matches(day.value, value, clock))) : fit;
  if (day) return first && supportOf(first);
  if (!first) return derived(figure, against, v);
  const scoring = (of: Figure) => {
    const roles = rolesOf(of, against, kin, v);
    return (statement: Statement) =>
      roles.reduce((sum, names, rank) => {
        let most = 0;
        for (const name of names) most = Math.max(most, bears(statement, name));
        return sum + most * 2 ** -rank;
      }, 0);
  };
  const score = scoring(figure);
  let best = first;
  let highest = score(first);
  for (const each of fit) {
    const here = score(each);
    if (here > highest) [best, highest] = [each, here];
  }
  // "the 28 days after delivery" are a window, and not how long ago it was
  const windowed = figure.value.type === 'duration' && WINDOW.test(clause.text.slice(figure.end - clause.start));
  // a field that another figure of the clause was taken from competes only where the two would be better swapped
  const outdone = kin.some(rival => {
    const here = score(rival);
    if (here <= highest || carries(rival) || (windowed && isSince(rival))) return false;
    if (!rival.values.some(({ value }) => family(value) === family(figure.value))) return false;
    const other = clause.figures.find(
      each => each !== figure && rival.values.some(({ value }) => matches(each.value, value, clock))
    );
    if (!other) return true;
    const theirs = scoring(other);
    return theirs(rival) < 1 || theirs(best) + here > theirs(rival) + highest;
  });
  if (outdone && !addressed(figure, clause)) return undefined;
  const uncounted = figure.value.type === 'number' && highest === 0 && nounAfter(figure, clause, v) !== undefined;
  return uncounted ? derived(figure, against, v) : supportOf(best);
}

function fits(
  figure: Figure,
  { known, statement }: { readonly known: Statement['values'][number]; readonly statement: Statement },
  { clause, clock }: Against,
  v: Vocabulary
): boolean {
  if (!matches(figure.value, known.value, clock) && !nearly(figure, known.value, clause, v)) return false;
  if (known.beside) {
    const here = besideOf(clause.text, figure.start - clause.start, figure.end - clause.start);
    if (known.beside.some(word => word !== '') && !known.beside.some((word, i) => word !== '' && word === here[i]))
      return false;
  }
  if (figure.value.type === 'money' && v.sums.test(clause.text) && several(statement)) return false;
  const { bound } = figure;
  const { clause: theirs } = statement;
  if (bound && known.bound && CLASH[bound]?.includes(known.bound)) return false;
  if (theirs && bound === 'more' && !known.bound) return false;
  const told = theirs && known.end !== undefined ? anchorOf(theirs.text, known.end - theirs.start, v) : undefined;
  const said = told === undefined ? undefined : anchorOf(clause.text, figure.end - clause.start, v);
  return said === undefined || said === told;
}

/** What is behind a span of time that is counted from something. */
const WINDOW = /^ (?:after|of|from|following) /;

/** "Shortly after 4 pm", of 16:05. */
function nearly({ value, start }: Figure, known: Value, { text, start: from }: Clause, v: Vocabulary): boolean {
  if (value.type !== 'time' || known.type !== 'time') return false;
  const before = text.slice(Math.max(0, start - from - 24), start - from);
  return v.approximate.test(before) && minutesApart(value, known) <= NEAR;
}

/** Minutes. */
const NEAR = 20;

/** The date that a weekday stands by: "Friday, April 3". */
const dayBeside = ({ start, end, value }: Figure, { figures }: Clause): Figure | undefined =>
  figures.find(
    other =>
      value.type === 'weekday' &&
      other.value.type === 'date' &&
      Math.max(other.start - end, start - other.end) <= ', the '.length
  );

/** "Both cost €9.50 together", where one does. */
function several({ entity, field = '' }: Statement): boolean {
  const own = `${field.slice(0, field.lastIndexOf('.') + 1)}quantity`;
  const count = entity.parent && entity.fields.find(each => each.field === own)?.values[0]?.value;
  return count?.type === 'number' && Number(count.amount) > 1;
}

/** How well a word fits a statement: a little better where it says it than where the rest of its sentence does. */
const bears = ({ says, context, clause }: Statement, concept: string): number =>
  says.has(concept) ? 1 : context.has(concept) ? (clause ? 0.999 : 1) : 0;

/** "Your refund for ORD-1", "order 1001": what a statement is about may be named in any place. */
function addressed({ value, start }: Figure, { text, start: from }: Clause): boolean {
  const before = text.slice(0, start - from);
  if (value.type === 'number') return Number(value.amount) >= LEAST_NUMBER && /\border (?:number )?#?$/i.test(before);
  return (
    value.type === 'identifier' &&
    /\b(?:for|on|in|to|from|under|order|with|concerns) $|^\W*(?:your |order |number )*$/i.test(before)
  );
}

/** Below it a number beside "order" may count something. */
const LEAST_NUMBER = 100;

/** The words around a figure that name its place, nearest first; a count is named by what follows it. */
function rolesOf(figure: Figure, { clause, scope }: Against, kin: readonly Statement[], v: Vocabulary): string[][] {
  // of several things that the clause names, no name tells which field is meant
  const named = new Set(scope.named.length > 1 ? scope.named.flatMap(({ names }) => [...names]) : []);
  const counting = figure.value.type === 'number';
  const after = counting || figure.value.type === 'duration' ? nounAfter(figure, clause, v) : undefined;
  const noun = counting || !v.glue.has(after ?? '') ? after : undefined;
  const isGeneral = (name: string) => v.general.has(name);
  const near = clause.terms
    .map(({ senses, at, end }) => ({
      names: senses.map(({ concept }) => concept),
      distance: distance(figure, { at, end }, clause, counting)
    }))
    .filter(
      ({ names }) => !names.some(name => named.has(name)) && names.some(name => kin.some(each => bears(each, name) > 0))
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ names }) => names)
    // "shipping cost €5.90": every amount costs something, and not every one is for shipping
    .sort((a, b) => Number(a.every(isGeneral)) - Number(b.every(isGeneral)));
  if (noun === undefined) return near;
  return [[noun, ...singleWords(noun, v).map(({ meaning }) => meaning)], ...near];
}

/** Characters between a figure and a word. A count looks ahead to its noun, a date or a price back to its verb. */
function distance(
  { start, end }: Figure,
  { at, end: to }: { readonly at: number; readonly end: number },
  { text, start: from }: Clause,
  counting: boolean
): number {
  if (at < end) return (start - to) * (counting ? 3 : 1);
  const between = text.slice(end - from, at - from);
  return (counting ? between.length : between.length * 1.5) + (/[,;]|\band\b/.test(between) ? 20 : 0);
}

/** What is counted: "three pairs of socks" counts socks. */
function nounAfter({ end }: Figure, { text, start }: Clause, v: Vocabulary): string | undefined {
  const next = /^\s{1,2}(?:x |\p{L}{3,12} of )?(\p{L}{3,})/u.exec(text.slice(end - start))?.[1];
  if (next === undefined || v.grammar.pronouns.has(next) || v.grammar.verbs.has(next)) return undefined;
  return next === 'time' || next === 'times' ? undefined : v.stem(next);
}

/** The event a span of time is counted from: "60 days of delivery". */
function anchorOf(text: string, end: number, v: Vocabulary): string | undefined {
  const after = /^\s{1,2}(?:of|from|after|since|following)\s{1,2}([^,.;:]{0,40})/u.exec(text.slice(end, end + 60))?.[1];
  for (const word of after?.match(/\p{L}+/gu) ?? []) {
    const stem = v.stem(word);
    const meaning = singleWords(stem, v)[0]?.meaning;
    if (meaning !== undefined || !(v.glue.has(word.toLowerCase()) || v.soft.has(stem))) return meaning ?? stem;
  }
  return undefined;
}
