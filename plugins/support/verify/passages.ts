import type { Unit } from './facts.js';
import type { Clause, Reading, Token } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** What we did or will do is proved by a record of that very action, never by the mention of a word. */
export const OURS: ReadonlySet<string> = new Set(['done_by_us', 'coming_by_us', 'coming_by_colleague']);

/** Whether a passage says what a token says: same meaning, same polarity, and no less certain. */
export function says(
  unit: Unit,
  reading: Reading,
  { who, timing, denied }: Token,
  v: Vocabulary,
  whole = false
): boolean {
  const whoMatters = who !== undefined && v.meanings.get(reading.concept)?.who === true;
  return (unit.said.get(reading.concept) ?? []).some(said => {
    if (
      polarity(said, whole) !== polarity({ ...reading, denied }, whole) ||
      (whoMatters && said.who !== undefined && said.who !== who)
    )
      return false;
    if (reading.form === 'done_by_us') return said.form === 'done_by_us' && !unit.record.fromCustomer;
    return timing || reading.form !== 'done' || said.form === 'done' || unit.record.fromCustomer;
  });
}

/** "Swimwear is excluded", in an article on returns: it cannot be returned. */
export function excluded({ said, record }: Unit, { concept, negative, form }: Reading, v: Vocabulary): boolean {
  if (!negative || form !== 'possible' || !record.topic.has(concept)) return false;
  return [...said].some(([id, all]) => v.meanings.get(id)?.excludes && all.some(each => !each.negative));
}

/** "Sale items are excluded" where the passage says that they cannot be returned. */
export function excludes({ said }: Unit, { concept, negative }: Reading, v: Vocabulary): boolean {
  if (negative || !v.meanings.get(concept)?.excludes) return false;
  return [...said.values()].some(all => all.some(each => each.negative && each.form === 'possible'));
}

/** Whether a passage denies what an elliptic clause speaks of: by its words, or by its verb. */
export function denies({ clauses }: Unit, { tokens }: Clause): boolean {
  const spoken = new Set(tokens.flatMap(({ readings }) => readings.map(({ concept }) => concept)));
  return (clauses[0]?.tokens ?? []).some(({ readings, verb }) =>
    readings.some(({ concept, negative }) => negative && (verb || spoken.has(concept)))
  );
}

export function opposes(unit: Unit, reading: Reading, denied = false, whole = false): boolean {
  const own = polarity({ ...reading, denied }, whole);
  return (unit.said.get(reading.concept) ?? []).some(said => !said.part && polarity(said, whole) !== own);
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
    readings.some(({ concept, form }) => v.meanings.has(concept) || OURS.has(form ?? ''))
  )
    return false;
  const said = new Set(clause.tokens.flatMap(token => token.readings.map(({ concept }) => concept)));
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
  if (clause.universal && !own.universal && (v.partial.test(own.text) || v.absolutes.test(clause.text)))
    out.push('all');
  const said = new Set(clause.tokens.flatMap(({ readings }) => readings.map(({ concept }) => concept)));
  const words = [...own.text.matchAll(/\p{L}+/gu)];
  const limit = words.find(word => v.restrictive.has(word[0].toLowerCase()));
  const told = clause.text
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.some(word => v.restrictive.has(word));
  const condition = limit ? own.tokens.filter(({ at }) => at > own.start + limit.index) : [];
  if (
    limit &&
    !told &&
    condition.length > 0 &&
    !condition.some(({ readings }) => readings.some(({ concept }) => said.has(concept)))
  )
    out.push(limit[0]);
  const nouns = new Set((clause.text.match(/\p{L}+/gu) ?? []).map(word => v.stem(word)));
  own.tokens.forEach((token, i) => {
    if (token.readings.some(({ concept }) => said.has(concept))) return;
    const before = own.text
      .slice(0, token.at - own.start)
      .trim()
      .toLowerCase();
    const restricts =
      (i === 0 && !token.verb && (before === '' || v.grammar.determiners.has(before))) ||
      (/^(?:un|non)/i.test(token.text) && token.readings.some(({ negative }) => negative));
    if (!restricts) return;
    const noun = /^ (\p{L}+)/u.exec(own.text.slice(token.at - own.start + token.text.length))?.[1];
    const named =
      noun !== undefined &&
      ![v.grammar.determiners, v.grammar.verbs, v.grammar.conjunctions].some(words => words.has(noun));
    // "the reset link" is the password reset link that was spoken of
    const meant = named && new RegExp(`\\b(?:the|your|this) ${noun}\\b`, 'i').test(clause.text);
    if (named && !meant && nouns.has(v.stem(noun))) out.push(token.text);
  });
  for (const { value, comparator } of own.values) {
    if (value.type !== 'money' || comparator === undefined || comparator === 'at_most') continue;
    if (!clause.values.some(found => found.value.type === 'money')) out.push(comparator);
  }
  return out;
}
