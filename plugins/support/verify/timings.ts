import type { Unit } from './facts.js';
import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

/** When something holds: "after the return was approved". */
interface Timing {
  readonly word: string;
  readonly before: boolean;
  readonly tokens: readonly Token[];
}

/** The words by which a clause puts a rule to another time than its passage; empty where the time is the same. */
export function retimed(clause: Clause, { clauses, record }: Unit, v: Vocabulary): string[] {
  const theirs = timingsOf(clauses.at(-1)!, v);
  if (theirs.length === 0) return [];
  return timingsOf(clause, v).flatMap(timing => {
    const same = theirs.filter(each => shares(each, timing));
    if (same.length > 0) return same.every(each => each.before !== timing.before) ? [timing.word] : [];
    const elsewhere = record.passages.some(unit => timingsOf(unit.clauses.at(-1)!, v).some(each => shares(each, timing)));
    return elsewhere ? [] : [timing.word];
  });
}

function timingsOf({ words, tokens }: Clause, v: Vocabulary): Timing[] {
  const g = v.grammar;
  return words.flatMap(({ lower, at, end }, i) => {
    const before = g.befores.has(lower);
    // "since it is late" tells why
    if ((!before && !g.afters.has(lower)) || (lower === 'since' && i === 0) || words[i + 1]?.lower === 'to') return [];
    const stop = words.slice(i + 1).find(next => next.opens || g.conjunctions.has(next.lower))?.at ?? Infinity;
    const inside = tokens.filter(token => token.at > at && token.at >= end && token.at < stop);
    return inside.length > 0 ? [{ word: lower, before, tokens: inside }] : [];
  });
}

/** Whether both tell of one event: of one deed, where both name one. */
function shares(a: Timing, b: Timing): boolean {
  const deeds = ({ tokens }: Timing) => tokens.filter(({ verb, soft }) => verb && !soft);
  const [left, right] = [deeds(a), deeds(b)];
  const both = left.length > 0 && right.length > 0;
  return overlap(both ? left : a.tokens, both ? right : b.tokens);
}

function overlap(a: readonly Token[], b: readonly Token[]): boolean {
  const concepts = new Set(a.flatMap(({ readings }) => readings.map(({ concept }) => concept)));
  return b.some(({ readings }) => readings.some(({ concept }) => concepts.has(concept)));
}
