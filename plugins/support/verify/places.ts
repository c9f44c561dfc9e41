import { derived, since } from './derived.js';
import type { Unit, World } from './facts.js';
import { anchorOf } from './read-prose.js';
import type { Clause, Token } from './words.js';
import { family, matches, type Found, type Value } from './values.js';
import { singleWords, type Vocabulary } from './vocabulary.js';

const CLASH: Readonly<Record<string, readonly string[]>> = {
  at_most: ['more', 'at_least'],
  less: ['more', 'at_least'],
  more: ['at_most', 'less'],
  at_least: ['at_most', 'less']
};

/** The unit that carries a value, unless another unit of the same family fits the words around it better. */
export function place(
  found: Found & { comparator?: string | undefined },
  clause: Clause,
  { kin: kinIn }: World,
  prose: Unit | undefined,
  clock: Date,
  v: Vocabulary
): Unit | undefined {
  const beside = kinIn(found.value);
  const kin = prose ? beside.concat(kinOf(found.value, prose.record.passages)) : beside;
  const carries = (unit: Unit) =>
    unit.values.some(({ value, comparator, anchor }) => {
      if (!matches(found.value, value, clock)) return false;
      if (value.beside && !stands(found, clause, value.beside)) return false;
      if (found.comparator && comparator && CLASH[found.comparator]?.includes(comparator)) return false;
      if (
        found.comparator &&
        !comparator &&
        unit.clauses.length &&
        (found.comparator === 'more' || (found.comparator === 'at_least' && !clocked(found.value)))
      )
        return false;
      const said = anchorOf(clause.text, found.end - clause.start, v);
      const counted = unit.clauses.length > 0 ? anchor === undefined : since(unit);
      if (said !== undefined && counted && otherEvent(said, unit, v)) return false;
      return !(
        said &&
        anchor &&
        !sameAnchor(said, anchor) &&
        unit.clauses.length &&
        (!unit.own.has(said) || anchor.startsWith(`${said} `))
      );
    });
  const fits = kin.filter(
    unit => (unit.clauses.length === 0 || unit === prose || sameSentence(unit, prose)) && carries(unit)
  );
  if (fits.length === 0) return derived(found, clause, kinIn);
  const roles = rolesOf(found, clause, kin, v);
  const score = (unit: Unit) =>
    roles.reduce((sum, names, rank) => sum + Math.max(...names.map(name => bears(unit, name, v))) * 2 ** -rank, 0);
  const best = fits.reduce((a, b) => (score(b) > score(a) ? b : a));
  const rivals = kin.filter(
    unit => !carries(unit) && unit.values.some(({ value }) => family(value) === family(found.value))
  );
  const rival = Math.max(0, ...rivals.map(score));
  if (score(best) < rival && !addressed(found, clause))
    return found.comparator === 'more' ? derived(found, clause, kinIn) : undefined;
  if (found.value.type === 'number' && score(best) === 0 && nounAfter(found, clause, v) !== undefined) return undefined;
  return best;
}

/** How well a word fits a unit: a little better where the unit itself says it than where what it is part of does. */
function bears({ own, context, clauses }: Unit, concept: string, v: Vocabulary): number {
  // what holds in general statements only names no field of a record
  if (clauses.length === 0 && v.meanings.get(concept)?.general) return 0;
  const part = clauses.length > 0 ? 0.999 : 1;
  return own.has(concept) ? 1 : context.has(concept) ? part : 0;
}

/** "51 days since you ordered", where the field counts them from delivery. */
/** "Receiving your return" is "receiving it". */
function sameAnchor(said: string, known: string): boolean {
  const [[event, object], [other, its]] = [said.split(' '), known.split(' ')];
  return event === other && (object === its || its === undefined);
}

function otherEvent(event: string, { own, context }: Unit, v: Vocabulary): boolean {
  return !own.has(event) && !context.has(event) && v.meanings.get(event)?.proofs?.done !== undefined;
}

/** The words before and after a figure, empty where there is none. */
export function besideOf(text: string, start: number, end: number): [string, string] {
  const before = /(\p{L}+)\W{0,2}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? '';
  const after = /^\W{0,2}(\p{L}+)/u.exec(text.slice(end, end + 24))?.[1] ?? '';
  return [before.toLowerCase(), after.toLowerCase()];
}

function stands({ start, end }: Found, { text, start: from }: Clause, beside: readonly [string, string]): boolean {
  const here = besideOf(text, start - from, end - from);
  return beside.some((word, i) => word !== '' && word === here[i]) || beside.every(word => word === '');
}

