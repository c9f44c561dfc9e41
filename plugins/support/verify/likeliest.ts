import type { Unit, World } from './facts.js';
import { comparable } from './places.js';
import type { Clause, Token } from './words.js';

/** How many passages are worth a try: those that share most with the clause. */
const PASSAGES = 12;
const NONE: readonly Unit[] = [];

/** The passages that a clause may have been taken from, likeliest first. */
export function likeliest(clause: Clause, world: World): Unit[] {
  const shared = new Map<Unit, number>();
  const counted = new Map<Unit, Token>();
  const count = (unit: Unit) => shared.set(unit, (shared.get(unit) ?? 0) + 1);
  for (const { bySaid, passages } of world.records) {
    if (passages.length === 0) continue;
    for (const token of clause.tokens) {
      for (const { concept, kin } of token.readings) {
        if (kin && token.listed) continue;
        for (const unit of bySaid.get(concept) ?? NONE) {
          if (counted.get(unit) === token) continue;
          counted.set(unit, token);
          count(unit);
        }
      }
    }
    if (clause.strayNegations > 0)
      passages.filter(({ clauses }) => (clauses[0]?.strayNegations ?? 0) > 0).forEach(count);
    for (const { value } of clause.values) {
      for (const unit of passages) if (unit.values.some(known => comparable(value, known.value))) count(unit);
    }
  }
  return mostly(shared);
}

/** The units with the highest counts, those first met first. */
function mostly(shared: ReadonlyMap<Unit, number>): Unit[] {
  const byCount: Unit[][] = [];
  for (const [unit, count] of shared) (byCount[count] ??= []).push(unit);
  const out: Unit[] = [];
  for (let count = byCount.length - 1; count > 0 && out.length < PASSAGES; count--)
    out.push(...(byCount[count] ?? NONE).slice(0, PASSAGES - out.length));
  return out;
}
