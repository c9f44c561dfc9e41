import { conceptsSaid } from './concepts.js';
import type { Unit } from './facts.js';
import type { Clause, Reading, Token } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** What we did or will do is proved by a record of that very action, never by the mention of a word. */
export const OURS: ReadonlySet<string> = new Set(['done_by_us', 'doing_by_us', 'coming_by_us', 'coming_by_colleague']);

/** Whether a passage says what a token says: same meaning, same polarity, and no less certain. */
export function says(
  unit: Unit,
  reading: Reading,
  { who, timing, denied }: Token,
  v: Vocabulary,
  whole = false
): boolean {
  const whoMatters = who !== undefined && v.meanings.get(reading.concept)?.who === true;
  const sayings = unit.said.get(reading.concept);
  if (sayings === undefined) return false;
  return sayings.some(said => {
    if (
      polarity(said, whole) !== polarity({ ...reading, denied }, whole) ||
      (whoMatters && said.who !== undefined && said.who !== who)
    )
      return false;
    if (reading.form === 'done_by_us') return said.form === 'done_by_us' && !unit.record.fromCustomer;
    return timing || reading.negative || reading.form !== 'done' || said.form === 'done' || unit.record.fromCustomer;
  });
}

/** "Swimwear is excluded", in an article on returns: it cannot be returned. */
export function excluded({ said, record }: Unit, { concept, negative, form }: Reading, v: Vocabulary): boolean {
  if (!negative || form !== 'possible' || !record.topic.has(concept)) return false;
  return [...said].some(([id, all]) => v.meanings.get(id)?.excludes && all.some(each => !each.negative));
}

/** "Sale items are excluded", "are not eligible": the passage says in other words that something is ruled out. */
export function excludes(unit: Unit, reading: Reading, v: Vocabulary): boolean {
  const rules = (each: Reading, concept: string) => {
    const meaning = v.meanings.get(concept);
    return (meaning?.excludes && !each.negative) || (meaning?.modal && each.negative);
  };
  if (!rules(reading, reading.concept)) return false;
  return [...unit.said].some(([concept, all]) =>
    all.some(each => rules(each, concept) || (each.negative && each.form === 'possible'))
  );
}

/** "Delivery to Austria is free", where the passage says so of Germany: one name or rival does not stand for another. */
export function misnamed(token: Token, clause: Clause, { clauses }: Unit, v: Vocabulary): boolean {
  if (token.readings.some(({ concept }) => v.rivals.has(concept))) return true;
  const own = clauses[0];
  const named = ({ text, at }: Token, { start }: Clause) => /^\p{Lu}/u.test(text) && at > start + 1;
  if (!own || !named(token, clause)) return false;
  const said = conceptsSaid(clause);
  return own.tokens.some(each => named(each, own) && !repeats(each, said));
}

/** "You will not be charged", where the passage says that it is free. */
export function denied({ said }: Unit, { concept, negative }: Reading, v: Vocabulary): boolean {
  if (!negative || !v.meanings.get(concept)?.amount) return false;
  return [...said].some(
    ([id, all]) => v.meanings.get(id)?.denies?.includes(concept) && all.some(each => !each.negative)
  );
}

/** Whether a passage denies what an elliptic clause speaks of: by its words, or by its verb. */
export function denies({ clauses }: Unit, clause: Clause): boolean {
  const spoken = conceptsSaid(clause);
  return (clauses[0]?.tokens ?? []).some(({ readings, verb }) =>
    readings.some(({ concept, negative }) => negative && (verb || spoken.has(concept)))
  );
}

export function opposes(unit: Unit, reading: Reading, denied = false, whole = false): boolean {
  const sayings = unit.said.get(reading.concept);
  const own = whole && denied ? !reading.negative : reading.negative;
  return sayings !== undefined && sayings.some(said => !said.part && polarity(said, whole) !== own);
}

/** Where clause and passage deny as a whole, only what the words say by themselves ("unworn") is compared. */
function polarity({ negative, denied }: Pick<Reading & Token, 'negative' | 'denied'>, whole: boolean): boolean {
  return whole && denied ? !negative : negative;
}

/** A verb the vocabulary does not know may stand for the one verb of the passage that the clause leaves out. */
export function paraphrased(
  { verb, readings }: Token,
  clause: Clause,
  { clauses, record }: Unit,
  v: Vocabulary
): boolean {
  if (
    !verb ||
    record.fromCustomer ||
    readings.some(({ concept, form }) => v.meanings.has(concept) || record.bySaid.has(concept) || OURS.has(form ?? ''))
  )
    return false;
  const said = conceptsSaid(clause);
  const negative = readings[0]?.negative ?? false;
  return (clauses[0]?.tokens ?? []).some(
    token =>
      token.verb &&
      token.readings.every(r => !said.has(r.concept)) &&
      (token.readings[0]?.negative ?? false) === negative
  );
}

