import type { EvidenceRecord, Unit } from './facts.js';
import { softly } from './carriers.js';
import { remeasured } from './measures.js';
import { subjectsOf } from './subjects.js';
import { retimed, timingsOf } from './timings.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/** What a clause says in other words than its passage, and thereby of something else; empty where it tells the same. */
export function altered(clause: Clause, passage: Unit, v: Vocabulary): string[] {
  const [own] = passage.clauses;
  if (!own || passage.record.fromCustomer) return [];
  return [
    ...undenied(clause, passage, v),
    ...otherSubject(clause, passage, v),
    ...otherDoer(clause, passage, v),
    ...tightened(clause, passage, v),
    ...scattered(clause, passage, v),
    ...retimed(clause, passage, v),
    ...swapped(clause, passage, v),
    ...remeasured(clause, passage, v)
  ];
}

/** "Delivery charges are refunded", where the passage, or one beside it that says it all, denies it. */
function undenied(clause: Clause, passage: Unit, v: Vocabulary): string[] {
  if (clause.strayNegations > 0 || clause.elliptic || clause.words.some(({ lower }) => v.restrictive.has(lower)))
    return [];
  const negative = clause.tokens.some(({ readings }) =>
    readings.some(reading => reading.negative || v.meanings.get(reading.concept)?.excludes)
  );
  if (negative) return [];
  const spoken = clause.tokens.filter(({ soft }) => !soft);
  const told = ({ readings, parts }: Token, unit: Unit): boolean =>
    readings.some(({ concept }) => unit.said.has(concept)) ||
    (parts.length > 0 && parts.every(part => part.soft || told(part, unit)));
  const tells = (unit: Unit) => spoken.length > 0 && spoken.every(token => told(token, unit));
  const denying = tells(passage) ? [passage] : denialsOf(passage.record, v).filter(tells);
  return denying.some(({ clauses }) => deniedMainly(clauses[0]!, v)) ? ['not'] : [];
}

const denials = new WeakMap<EvidenceRecord, readonly Unit[]>();

/** The passages of a text that deny; every sentence asks for them. */
function denialsOf(record: EvidenceRecord, v: Vocabulary): readonly Unit[] {
  let known = denials.get(record);
  if (!known) denials.set(record, (known = record.passages.filter(({ clauses }) => deniedMainly(clauses[0]!, v))));
  return known;
}

/** Whether the statement itself is denied, and not a condition of it ("if it has not shipped"). */
function deniedMainly({ denial, words, tokens }: Clause, v: Vocabulary): boolean {
  if (!denial || !tokens.some(({ denied }) => denied)) return false;
  for (let i = words.findIndex(({ lower }) => v.grammar.verb_cues.has(lower)); i >= 0; i--) {
    const { lower, opens } = words[i]!;
    if (v.grammar.subordinators.has(lower) || v.grammar.conditions.has(lower) || v.grammar.fronts.has(lower))
      return false;
    if (opens) return true;
  }
  return true;
}

/** "Gift cards are charged when the order ships", where the passage says so of cards. */
function otherSubject(clause: Clause, { clauses, said }: Unit, v: Vocabulary): string[] {
  const here = ({ readings, parts }: Token): boolean =>
    readings.some(({ concept }) => said.get(concept)?.some(({ part }) => !part)) || parts.some(here);
  const subjects = subjectsOf(clause, v).filter(token => !softly(token, v));
  if (subjects.length === 0 || subjects.some(here)) return [];
  const spoken = new Set(clause.tokens.flatMap(({ readings }) => readings.map(({ concept }) => concept)));
  const theirs = clauses.map(each => subjectsOf(each, v)).find(each => each.length > 0) ?? [];
  const shared = theirs.some(({ readings }) => readings.some(({ concept }) => spoken.has(concept)));
  const words = clauses[0]!.words.map(({ lower }) => lower);
  const told =
    theirs.length > 0 || (/^(?:you|we)$/.test(words[0] ?? '') && !words.some(word => /^(?:it|them)$/.test(word)));
  return !told || shared ? [] : subjects.map(({ text }) => text);
}

