import type { Unit } from './facts.js';
import { softly } from './carriers.js';
import { subjectsOf } from './subjects.js';
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
    ...tightened(clause, passage, v)
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
  const tells = ({ said }: Unit) =>
    spoken.length > 0 && spoken.every(({ readings }) => readings.some(({ concept }) => said.has(concept)));
  const denying = tells(passage) ? [passage] : passage.record.passages.filter(tells);
  return denying.some(({ clauses }) => deniedMainly(clauses[0]!, v)) ? ['not'] : [];
}

/** Whether the statement itself is denied, and not a condition of it ("if it has not shipped"). */
function deniedMainly({ denial, words, tokens }: Clause, v: Vocabulary): boolean {
  const at = denial ? tokens.find(({ denied }) => denied)?.at : undefined;
  if (at === undefined) return false;
  for (let i = words.findIndex(word => word.at === at); i >= 0; i--) {
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
  return theirs.length === 0 || shared ? [] : subjects.map(({ text }) => text);
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
  const { words, denial } = clauses.at(-1)!;
  const out: string[] = [];
  const first = clause.words[0]?.lower ?? '';
  if (v.restrictive.has(first) && !denial && !words.some(({ lower }) => v.restrictive.has(lower))) out.push(first);
  return out;
}
