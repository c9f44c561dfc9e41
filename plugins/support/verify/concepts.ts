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
    for (const { concept, negative, form, kin } of readings) {
      if (part && meanings.get(concept)?.proofs) continue;
      const saying = { concept, negative, form, who, denied, part, ...(kin ? { kin } : {}) };
      const said = out.get(concept);
      if (said === undefined) out.set(concept, [saying]);
      else if (!said.some(each => sameSaying(each, saying))) said.push(saying);
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

/** A clause and the sentence around it mostly say the same. */
function sameSaying(a: Saying, b: Saying): boolean {
  return (
    a.negative === b.negative && a.form === b.form && a.who === b.who && a.denied === b.denied && a.part === b.part
  );
}

/** `parts`: also the words inside of phrases, as prose means them. */
export function conceptsIn(clauses: readonly Clause[], parts = false): Map<string, number> {
  const out = new Map<string, number>();
  const note = ({ readings }: Token) => {
    for (const { concept, negative, kin } of readings) if (!kin) add(out, concept, negative ? NEGATIVE : POSITIVE);
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