/** "We remove the hold", where the passage says that the bank does. */
function otherDoer(clause: Clause, { clauses }: Unit, v: Vocabulary): string[] {
  const own = clauses[0]!;
  const theirs = clauses.map(each => subjectsOf(each, v)).find(each => each.length > 0) ?? [];
  if (theirs.length === 0 || own.words.some(({ lower }) => v.grammar.us.has(lower))) return [];
  return clause.tokens
    .filter(
      token =>
        token.who === 'us' &&
        token.verb &&
        !receives(token, clause, v) &&
        own.tokens.some(
          other =>
            other.who === undefined &&
            (other.readings[0]?.form === undefined || other.readings[0].form === 'coming') &&
            !theirs.includes(other) &&
            transitive(other, own, v) &&
            other.readings.some(({ concept }) => token.readings.some(reading => reading.concept === concept))
        )
    )
    .map(({ text }) => text);
}

function transitive({ at }: Token, { words, tokens }: Clause, v: Vocabulary): boolean {
  const verb = words.findIndex(word => word.at === at);
  const [article, noun] = [words[verb + 1], words[verb + 2]];
  return v.grammar.determiners.has(article?.lower ?? '') && tokens.some(token => token.at === noun?.at);
}

function receives({ at }: Token, { words }: Clause, v: Vocabulary): boolean {
  return v.grammar.receptive.has(words.find(word => word.at === at)?.stem ?? '');
}

/** "Only heavy items …", "even if …", "longer than …": words that narrow or widen what the passage says without them. */
function tightened(clause: Clause, { clauses }: Unit, v: Vocabulary): string[] {
  const { words, denial, text } = clauses.at(-1)!;
  const out: string[] = [];
  // "a replacement or a refund" is not "only a replacement"
  const chosen =
    words.some(({ lower }) => lower === 'or') && timingsOf(clause, v).length === 0 && !/\bor\b/i.test(clause.text);
  const limit = clause.words.find(({ lower }, i) => v.restrictive.has(lower) && (i === 0 || chosen));
  if (limit && !denial && !words.some(({ lower }) => v.restrictive.has(lower))) out.push(limit.text);
  const wide = (text: string) => [...v.grammar.widenings].find(phrase => ` ${text} `.includes(` ${phrase} `));
  const widened = clause.values.length > 0 ? undefined : wide(clause.text.toLowerCase());
  if (widened !== undefined && wide(text.toLowerCase()) === undefined) out.push(widened);
  return out;
}

/** "PayPal is charged when the order ships": subject, verb and condition of one statement have to stand together. */
function scattered(clause: Clause, { record }: Unit, v: Vocabulary): string[] {
  const [timing] = timingsOf(clause, v);
  if (timing === undefined) return [];
  const condition = timing.tokens;
  const subjects = subjectsOf(clause, v);
  const verbs = clause.tokens.filter(
    token => token.verb && !token.soft && !condition.includes(token) && !subjects.includes(token)
  );
  const groups = [condition, subjects, verbs].filter(group => group.length > 0);
  if (groups.length < 2) return [];
  const places = groups.map(group => record.passages.filter(unit => group.some(token => standsIn(token, unit, v))));
  const known = places.filter(each => each.length > 0);
  return known.length < 2 || known[0]!.some(unit => known.every(each => each.includes(unit))) ? [] : [timing.word];
}

function standsIn(token: Token, { clauses }: Unit, v: Vocabulary): boolean {
  const own = clauses[0]!;
  const left = subjectsOf(own, v).length > 0 ? [] : subjectsOf(clauses.at(-1)!, v);
  return [...own.tokens, ...left].some(other =>
    other.readings.some(({ concept }) => token.readings.some(reading => reading.concept === concept))
  );
}

/** "When the inspection starts", where the passage says that it is finished. */
function swapped({ tokens }: Clause, { said }: Unit, v: Vocabulary): string[] {
  const spoken = new Set(tokens.flatMap(({ readings }) => readings.map(({ concept }) => concept)));
  return tokens
    .filter(({ readings }) => {
      const groups = readings.map(({ concept }) => v.rivals.get(concept));
      if (groups.includes(undefined) || readings.some(({ concept }) => said.has(concept))) return false;
      return [...said.keys()].some(concept => groups.includes(v.rivals.get(concept)) && !spoken.has(concept));
    })
    .map(({ text }) => text);
}
