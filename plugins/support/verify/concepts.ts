import type { Reader, Saying } from './facts.js';
import { NEGATIVE, POSITIVE } from './proofs.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

export const keyConcepts = (key: string, { keys }: Reader) => new Map(keys(key));

export const conceptsOf = (text: string, { concepts }: Reader) => new Map(concepts(text));

/** The "payment" of a "payment method" tells of no payment: what records prove is said by itself or not at all. */
export function saidIn(clauses: readonly Clause[], { meanings }: Vocabulary): Map<string, Saying[]> {
  const out = new Map<string, Saying[]>();
  const say = ({ readings, who, denied }: Token, part: boolean) => {
    for (const reading of readings) {
      if (part && meanings.get(reading.concept)?.proofs) continue;
      const at = out.get(reading.concept) ?? [];
      at.push({ ...reading, who, denied, part });
      out.set(reading.concept, at);
    }
  };
  for (const { tokens } of clauses) {
    for (const token of tokens) {
      say(token, false);
      for (const part of token.parts) say(part, true);
    }
  }
  return out;
}

/** `parts`: also the words inside of phrases, as prose means them. */
export function conceptsIn(clauses: readonly Clause[], parts = false): Map<string, number> {
  const out = new Map<string, number>();
  const note = ({ readings }: Token) => {
    for (const { concept, negative } of readings) add(out, concept, negative ? NEGATIVE : POSITIVE);
  };
  for (const { tokens } of clauses) {
    for (const token of tokens) {
      note(token);
      if (parts) token.parts.forEach(note);
    }
  }
  return out;
}

export function add(map: Map<string, number>, concept: string, bits: number): void {
  map.set(concept, (map.get(concept) ?? 0) | bits);
}
