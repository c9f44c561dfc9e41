import { conceptsSaid } from './concepts.js';
import type { Unit, World } from './facts.js';
import { opposes, OURS } from './passages.js';
import { comparable } from './places.js';
import type { Value } from './values.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/** Two words may differ where a figure ties clause and passage together, one where only words do. */
const MOST = 2;

/**
 * Whether the words that nothing carries may stand for what the passage says and the clause leaves out: where the
 * clause says every figure of the passage, and shares most else with it. A word that the evidence uses elsewhere, that
 * records prove, or that denies, says something of its own.
 */
export function strangers(
  unknown: readonly Token[],
  clause: Clause,
  unit: Unit,
  shared: number,
  world: World,
  v: Vocabulary
): boolean {
  const own = unit.clauses[0];
  if (!own || unit.record.fromCustomer || clause.universal || own.strayNegations > 0 || shared === 0) return false;
  const tied = own.values.length > 0;
  if (unknown.length > (tied ? MOST : 1) || shared + own.values.length < unknown.length + 1) return false;
  if (!own.values.every(({ value }) => clause.values.some(said => equal(said.value, value)))) return false;
  if (unknown.some(token => !strange(token, clause, tied, world, v))) return false;
  // what the passage says the other way round is another case than the clause's
  if (clause.tokens.some(({ readings: each, denied }) => each.every(reading => opposes(unit, reading, denied, true))))
    return false;
  const said = conceptsSaid(clause);
  return own.tokens.some(token => !token.soft && token.readings.every(({ concept }) => !said.has(concept)));
}

function strange(
  { text, at, readings, verb }: Token,
  clause: Clause,
  tied: boolean,
  { everything }: World,
  v: Vocabulary
): boolean {
  const named = /^\p{Lu}/u.test(text) && !clause.text.trimStart().startsWith(text);
  // what a figure counts or measures is part of it
  if (clause.values.some(({ end, value }) => value.type === 'number' && at > end && at <= end + 2)) return false;
  if (named || v.units[text.toLowerCase()] !== undefined || (verb && clause.specific && !tied)) return false;
  return readings.every(({ concept, negative, form }) => {
    const meaning = v.meanings.get(concept);
    const proved = meaning?.proofs !== undefined || meaning?.strict === true || meaning?.excludes === true;
    if (negative || proved || v.rivals.has(concept) || OURS.has(form ?? '') || form === 'coming') return false;
    return (tied || meaning === undefined) && !everything.some(each => each.concepts.has(concept));
  });
}

function equal(a: Value, b: Value): boolean {
  return comparable(a, b) && JSON.stringify(a) === JSON.stringify(b);
}
