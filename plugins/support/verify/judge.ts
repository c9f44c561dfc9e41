import type { Support } from './contract.js';
import { supportOf, type Unit, type World } from './facts.js';
import { NEGATIVE } from './proofs.js';
import { denies, dropped, excluded, excludes, misnamed, opposes, overstated, paraphrased, says } from './passages.js';
import { comparable, place } from './places.js';
import { strangers } from './strangers.js';
import { rivalled } from './rivals.js';
import { fromRecords, proofKey, type Proven } from './records.js';
import type { Clause, Reading, Token } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** What is wrong with one clause, given one set of records, and what carries the rest. */
export interface Judgement {
  readonly figures: readonly string[];
  readonly identifiers: readonly string[];
  readonly words: readonly string[];
  readonly support: readonly Support[];
}

/** How many passages are worth a try: those that share most with the clause. */
const PASSAGES = 12;
const NONE: readonly Unit[] = [];

/** Tries the records alone, then with each passage of prose the clause may have been taken from; the best wins. */
export function judge(clause: Clause, world: World, clock: Date, v: Vocabulary): Judgement {
  const plain = { ...clause, ...clause.plain };
  let best = attempt(
    plain,
    undefined,
    plain.tokens.map(token => fromRecords(token, plain, world, v)),
    world,
    Infinity,
    clock,
    v
  )!;
  if (faults(best) === 0) return best;
  const proofs = clause.tokens.map(token => fromRecords(token, clause, world, v));
  for (const passage of likeliest(clause, world)) {
    const next = attempt(clause, passage, proofs, world, faults(best), clock, v);
    if (next) best = next;
    if (faults(best) === 0) return best;
  }
  return best;
}

export function faults({ figures, identifiers, words }: Judgement): number {
  return figures.length + identifiers.length + words.length;
}

