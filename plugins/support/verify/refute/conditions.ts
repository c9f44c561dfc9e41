import type { Clause } from '../parse/clause.js';
import type { Term } from '../parse/words.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Pair } from './pairs.js';

/** Conditions of the passage that a clause leaves out, and times that it puts the other way round. */
export function conditionsAgainst(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  return [
    ...dropped(clause, passage, pairs, v),
    ...widened(clause, passage, pairs),
    ...reordered(clause, passage, pairs)
  ];
}

/** "Unless it is faulty", "only if it is unused": who leaves it out says more than the rule. */
function dropped(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  const out: string[] = [];
  passage.parts.forEach((part, i) => {
    if (part.kind !== 'if') return;
    const inside = passage.terms.filter(term => term.part === i && !term.soft);
    const told = ({ senses }: Term) => senses.some(({ concept }) => clause.beside?.has(concept));
    if (inside.length > 0 && !inside.some(term => told(term) || pairs.some(pair => pair.theirs === term)))
      out.push(part.word);
  });
  const only = passage.words.find(({ lower }) => v.restrictive.has(lower));
  if (only && !clause.limited) {
    const limits = passage.terms.filter(({ at, soft }) => at > only.at && !soft);
    const before = passage.terms.filter(({ at, soft }) => at < only.at && !soft);
    const held = limits.length > 0 ? limits : before;
    if (
      held.length > 0 &&
      !held.some(term => pairs.some(pair => pair.theirs === term)) &&
      clause.negations.length === 0
    )
      out.push(only.text);
  }
  return out;
}

/** "Unworn shoes", "silver members": a word that narrows what the passage speaks of must not be left out. */
function widened(clause: Clause, passage: Clause, pairs: readonly Pair[]): string[] {
  const paired = new Set(pairs.map(({ theirs }) => theirs));
  return passage.terms
    .filter((term, i) => {
      const denies = /^(?:un|non)/i.test(term.text) && term.senses.some(({ negative }) => negative);
      if (paired.has(term) || term.soft || (term.verb && !denies)) return false;
      const noun = passage.terms[i + 1];
      if (!noun || noun.at !== term.end + 1 || !paired.has(noun)) return false;
      const ours = pairs.find(({ theirs }) => theirs === noun)!.ours;
      const meant = /\b(?:the|your|this)\s$/i.test(clause.text.slice(0, ours.at - clause.start));
      return denies || (i === 0 && !meant);
    })
    .map(({ text }) => text);
}

/** "Before" where the passage says "after". */
function reordered(clause: Clause, passage: Clause, pairs: readonly Pair[]): string[] {
  return clause.parts.flatMap(({ kind, word }, i) => {
    if (kind !== 'before' && kind !== 'after') return [];
    const theirs = pairs.filter(({ ours }) => ours.part === i).map(pair => passage.parts[pair.theirs.part]!.kind);
    const other = kind === 'before' ? 'after' : 'before';
    const at = pairs.some(
      pair =>
        pair.ours.part === i &&
        pair.theirs.part === 0 &&
        /\b(?:at|during|upon) $/i.test(passage.text.slice(0, pair.theirs.at - passage.start))
    );
    return (theirs.includes(other) && !theirs.includes(kind)) || at ? [word] : [];
  });
}
