import { supportOf, type Unit, type World } from './facts.js';
import type { Support } from './contract.js';
import { denied, excluded, excludes, opposes, says } from './passages.js';
import { NEGATIVE } from './proofs.js';
import { proofKey, type Proven } from './records.js';
import { rivalled } from './rivals.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Reading, Token } from './words.js';

/** "Not covered by the warranty": the subject of a passive comes last. */
export function agent({ at }: Token, { text, start }: Clause): boolean {
  return /\bby(?: (?:the|our|your|this|that|an?))? $/i.test(text.slice(Math.max(0, at - start - 9), at - start));
}

export interface Carrier {
  readonly support?: Support;
  readonly where: 'record' | 'passage' | 'context' | 'soft';
}

export function softly({ soft, readings }: Token, v: Vocabulary): boolean {
  return soft || readings.some(({ concept, negative }) => !negative && v.meanings.get(concept)?.soft);
}

/** "Return window" is said where "return" and "window" are. */
export function piecemeal(
  { text, readings, parts }: Token,
  proofs: (token: Token) => Proven,
  clause: Clause,
  passage: Unit | undefined,
  world: World,
  v: Vocabulary
): Carrier | undefined {
  // one that is proved by records, or that assures, is no sum of its words
  const whole = readings.some(({ concept }) => v.meanings.get(concept)?.proofs || v.meanings.get(concept)?.strict);
  if (parts.length === 0 || whole || (passage && readings.some(reading => opposes(passage, reading)))) return undefined;
  const carriers = parts.map(part => carry(part, proofs(part), clause, passage, world, v));
  if (carriers.includes(undefined)) return undefined;
  // a name of needless words ("United States") is a name still
  return carriers.find(carrier => carrier?.where !== 'soft') ?? (/^\p{Lu}/u.test(text) ? undefined : carriers[0]);
}

/** What carries one word or phrase of a clause: a record, the passage, another passage of the same text, or nothing. */
export function carry(
  token: Token,
  proof: Proven,
  clause: Clause,
  passage: Unit | undefined,
  world: World,
  v: Vocabulary
): Carrier | undefined {
  const ours = token.readings.some(reading => reading.form === 'done_by_us' && proofKey(reading, v));
  if (ours && clause.words.some(({ lower }) => v.grammar.repeats.has(lower))) return undefined;
  if (proof.support && !(proof.keyed && ruledOut(token, clause, world)))
    return { support: proof.support, where: 'record' };
  const window = allowed(token, clause, world);
  if (window) return { support: supportOf(window.record, window.field), where: 'record' };
  if (proof.denied && (clause.specific || !passage)) return undefined;
  if (passage && rivalled(token, clause, world, v)) return undefined;
  const readings = ours ? token.readings.filter(reading => proofKey(reading, v)) : token.readings;
  if (passage) {
    const found = inProse(readings, token, clause, passage, v);
    if (found !== undefined) return found === 'opposed' ? undefined : found;
  }
  if (proof.keyed && (proof.denied || token.verb || !token.soft)) return undefined;
  if (token.ware && !passage && goods(token, world)) return { where: 'soft' };
  if (token.soft) return { where: 'soft' };
  const soft = readings.find(({ concept, negative }) => !negative && v.meanings.get(concept)?.soft);
  return soft && !world.records.some(({ concepts, prose }) => !prose && concepts.get(soft.concept) === NEGATIVE)
    ? { where: 'soft' }
    : undefined;
}

/** The carrier in a passage or its neighbours; `opposed` where the passage says the opposite. */
function inProse(
  readings: readonly Reading[],
  token: Token,
  clause: Clause,
  passage: Unit,
  v: Vocabulary
): Carrier | 'opposed' | undefined {
  const here: Carrier = { support: supportOf(passage.record, passage.field), where: 'passage' };
  const whole = clause.denial && passage.clauses[0]?.denial === true;
  const carried = (reading: Reading) =>
    says(passage, reading, token, v, whole) ||
    excluded(passage, reading, v) ||
    excludes(passage, reading, v) ||
    denied(passage, reading, v) ||
    passage.values.some(({ anchor }) => anchor === reading.concept);
  if (freed(readings, passage, v)) return 'opposed';
  if (readings.some(carried)) return here;
  if (readings.some(reading => opposes(passage, reading, token.denied, whole))) return 'opposed';
  if (refuted(readings, token, passage)) return 'opposed';
  const other = nearby(readings, token, clause, passage, v);
  if (other) return { support: supportOf(other.record, other.field), where: 'context' };
  const { topic } = passage.record;
  if (readings.some(({ concept, negative, form }) => !negative && form === undefined && topic.has(concept)))
    return { where: 'soft' };
  const priced = token.who !== 'us' && clause.values.some(({ value }) => value.type === 'money');
  return priced && readings.some(({ concept, negative }) => !negative && v.meanings.get(concept)?.amount)
    ? { where: 'soft' }
    : undefined;
}

/** "Costs a fee", where the passage says that it is free. */
function freed(readings: readonly Reading[], { said }: Unit, v: Vocabulary): boolean {
  if (!readings.some(({ concept }) => v.meanings.get(concept)?.amount)) return false;
  const denying = [...said]
    .filter(([, all]) => all.some(({ negative }) => !negative))
    .map(([id]) => v.meanings.get(id));
  return (
    denying.some(meaning => meaning?.denies !== undefined) &&
    readings.every(
      ({ concept, negative }) =>
        !negative &&
        denying.some(meaning => meaning?.denies?.includes(concept)) &&
        !said.get(concept)?.some(({ part }) => !part)
    )
  );
}

/** Whether the whole text says the opposite wherever it speaks of a thing: "used items", where all must be unused. */
function refuted(readings: readonly Reading[], { denied: whole }: Token, { record }: Unit): boolean {
  const spoken = readings.filter(({ concept }) => record.bySaid.has(concept));
  return (
    spoken.length > 0 &&
    spoken.every(reading => record.bySaid.get(reading.concept)!.every(unit => opposes(unit, reading, whole)))
  );
}

/** "Returns are possible for 30 days" tells the window, also where the case at hand is outside of it. */
function allowed({ readings }: Token, clause: Clause, { kin }: World): Unit | undefined {
  if (clause.specific || !readings.some(({ form, negative }) => form === 'possible' && !negative)) return undefined;
  for (const { value } of clause.values) {
    if (value.type !== 'duration') continue;
    const window = kin(value).find(
      unit =>
        unit.clauses.length === 0 &&
        unit.own.has('limit') &&
        unit.values.some(
          known => known.value.type === 'duration' && known.value.base === value.base && known.value.size === value.size
        )
    );
    if (window) return window;
  }
  return undefined;
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
