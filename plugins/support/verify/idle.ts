import type { Carrier } from './carriers.js';
import { eventAt } from './events.js';
import { subjectsOf } from './subjects.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/**
 * Words that need no evidence beside others make a statement where they are all there is: "that order belongs to a
 * different customer", "your ticket has been answered".
 */
export function idle(clause: Clause, carriers: ReadonlyMap<Token, Carrier>, v: Vocabulary): readonly string[] {
  const { tokens, values, words, specific, strayNegations } = clause;
  const personal = words.some(({ lower }) => v.grammar.self.has(lower));
  if (
    !specific ||
    personal ||
    tokens.some(({ readings }) => readings.some(({ negative }) => negative)) ||
    values.length > 0 ||
    strayNegations > 0
  )
    return [];
  const subjects = subjectsOf(clause, v);
  const told = tokens.filter(token => !subjects.includes(token));
  const vain = (token: Token) => token.readings.every(({ negative }) => !negative) && !carried(token, carriers);
  if (told.length === 0 || !told.every(vain)) return [];
  const happens = words.some((_, i) => eventAt(i, words, v));
  const deed = told.some(
    ({ verb, timing, readings: [first] }) => verb && !timing && !happens && DEEDS.has(first?.form ?? '')
  );
  return deed || (told.length > 1 && !tokens.some(token => carried(token, carriers)))
    ? told.map(({ text }) => text)
    : [];
}

const DEEDS: ReadonlySet<string> = new Set(['done', 'present']);

function carried(token: Token, carriers: ReadonlyMap<Token, Carrier>): boolean {
  return (carriers.get(token)?.where ?? 'soft') !== 'soft';
}