function likeliest(clause: Clause, world: World): Unit[] {
  const shared = new Map<Unit, number>();
  const counted = new Map<Unit, Token>();
  const count = (unit: Unit) => shared.set(unit, (shared.get(unit) ?? 0) + 1);
  for (const { bySaid, passages } of world.records) {
    if (passages.length === 0) continue;
    for (const token of clause.tokens) {
      for (const { concept } of token.readings) {
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

/** The judgement with one passage, if it has fewer faults than `limit`. */
function attempt(
  clause: Clause,
  passage: Unit | undefined,
  proofs: readonly Proven[],
  world: World,
  limit: number,
  clock: Date,
  v: Vocabulary
): Judgement | undefined {
  const support: Support[] = [];
  const words: string[] = [];
  const tally = { record: 0, passage: 0, context: 0, soft: 0 };
  const unknown: Token[] = [];
  for (const [i, token] of clause.tokens.entries()) {
    // a few unknown words may still be excused
    if (unknown.length > 2 && unknown.length >= limit) return undefined;
    const carrier = carry(token, proofs[i]!, clause, passage, world, v) ?? piecemeal(token, clause, passage, world, v);
    if (!carrier) unknown.push(token);
    else {
      if (carrier.support) support.push(carrier.support);
      tally[carrier.where]++;
      // a passage may leave its subject to the one before it, but says the last word itself
      const last = i > 0 && i === clause.tokens.length - 1;
      const predicate = token.readings[0]?.form === 'present' && !token.timing;
      const elsewhere = carrier.where === 'context' && passage !== undefined && misnamed(token, clause, passage);
      if (elsewhere) unknown.push(token);
      else if ((last || predicate) && carrier.where === 'context' && !agent(token, clause) && !softly(token, v))
        unknown.push(token);
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
  for (const found of clause.values) {
    const unit = place(found, clause, world, passage, clock, v);
    if (unit) support.push(supportOf(unit.record, unit.field));
    else (found.value.type === 'identifier' ? identifiers : figures).push(found.text);
  }
  if (clause.elliptic && !(passage && denies(passage, clause))) words.push('not');
  if (clause.strayNegations !== (passage?.clauses[0]?.strayNegations ?? 0)) words.push('not');
  if (passage && words.length === 0 && tally.passage + tally.context > 0) {
    if (tally.passage / (tally.passage + tally.context) < v.proseShare) words.push(clause.text.trim());
    else words.push(...dropped(clause, passage, v), ...overstated(clause, passage));
  }
  const found = { figures, identifiers, words, support };
  return faults(found) < limit ? found : undefined;
}

/** "Not covered by the warranty": the subject of a passive comes last. */
function agent({ at }: Token, { text, start }: Clause): boolean {
  return /\bby(?: (?:the|our|your|this|that|an?))? $/i.test(text.slice(Math.max(0, at - start - 9), at - start));
}

interface Carrier {
  readonly support?: Support;
  readonly where: 'record' | 'passage' | 'context' | 'soft';
}

function softly({ soft, readings }: Token, v: Vocabulary): boolean {
  return soft || readings.some(({ concept, negative }) => !negative && v.meanings.get(concept)?.soft);
}

/** "Return window" is said where "return" and "window" are. */
function piecemeal(
  { text, readings, parts }: Token,
  clause: Clause,
  passage: Unit | undefined,
  world: World,
  v: Vocabulary
): Carrier | undefined {
  // one that is proved by records, or that assures, is no sum of its words
  const whole = readings.some(({ concept }) => v.meanings.get(concept)?.proofs || v.meanings.get(concept)?.strict);
  if (parts.length === 0 || whole || (passage && readings.some(reading => opposes(passage, reading)))) return undefined;
  const carriers = parts.map(part => carry(part, fromRecords(part, clause, world, v), clause, passage, world, v));
  if (carriers.includes(undefined)) return undefined;
  // a name of needless words ("United States") is a name still
  return carriers.find(carrier => carrier?.where !== 'soft') ?? (/^\p{Lu}/u.test(text) ? undefined : carriers[0]);
}

function carry(
  token: Token,
  proof: Proven,
  clause: Clause,
  passage: Unit | undefined,
  world: World,
  v: Vocabulary
): Carrier | undefined {
  if (proof.support && !(proof.keyed && ruledOut(token, clause, world)))
    return { support: proof.support, where: 'record' };
  if (proof.denied && (clause.specific || !passage)) return undefined;
  if (passage && rivalled(token, clause, world, v)) return undefined;
  const ours = token.readings.some(reading => reading.form === 'done_by_us' && proofKey(reading, v));
  const readings = ours ? token.readings.filter(reading => proofKey(reading, v)) : token.readings;
  if (passage) {
    const whole = clause.denial && passage.clauses[0]?.denial === true;
    if (readings.some(reading => says(passage, reading, token, v, whole)))
      return { support: supportOf(passage.record, passage.field), where: 'passage' };
    if (readings.some(reading => excluded(passage, reading, v) || excludes(passage, reading, v)))
      return { support: supportOf(passage.record, passage.field), where: 'passage' };
    if (readings.some(({ concept }) => passage.values.some(({ anchor }) => anchor === concept)))
      return { support: supportOf(passage.record, passage.field), where: 'passage' };
    if (readings.some(reading => opposes(passage, reading, token.denied, whole))) return undefined;
    const other = nearby(readings, token, clause, passage, v);
    if (other) return { support: supportOf(other.record, other.field), where: 'context' };
    const { topic } = passage.record;
    if (readings.some(({ concept, negative, form }) => !negative && form === undefined && topic.has(concept)))
      return { where: 'soft' };
  }
  if (proof.keyed && (proof.denied || token.verb || !token.soft)) return undefined;
  if (token.ware && !passage && goods(token, world)) return { where: 'soft' };
  if (token.soft) return { where: 'soft' };
  const soft = readings.find(({ concept, negative }) => !negative && v.meanings.get(concept)?.soft);
  return soft && !world.records.some(({ concepts, prose }) => !prose && concepts.get(soft.concept) === NEGATIVE)
    ? { where: 'soft' }
    : undefined;
}

/** "The books" are what the order lists, unless some record names books. */
function goods({ readings }: Token, { records, everything }: World): boolean {
  const lists = records.some(({ concepts }) => concepts.has('item') || concepts.has('name'));
  return lists && !readings.some(({ concept }) => everything.some(({ concepts }) => concepts.has(concept)));
}

/** What was decided in one case proves no rule with a figure in it where the rules say the opposite. */
function ruledOut({ readings }: Token, clause: Clause, { records }: World): boolean {
  if (clause.specific || clause.values.length === 0) return false;
  return readings.some(reading =>
    records.some(({ bySaid }) => bySaid.get(reading.concept)?.some(unit => opposes(unit, reading)))
  );
}

/** Another passage of the same text that says it. What is negated has to be negated in the passage itself. */
function nearby(
  readings: readonly Reading[],
  token: Token,
  clause: Clause,
  passage: Unit,
  v: Vocabulary
): Unit | undefined {
  for (const reading of readings) {
    if (reading.negative) continue;
    const other = passage.record.bySaid
      .get(reading.concept)
      ?.find(
        unit =>
          unit !== passage &&
          unit.said.get(reading.concept)?.some(({ part }) => !part) &&
          says(unit, reading, token, v) &&
          !clause.tokens.some(each => each.readings.some(r => opposes(unit, r)))
      );
    if (other) return other;
  }
  return undefined;
}