/** Where a passage says a thing both ways ("not available … available again"), each way may be said as often as there. */
export function overstated(clause: Clause, { clauses }: Unit): string[] {
  const whole = clause.denial && clauses[0]?.denial === true;
  const count = (tokens: readonly Token[]) => {
    const counts = new Map<string, number>();
    for (const { readings, denied } of tokens) {
      for (const reading of readings) {
        const key = `${polarity({ ...reading, denied }, whole)}${reading.concept}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    return counts;
  };
  const known = count(clauses.at(-1)?.tokens ?? []);
  const said = count(clause.tokens);
  return clause.tokens
    .filter(({ readings, denied }) =>
      readings.every(reading => {
        const negative = polarity({ ...reading, denied }, whole);
        const same = `${negative}${reading.concept}`;
        return known.has(`${!negative}${reading.concept}`) && (said.get(same) ?? 0) > (known.get(same) ?? 0);
      })
    )
    .map(({ text }) => text);
}

/** Conditions of the passage that the clause leaves out: "unworn shoes" must not become "shoes", nor "over $75" "all". */
export function dropped(clause: Clause, { clauses, record }: Unit, v: Vocabulary): string[] {
  const own = clauses[0];
  if (!own || record.fromCustomer) return [];
  const out: string[] = [];
  const never = /\b(?:was|were|has|have|had|is|are|been) never\b/gi;
  const absolute = v.absolutes.test(clause.text.replace(never, '')) && !v.absolutes.test(own.text);
  if (!own.universal && (absolute || (clause.universal && v.partial.test(own.text)))) out.push('all');
  const said = conceptsSaid(clause);
  const limit = own.words.find(({ lower }) => v.restrictive.has(lower));
  if (limit && !clause.words.some(({ lower }) => v.restrictive.has(lower))) {
    const condition = own.tokens.filter(({ at }) => at > limit.at);
    if (condition.length > 0 && !condition.some(token => repeats(token, said))) out.push(limit.text);
  }
  const conditional = ({ words }: Clause) => words.some(({ lower }) => v.grammar.conditions.has(lower));
  if (v.grammar.conditions.has(own.words[0]?.lower ?? '') && !conditional(clause)) {
    // what holds "if an order is returned" is told after the comma
    const told = own.words.find(({ opens }) => opens)?.at ?? 0;
    if (!own.tokens.some(token => token.at >= told && repeats(token, said))) out.push(own.words[0]!.text);
  }
  own.tokens.forEach((token, i) => {
    const known = token.readings.some(({ concept }) => record.topic.has(concept));
    if (!known && !repeats(token, said) && restricts(i, token, own, v) && leavesOut(token, own, clause, v))
      out.push(token.text);
  });
  for (const { value, comparator } of own.values) {
    if (value.type !== 'money' || comparator === undefined || comparator === 'at_most') continue;
    // of two bounds one may be told
    const other = own.values.some(
      known => known.value !== value && known.comparator && clause.values.some(({ text }) => text === known.text)
    );
    if (!other && !clause.values.some(found => found.value.type === 'money')) out.push(comparator);
  }
  return out;
}

function repeats({ readings }: Token, said: ReadonlySet<string>): boolean {
  return readings.some(({ concept }) => said.has(concept));
}

/** "Unworn shoes", "silver members": a word that opens the passage, or one with a negation in it. */
function restricts(i: number, token: Token, own: Clause, v: Vocabulary): boolean {
  if (/^(?:un|non)/i.test(token.text) && token.readings.some(({ negative }) => negative)) return true;
  const before = own.words.findIndex(({ at }) => at === token.at);
  return i === 0 && !token.verb && (before === 0 || (before === 1 && v.grammar.determiners.has(own.words[0]!.lower)));
}

/** Whether the clause names the noun that a word restricts, without that word. */
function leavesOut(token: Token, own: Clause, clause: Clause, v: Vocabulary): boolean {
  const g = v.grammar;
  const noun = own.words.find(({ at }) => at === token.at + token.text.length + 1);
  const next = own.words[own.words.indexOf(noun!) + 1]?.lower ?? '';
  // "the team calls you": a verb and no noun
  if (g.customer.has(next) || g.pronouns.has(next)) return false;
  if (!noun || [g.determiners, g.verbs, g.conjunctions].some(words => words.has(noun.lower))) return false;
  // "the reset link" is the password reset link that was spoken of
  const meant = clause.words.some(
    ({ lower }, i) => lower === noun.lower && /^(?:the|your|this)$/.test(clause.words[i - 1]?.lower ?? '')
  );
  // of a list of subjects one may be told: "personalised items"
  const listed = clause.words.some(
    ({ stem, at }) =>
      stem === noun.stem &&
      clause.tokens.some(
        each =>
          each.at + each.text.length + 1 === at &&
          own.tokens.some(other => repeats(other, new Set(each.readings.map(({ concept }) => concept))))
      )
  );
  return !meant && !listed && clause.words.some(({ stem }) => stem === noun.stem);
}
