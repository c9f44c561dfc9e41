import type { Unit, World } from './facts.js';
import { opposes, OURS } from './passages.js';
import { comparable } from './places.js';
import type { Value } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/**
 * Whether a word that neither the vocabulary nor any evidence knows may stand for one that the passage says and the
 * clause leaves out: where the clause says all figures of the passage, and shares most else with it. A word that is
 * known says something of its own and is no stranger.
 */
export function strange(
  { text, readings, verb }: Token,
  clause: Clause,
  unit: Unit,
  shared: number,
  { everything }: World,
  v: Vocabulary
): boolean {
  const { clauses, record } = unit;
  const own = clauses[0];
  if (!own || record.fromCustomer || clause.universal || own.strayNegations > 0) return false;
  const named = /^\p{Lu}/u.test(text) && !clause.text.trimStart().startsWith(text);
  const foreign = readings.some(
    ({ concept, negative, form }) =>
      negative ||
      v.meanings.has(concept) ||
      v.rivals.has(concept) ||
      OURS.has(form ?? '') ||
      form === 'coming' ||
      everything.some(each => each.concepts.has(concept))
  );
  if (named || foreign || (verb && clause.specific)) return false;
  if (!own.values.every(({ value }) => clause.values.some(said => equal(said.value, value)))) return false;
  if (shared + own.values.length < 2 || shared === 0) return false;
  // what the passage says the other way round is another case than the clause's
  if (clause.tokens.some(({ readings: each, denied }) => each.every(reading => opposes(unit, reading, denied, true))))
    return false;
  const said = new Set(clause.tokens.flatMap(token => token.readings.map(({ concept }) => concept)));
  return own.tokens.some(token => !token.soft && token.readings.every(({ concept }) => !said.has(concept)));
}

function equal(a: Value, b: Value): boolean {
  return comparable(a, b) && JSON.stringify(a) === JSON.stringify(b);
}
