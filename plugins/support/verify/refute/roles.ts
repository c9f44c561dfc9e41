import type { Clause } from '../parse/clause.js';
import type { Term } from '../parse/words.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Pair } from './pairs.js';

/** Words by which a clause puts someone else into the place of the one who does it, or of what it is done to. */
export function rolesAgainst(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  const lacking = pairs.filter(({ ours, theirs }) =>
    ours.lacks ? theirs.denied === undefined : theirs.lacks && ours.denied === undefined
  );
  return [
    ...lacking.map(({ ours }) => ours.text),
    ...otherDoer(passage, pairs, v),
    ...otherSubject(clause, passage, pairs, v)
  ];
}

/** "We pay the duties", "please phone the carrier": the passage says that another one does. */
function otherDoer(passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  return pairs
    .filter(({ ours, theirs }) => {
      if (ours.actor === undefined || (!ours.verb && !theirs.verb)) return false;
      if (theirs.actor !== undefined)
        return (
          theirs.actor !== ours.actor &&
          (matters(ours, v) || (!ours.passive && !theirs.passive && ours.verb && theirs.verb))
        );
      return active(theirs) && ours.actor === 'customer' && ours.verb && acts(theirs, passage);
    })
    .map(({ ours }) => ours.text);
}

const matters = ({ senses }: Term, v: Vocabulary) => senses.some(({ concept }) => v.meanings.get(concept)?.who);
const active = ({ form }: Term) => form === undefined || form === 'coming';

/** A verb with "you" or "us" as its object. */
function acts({ end }: Term, { words }: Clause): boolean {
  const next = words.find(({ at }) => at >= end);
  return next !== undefined && /^(?:you|us|them|your|our)$/.test(next.lower);
}

/** "Gift cards are charged when the order ships", where the passage says so of cards. */
function otherSubject(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  const ours = subjectsOf(clause, v).filter(({ soft }) => !soft);
  const theirs = subjectsOf(passage, v);
  if (ours.length === 0 || theirs.length === 0) return [];
  if (ours.some(term => pairs.some(pair => pair.ours === term))) return [];
  if (theirs.some(term => pairs.some(pair => pair.theirs === term))) return [];
  if (ours.some(({ senses }) => senses.some(({ concept }) => v.meanings.get(concept)?.soft))) return [];
  return ours.map(({ text }) => text);
}

/** The words that name what a clause is about: those before its verb; none where a pronoun does. */
function subjectsOf({ terms, words }: Clause, { grammar: g }: Vocabulary): readonly Term[] {
  const finite = words.find(
    ({ lower }, i) => i > 0 && [g.passive, g.perfect, g.modals, g.futures, g.verbs].some(list => list.has(lower))
  );
  const told = terms.find(({ verb, part }) => verb && part === 0);
  const verb = { at: Math.min(finite?.at ?? Infinity, told?.at ?? Infinity) };
  if (verb.at === Infinity) return [];
  const before = terms.filter(({ at, part }) => at < verb.at && part === 0);
  const from = before[0]?.at ?? Infinity;
  return words.some(({ lower, at }) => at >= from && at < verb.at && /^(?:i|you|we|they|it|he|she)$/.test(lower))
    ? []
    : before;
}
