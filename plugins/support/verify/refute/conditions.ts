import type { Clause } from '../parse/clause.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';
import type { Pair } from './pairs.js';

/** Conditions of the passage that a clause leaves out, and times that it puts the other way round. */
export function conditionsAgainst(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  return [...dropped(clause, passage, pairs, v), ...reordered(clause, passage, pairs)];
}

/** "Unless it is faulty", "only if it is unused": who leaves it out says more than the rule. */
function dropped(clause: Clause, passage: Clause, pairs: readonly Pair[], v: Vocabulary): string[] {
  const out: string[] = [];
  passage.parts.forEach((part, i) => {
    if (part.kind !== 'if') return;
    const inside = passage.terms.filter(term => term.part === i && !term.soft);
    if (inside.length > 0 && !inside.some(term => pairs.some(pair => pair.theirs === term))) out.push(part.word);
  });
  const only = passage.words.find(({ lower }) => v.restrictive.has(lower));
  if (only && !clause.limited) {
    const limits = passage.terms.filter(({ at, soft }) => at > only.at && !soft);
    const before = passage.terms.filter(({ at, soft }) => at < only.at && !soft);
    const held = limits.length > 0 ? limits : before;
    if (held.length > 0 && !held.some(term => pairs.some(pair => pair.theirs === term)) && clause.negations === 0) out.push(only.text);
  }
  return out;
}

/** "Before" where the passage says "after". */
function reordered(clause: Clause, passage: Clause, pairs: readonly Pair[]): string[] {
  return clause.parts.flatMap(({ kind, word }, i) => {
    if (kind !== 'before' && kind !== 'after') return [];
    const theirs = pairs.filter(({ ours }) => ours.part === i).map(pair => passage.parts[pair.theirs.part]!.kind);
    const other = kind === 'before' ? 'after' : 'before';
    return theirs.includes(other) && !theirs.includes(kind) ? [word] : [];
  });
}
