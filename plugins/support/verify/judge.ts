import { altered } from './altered.js';
import { agent, carry, piecemeal, softly, type Carrier } from './carriers.js';
import type { Support } from './contract.js';
import { supportOf, type Unit, type World } from './facts.js';
import { idle } from './idle.js';
import { likeliest } from './likeliest.js';
import { denies, dropped, misnamed, overstated, paraphrased } from './passages.js';
import { place } from './places.js';
import { provenIn, type Proven } from './records.js';
import { strangers } from './strangers.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/** What is wrong with one clause, given one set of records, and what carries the rest. */
export interface Judgement {
  readonly figures: readonly string[];
  readonly identifiers: readonly string[];
  readonly words: readonly string[];
  readonly support: readonly Support[];
}

/** Tries the records alone, then with each passage of prose the clause may have been taken from; the best wins. */
export function judge(clause: Clause, world: World, clock: Date, v: Vocabulary): Judgement {
  const plain = { ...clause, ...clause.plain };
  let best = attempt(plain, undefined, provenIn(plain, world, v), world, Infinity, clock, v)!;
  const vague = faults(best) === 0 ? idle(clause, new Map(), v) : [];
  if (faults(best) === 0 && (plain.tokens.length > 0 || vague.length === 0)) return best;
  if (faults(best) === 0) best = { ...best, words: vague };
  const proofs = provenIn(clause, world, v);
  for (const passage of likeliest(clause, world)) {
    const next = attempt(clause, passage, proofs, world, faults(best), clock, v);
    if (next) best = next;
    if (faults(best) === 0) return best;
  }
  return best;
}

/** What a neighbour of the passage may say too: who does it, what it takes, and "until it ships". */
function loose(token: Token, clause: Clause, v: Vocabulary): boolean {
  const [first, second] = token.readings;
  const either = first !== undefined && first.concept === second?.concept && first.negative !== second.negative;
  return either || agent(token, clause) || softly(token, v);
}

export function faults({ figures, identifiers, words }: Judgement): number {
  return figures.length + identifiers.length + words.length;
}

/** The judgement with one passage, if it has fewer faults than `limit`. */
function attempt(
  clause: Clause,
  passage: Unit | undefined,
  proofs: (token: Token) => Proven,
  world: World,
  limit: number,
  clock: Date,
  v: Vocabulary
): Judgement | undefined {
  const support: Support[] = [];
  const words: string[] = [];
  const tally = { record: 0, passage: 0, context: 0, soft: 0 };
  const unknown: Token[] = [];
  const carriers = new Map<Token, Carrier>();
  for (let i = 0; i < clause.tokens.length; i++) {
    const token = clause.tokens[i]!;
    // a few unknown words may still be excused
    if (unknown.length > 2 && unknown.length >= limit) return undefined;
    const carrier =
      carry(token, proofs(token), clause, passage, world, v) ?? piecemeal(token, proofs, clause, passage, world, v);
    if (!carrier) unknown.push(token);
    else {
      carriers.set(token, carrier);
      if (carrier.support) support.push(carrier.support);
      tally[carrier.where === 'context' && softly(token, v) ? 'soft' : carrier.where]++;
      // a passage may leave its subject to the one before it, but says the last word itself
      const last = i > 0 && i === clause.tokens.length - 1;
      const predicate = token.readings[0]?.form === 'present' && !token.timing;
      const elsewhere = carrier.where === 'context' && passage !== undefined && misnamed(token, clause, passage, v);
      if (elsewhere) unknown.push(token);
      else if ((last || predicate) && carrier.where === 'context' && !loose(token, clause, v)) unknown.push(token);
    }
  }
  const [only] = unknown;
  const alone = unknown.length === 1 && only !== undefined;
  const worded = tally.passage + (only?.readings[0]?.negative ? tally.context : 0);
  if (
    passage &&
    only &&
    ((alone && worded > 1 && paraphrased(only, clause, passage, v)) ||
      strangers(unknown, clause, passage, tally.passage, world, v))
  )
    tally.passage += unknown.length;
  else words.push(...unknown.map(({ text }) => text));
  if (words.length >= limit) return undefined;
  const figures: string[] = [];
  const identifiers: string[] = [];
  let tied = 0;
  for (const found of clause.values) {
    const unit = place(found, clause, world, passage, clock, v);
    if (unit && unit === passage) tied++;
    if (unit) support.push(supportOf(unit.record, unit.field));
    else (found.value.type === 'identifier' ? identifiers : figures).push(found.text);
  }
  if (clause.elliptic && !(passage && denies(passage, clause))) words.push('not');
  const empty = clause.tokens.length === 0 && v.grammar.conditions.has(clause.words[0]?.lower ?? '');
  if (!empty && clause.strayNegations !== (passage?.clauses[0]?.strayNegations ?? 0)) words.push('not');
  if (words.length === 0 && identifiers.length + figures.length === 0) words.push(...idle(clause, carriers, v));
  if (passage && words.length === 0 && tally.passage + tally.context > 0) {
    if ((tally.passage + tied) / (tally.passage + tied + tally.context) < v.proseShare) words.push(clause.text.trim());
    else words.push(...dropped(clause, passage, v), ...overstated(clause, passage), ...altered(clause, passage, v));
  }
  const found = { figures, identifiers, words, support };
  return faults(found) < limit ? found : undefined;
}
