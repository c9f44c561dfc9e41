import type { Support } from '../contract.js';
import { supportOf, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
import { besideOf } from '../notation/beside.js';
import { comparable, family, matches } from '../notation/values.js';
import type { Clause, Figure } from '../parse/clause.js';
import { singleWords, type Vocabulary } from '../vocabulary/vocabulary.js';
import { derived, since } from './derived.js';

const CLASH: Readonly<Record<string, readonly string[]>> = {
  at_most: ['more', 'at_least'],
  less: ['more', 'at_least'],
  more: ['at_most', 'less'],
  at_least: ['at_most', 'less']
};

interface Against {
  readonly clause: Clause;
  readonly scope: EvidenceScope;
  readonly passage: Statement | undefined;
  readonly clock: Date;
}

/** What carries a figure, unless another field of the kind fits the words around it better. */
export function placeOf(figure: Figure, against: Against, v: Vocabulary): Support | undefined {
  const { clause, scope, passage, clock } = against;
  const fields = scope.kin(figure.value);
  const prose =
    passage?.entity.passages.filter(({ values }) => values.some(({ value }) => comparable(figure.value, value))) ?? [];
  const kin = [...fields, ...prose];
  const carries = (statement: Statement) => statement.values.some(known => fits(figure, known, statement, against, v));
  const fit = kin.filter(
    statement =>
      (!statement.clause || statement === passage || statement.context === passage?.context) && carries(statement)
  );
  if (fit.length === 0) return derived(figure, clause, against, v);
  const beside = neighbourOf(figure, clause);
  if (beside) {
    const same = fit.find(statement => statement.values.some(({ value }) => matches(beside.value, value, clock)));
    const told = kin.some(({ values }) =>
      values.some(({ value }) => value.type === figure.value.type && beside.value.type === 'date')
    );
    if (same || figure.value.type !== 'time' || !told) return same && supportOf(same);
  }
  const named = numbered(figure, clause) ? fit.find(isIdentified) : undefined;
  if (named) return supportOf(named);
  if (figure.value.type === 'number') {
    const noun = nounAfter(figure, clause, v);
    const counted = noun === undefined ? [] : meaningsOf(noun, v);
    const counts = (statement: Statement) =>
      !statement.clause &&
      counted.some(
        each => statement.says.has(each) || (statement.entity.names.has(each) && statement.says.has('quantity'))
      );
    const told = fit.find(counts);
    if (told && !kin.some(statement => counts(statement) && !carries(statement))) return supportOf(told);
  }
  const scoring = (of: Figure) => {
    const roles = rolesOf(of, against, kin, v);
    return (statement: Statement) =>
      roles.reduce(
        (sum, names, rank) => sum + Math.max(...names.map(name => bears(statement, name, v))) * 2 ** -rank,
        0
      );
  };
  const score = scoring(figure);
  const best = fit.reduce((a, b) => (score(b) > score(a) ? b : a));
  const rivals = kin.filter(
    statement => !carries(statement) && statement.values.some(({ value }) => family(value) === family(figure.value))
  );
  // a field that another figure of the clause was taken from competes only where the two would be better swapped
  const outdone = rivals.some(rival => {
    if (score(rival) <= score(best)) return false;
    const other = clause.figures.find(
      each => each !== figure && rival.values.some(({ value }) => matches(each.value, value, clock))
    );
    if (!other) return true;
    const theirs = scoring(other);
    return theirs(rival) < 1 || theirs(best) + score(rival) > theirs(rival) + score(best);
  });
  if (outdone && !addressed(figure, clause))
    return figure.bound === 'more' ? derived(figure, clause, against, v) : undefined;
  if (figure.value.type === 'number' && score(best) === 0 && nounAfter(figure, clause, v) !== undefined)
    return undefined;
  return supportOf(best);
}

function fits(
  figure: Figure,
  known: Statement['values'][number],
  statement: Statement,
  { clause, clock }: Against,
  v: Vocabulary
): boolean {
  if (!matches(figure.value, known.value, clock)) return false;
  if (known.beside) {
    const here = besideOf(clause.text, figure.start - clause.start, figure.end - clause.start);
    if (!known.beside.some((word, i) => word !== '' && word === here[i]) && known.beside.some(word => word !== ''))
      return false;
  }
  if (statement.clause && 'end' in known && otherCount(figure, known as Figure, clause, statement.clause, v))
    return false;
  // "on 23 December", where it is some day from then to another
  const open = /(?:^|[._])(?:from|to)$/.test(statement.field ?? '') && family(figure.value) === 'date';
  if (
    open &&
    !/\b(?:between|from|to|until|and|by|earliest|latest|at most|at least|before|after)\b|-|–/.test(clause.text)
  )
    return false;
  if (figure.value.type === 'money' && v.sums.test(clause.text) && several(statement)) return false;
  const { bound } = figure;
  if (bound && known.bound && CLASH[bound]?.includes(known.bound)) return false;
  const timely = figure.value.type === 'time' || family(figure.value) === 'date';
  if (statement.clause && bound && !known.bound && (bound === 'more' || (bound === 'at_least' && !timely)))
    return false;
  if (figure.value.type === 'duration') {
    const before = (text: string, end: number) =>
      /^ (?:\p{L}+ )?(?:before|ahead of|prior to)\b/u.test(text.slice(end, end + 20));
    const after = (text: string, end: number) =>
      /^ (?:of|from|after|since|following)\b/.test(text.slice(end, end + 20));
    const end = figure.end - clause.start;
    const theirs = statement.clause && 'end' in known ? (known as Figure).end - statement.clause.start : undefined;
    if (theirs !== undefined && before(clause.text, end) && after(statement.clause!.text, theirs)) return false;
    if (theirs !== undefined && after(clause.text, end) && before(statement.clause!.text, theirs)) return false;
    if (theirs === undefined && before(clause.text, end) && since(statement)) return false;
  }
  const said = anchorOf(clause.text, figure.end - clause.start, v);
  if (said === undefined) return true;
  if (!statement.clause) return !since(statement) || !otherEvent(said, statement, v);
  const theirs =
    'end' in known ? anchorOf(statement.clause.text, (known as Figure).end - statement.clause.start, v) : undefined;
  if (theirs === undefined) return !otherEvent(said, statement, v);
  return said === theirs || said.split(' ')[0] === theirs;
}

/** "Both cost €9.50 together", where one does. */
function several({ entity, field = '' }: Statement): boolean {
  const around = field.slice(0, field.lastIndexOf('.') + 1);
  return (
    entity.parent !== undefined &&
    entity.fields.some(
      ({ field: each, values }) =>
        each === `${around}quantity` && values.some(({ value }) => value.type === 'number' && Number(value.amount) > 1)
    )
  );
}

/** "One gift card", where the passage says "one order". */
function otherCount(ours: Figure, theirs: Figure, clause: Clause, passage: Clause, v: Vocabulary): boolean {
  if (ours.value.type !== 'number') return false;
  const [said, known] = [nounAfter(ours, clause, v), nounAfter(theirs, passage, v)];
  if (said === undefined || known === undefined) return false;
  const meant = meaningsOf(known, v);
  return !meaningsOf(said, v).some(each => meant.includes(each));
}

/** How well a word fits a statement: a little better where it says it than where what it is part of does. */
function bears({ says, context, clause }: Statement, concept: string, v: Vocabulary): number {
  if (!clause && v.meanings.get(concept)?.general) return 0;
  return says.has(concept) ? 1 : context.has(concept) ? (clause ? 0.999 : 1) : 0;
}

/** "51 days since you ordered", where they are counted from delivery. */
function otherEvent(event: string, { says, context }: Statement, v: Vocabulary): boolean {
  return !says.has(event) && !context.has(event) && v.meanings.get(event)?.proofs?.done !== undefined;
}

/** "Friday, April 3": a weekday or a time goes with the date it stands by. */
function neighbourOf({ start, end, value }: Figure, { figures, text, start: from }: Clause): Figure | undefined {
  if (value.type !== 'weekday' && value.type !== 'time') return undefined;
  return figures.find(other => {
    if (other.value.type !== 'date') return false;
    const [left, right] = other.start >= end ? [end, other.start] : [other.end, start];
    return left <= right && /^\W*(?:(?:on|at|the|utc)\W*)*$/i.test(text.slice(left - from, right - from));
  });
}

/** "Your order 727": the number says which, and counts nothing. */
const numbered = ({ value, start }: Figure, { text, start: from }: Clause) =>
  value.type === 'number' && /\border (?:number |#)?$/i.test(text.slice(0, start - from));

const isIdentified = ({ values }: Statement) => values.some(({ value }) => value.type === 'identifier');

/** "Your refund for ORD-1": what a statement is about may be named in any place. */
function addressed({ value, start }: Figure, { text, start: from }: Clause): boolean {
  return (
    value.type === 'identifier' &&
    /\b(?:for|on|in|to|from|under|order|with|concerns) $|^\W*(?:your |order |number )*$/i.test(
      text.slice(0, start - from)
    )
  );
}

/** The words around a figure that name its place, nearest first; a count is named by what follows it. */
function rolesOf(figure: Figure, { clause, scope }: Against, kin: readonly Statement[], v: Vocabulary): string[][] {
  // of several things that the clause names, no name tells which field is meant
  const named = new Set(scope.named.length > 1 ? scope.named.flatMap(({ names }) => [...names]) : []);
  const counting = figure.value.type === 'number';
  const noun = counting ? nounAfter(figure, clause, v) : undefined;
  const near = clause.terms
    .map(({ senses, at, end }) => ({
      at,
      names: senses.map(({ concept }) => concept),
      distance: distance(figure, at, end, clause, counting)
    }))
    .filter(
      ({ at, names }) =>
        !(named.size > 0 && names.some(name => named.has(name))) &&
        !beyond(figure, at, clause) &&
        !clause.figures.some(
          other => other !== figure && counting !== (other.value.type === 'number') && other.end + 1 === at
        ) &&
        names.some(c => kin.some(each => each.says.has(c) || each.context.has(c)))
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ names }) => names);
  const label = counting ? undefined : labelOf(figure, clause, v);
  if (label !== undefined) return [meaningsOf(label, v), ...near];
  if (noun === undefined) return near;
  const names = meaningsOf(noun, v);
  return near[0]?.some(name => names.includes(name)) ? [[...near[0], ...names], ...near.slice(1)] : [names, ...near];
}

