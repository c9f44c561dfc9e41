import type { Reader } from './facts.js';
import { NEGATIVE, POSITIVE } from './proofs.js';
import type { Clause, Reading, Token } from './words.js';

export const keyConcepts = (key: string, { keys }: Reader) => new Map(keys(key));

export const conceptsOf = (text: string, { concepts }: Reader) => new Map(concepts(text));

const withParts = (token: Token) => (token.parts.length > 0 ? [token, ...token.parts] : token);

export function saidIn(clauses: readonly Clause[]): Map<string, (Reading & Pick<Token, 'who' | 'denied'>)[]> {
  const out = new Map<string, (Reading & Pick<Token, 'who' | 'denied'>)[]>();
  for (const { tokens } of clauses) {
    for (const { readings, who, denied } of tokens.flatMap(withParts)) {
      for (const reading of readings) {
        const at = out.get(reading.concept) ?? [];
        at.push({ ...reading, who, denied });
        out.set(reading.concept, at);
      }
    }
  }
  return out;
}

export function conceptsIn(clauses: readonly Clause[]): Map<string, number> {
  const out = new Map<string, number>();
  for (const { tokens } of clauses) {
    for (const { readings } of tokens)
      for (const { concept, negative } of readings) add(out, concept, negative ? NEGATIVE : POSITIVE);
  }
  return out;
}

export function add(map: Map<string, number>, concept: string, bits: number): void {
  map.set(concept, (map.get(concept) ?? 0) | bits);
}
