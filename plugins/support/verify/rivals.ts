import type { World } from './facts.js';
import { POSITIVE } from './proofs.js';
import type { Clause, Token } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** "You are a gold member" is not carried by the rules for gold members where the record says silver. */
export function rivalled({ readings }: Token, clause: Clause, { records }: World, v: Vocabulary): boolean {
  const [reading] = readings;
  const group = reading && v.rivals.get(reading.concept);
  if (group === undefined || reading!.negative || !(clause.specific || /\byou (?:are|have|hold)\b/i.test(clause.text)))
    return false;
  if (/\bif\b/i.test(clause.text)) return false;
  const own = records.filter(({ prose, fromCustomer }) => !prose && !fromCustomer);
  if (own.some(({ fields }) => fields.some(unit => unit.own.has(reading!.concept)))) return false;
  return own.some(({ fields }) =>
    fields.some(unit => [...unit.own].some(([concept, bits]) => bits & POSITIVE && v.rivals.get(concept) === group))
  );
}