/** "€84 in all, €5 of it for shipping": a word beyond another figure of the kind belongs to that one. */
function beyond({ start, end, value }: Figure, at: number, { figures }: Clause): boolean {
  return figures.some(
    other =>
      family(other.value) === family(value) &&
      (at > end ? other.start >= end && other.end < at : other.end <= start && other.start > at)
  );
}

/** Characters between a figure and a word. A count looks ahead to its noun, a date or a price back to its verb. */
function distance(
  { start, end }: Figure,
  at: number,
  to: number,
  { text, start: from }: Clause,
  counting: boolean
): number {
  if (at < end) return (start - to) * (counting ? 3 : 1);
  const between = text.slice(end - from, at - from);
  return (counting ? between.length : between.length * 1.5) + (/[,;]|\band\b/.test(between) ? 20 : 0);
}

/** What is counted: "three pairs of socks" counts socks. */
function nounAfter({ end }: Figure, { text, start }: Clause, v: Vocabulary): string | undefined {
  const next = /^\s{1,2}(?:\p{L}{3,12} of )?(\p{L}{3,})/u.exec(text.slice(end - start))?.[1];
  if (next === undefined || v.grammar.pronouns.has(next) || v.grammar.verbs.has(next)) return undefined;
  return next === 'time' || next === 'times' ? undefined : v.stem(next);
}