/** "Your refund for ORD-1": what a statement is about may be named in any place. */
function addressed({ value, start }: Found, clause: Clause): boolean {
  return (
    value.type === 'identifier' && /\b(?:for|on|in|from|under) $/i.test(clause.text.slice(0, start - clause.start))
  );
}

/** "From Monday" and "from 9 am" begin a span and set no minimum. */
function clocked(value: Value): boolean {
  return value.type === 'time' || family(value) === 'date';
}

function sameSentence(unit: Unit, prose: Unit | undefined): boolean {
  return prose !== undefined && unit.context === prose.context;
}

/** The units with a value that competes with this one. */
export function kinOf(said: Value, units: readonly Unit[]): readonly Unit[] {
  return units.filter(unit => unit.values.some(({ value }) => comparable(said, value)));
}

export function comparable(said: Value, known: Value): boolean {
  if (family(said) === family(known)) return true;
  return (
    (said.type === 'number' && (known.type === 'money' || known.type === 'identifier')) ||
    (said.type === 'identifier' && known.type === 'number')
  );
}

/** The words around a value that name its place, nearest first; a count is named by what follows it. */
function rolesOf(found: Found, clause: Clause, kin: readonly Unit[], v: Vocabulary): string[][] {
  const counting = found.value.type === 'number';
  const noun = counting ? nounAfter(found, clause, v) : undefined;
  const near = clause.tokens
    .map(token => ({
      token,
      names: token.readings.map(({ concept }) => concept),
      distance: distance(found, token, clause, counting)
    }))
    .filter(
      ({ token, names }) =>
        !beyond(found, token, clause) && names.some(c => kin.some(unit => unit.own.has(c) || unit.context.has(c)))
    )
    .sort((a, b) => a.distance - b.distance)
    .map(({ names }) => names);
  const label = counting ? undefined : labelOf(found, clause, v);
  if (label !== undefined) return [meaningsOf(label, v), ...near];
  if (noun === undefined) return near;
  const names = meaningsOf(noun, v);
  return near[0]?.some(name => names.includes(name)) ? [[...near[0], ...names], ...near.slice(1)] : [names, ...near];
}

/** "€84 in all, €5 of it for shipping": a word beyond another figure of the kind belongs to that one. */
function beyond({ start, end, value }: Found, { at }: Token, { values }: Clause): boolean {
  return values.some(
    other =>
      family(other.value) === family(value) &&
      (at > end ? other.start >= end && other.end < at : other.end <= start && other.start > at)
  );
}

/** Characters between a value and a word. A count looks ahead to its noun, a date or a price back to its verb. */
function distance(found: Found, token: Token, clause: Clause, counting: boolean): number {
  if (token.at < found.end) return (found.start - token.at - token.text.length) * (counting ? 3 : 1);
  const between = clause.text.slice(found.end - clause.start, token.at - clause.start);
  return (counting ? between.length : between.length * 1.5) + (/[,;]|\band\b/.test(between) ? 20 : 0);
}

/** What is counted: "three pairs of socks" counts socks. */
function nounAfter(found: Found, clause: Clause, v: Vocabulary): string | undefined {
  const next = /^\s{1,2}(?:\p{L}{3,12} of )?(\p{L}{3,})/u.exec(clause.text.slice(found.end - clause.start))?.[1];
  if (next === undefined || v.grammar.pronouns.has(next) || v.grammar.verbs.has(next)) return undefined;
  return next === 'time' || next === 'times' ? undefined : v.stem(next);
}

/** The noun a figure is put to: "the limit of $500", "limit: $500", "the 30-day window". */
function labelOf(found: Found, clause: Clause, v: Vocabulary): string | undefined {
  const before = clause.text.slice(Math.max(0, found.start - clause.start - 30), found.start - clause.start);
  const noun = /(\p{L}{3,})(?: of|:) $/u.exec(before)?.[1];
  const after = /^(?:duration|money|number)$/.test(found.value.type) ? nounAfter(found, clause, v) : undefined;
  const bounds = after !== undefined && meaningsOf(after, v).includes('limit');
  const names = found.value.type === 'duration' && after !== undefined && !v.glue.has(after);
  return noun === undefined ? (names || bounds ? after : undefined) : v.stem(noun);
}

function meaningsOf(noun: string, v: Vocabulary): string[] {
  return [noun, ...singleWords(noun, v).map(({ meaning }) => meaning), ...(v.wares.has(noun) ? ['item'] : [])];
}