/** The noun a figure is put to: "the limit of $500", "limit: $500", "the 30-day window". */
function labelOf(figure: Figure, clause: Clause, v: Vocabulary): string | undefined {
  const { start, value } = figure;
  const before = clause.text.slice(Math.max(0, start - clause.start - 30), start - clause.start);
  const noun = /(\p{L}{3,})(?: of|:) $/u.exec(before)?.[1];
  if (noun !== undefined) return v.stem(noun);
  const after = /^(?:duration|money|number)$/.test(value.type) ? nounAfter(figure, clause, v) : undefined;
  const bounds = after !== undefined && meaningsOf(after, v).includes('limit');
  return (value.type === 'duration' && after !== undefined && !v.glue.has(after)) || bounds ? after : undefined;
}

function meaningsOf(noun: string, v: Vocabulary): string[] {
  return [noun, ...singleWords(noun, v).map(({ meaning }) => meaning), ...(v.wares.has(noun) ? ['item'] : [])];
}

/** The event a span of time is counted from: "60 days of delivery", "7 days of receiving the return". */
function anchorOf(text: string, end: number, v: Vocabulary): string | undefined {
  const after = /^\s{1,2}(?:of|from|after|since|following)\s{1,2}([^,.;:]{0,40})/u.exec(text.slice(end, end + 60))?.[1];
  const words = after?.match(/\p{L}+/gu) ?? [];
  const known = (word: string) => singleWords(v.stem(word), v)[0]?.meaning;
  const moved = (word: string) => v.grammar.order_nouns.has(word.toLowerCase());
  const content = (word: string) =>
    (!v.glue.has(word.toLowerCase()) && !v.soft.has(v.stem(word))) || moved(word) || known(word) !== undefined;
  const meaning = (word: string) => known(word) ?? v.stem(word);
  const order = words.findIndex(content);
  // "after your parcel reaches us" counts from the arrival
  const event = moved(words[order] ?? '') ? words.findIndex((word, i) => i > order && content(word)) : -1;
  const at = event < 0 ? order : event;
  const first = words[at];
  if (first === undefined) return undefined;
  const next = words.slice(at + 1, at + 4);
  const stop = next.findIndex(word => v.grammar.stops.has(word.toLowerCase()));
  const object = first.endsWith('ing')
    ? next.slice(0, stop < 0 ? undefined : stop).find(word => !v.glue.has(word.toLowerCase()))
    : undefined;
  return object === undefined ? meaning(first) : `${meaning(first)} ${meaning(object)}`;
}
