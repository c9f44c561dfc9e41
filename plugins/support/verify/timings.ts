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
  if (theirs.length === 0)
    return timingsOf(clause, v)
      .filter(timing => during(timing, clauses.at(-1)!, v))
      .map(({ word }) => word);
  return timingsOf(clause, v).flatMap(timing => {
    const same = theirs.filter(each => shares(each, timing, v));
    if (same.length > 0) return same.every(each => each.before !== timing.before) ? [timing.word] : [];
    const elsewhere = record.passages.some(unit =>
      timingsOf(unit.clauses.at(-1)!, v).some(each => shares(each, timing, v))
    );
    return elsewhere ? [] : [timing.word];
  });
}

/** "After checkout", where the passage says "at checkout". */
function during({ tokens }: Timing, { words, tokens: theirs }: Clause, v: Vocabulary): boolean {
  const [event] = tokens;
  const same = theirs.find(other => event !== undefined && overlap([event], [other], v));
  const before = words.findIndex(({ at }) => at === same?.at) - 1;
  const article = v.grammar.determiners.has(words[before]?.lower ?? '') ? 1 : 0;
  return /^(?:at|during|upon)$/.test(words[before - article]?.lower ?? '');
}

const known = new WeakMap<Clause, readonly Timing[]>();

export function timingsOf(clause: Clause, v: Vocabulary): readonly Timing[] {
  let timings = known.get(clause);
  if (!timings) known.set(clause, (timings = read(clause, v)));
  return timings;
}

function read({ words, tokens }: Clause, v: Vocabulary): Timing[] {
  const g = v.grammar;
  return words.flatMap(({ lower, at, end }, i) => {
    // "not until it ships" is "once it ships"
    const turned = g.untils.has(lower) && words.slice(0, i).some(word => g.verb_cues.has(word.lower));
    const before = g.befores.has(lower) && !turned;
    // "since it is late" tells why
    if ((!before && !turned && !g.afters.has(lower)) || (lower === 'since' && i === 0) || words[i + 1]?.lower === 'to')
      return [];
    const stop = words.slice(i + 1).find(next => next.opens || g.conjunctions.has(next.lower))?.at ?? Infinity;
    const inside = tokens.filter(token => token.at > at && token.at >= end && token.at < stop);
    return inside.length > 0 ? [{ word: lower, before, tokens: inside }] : [];
  });
}

/** Whether both tell of one event: of one deed, where both name one. */
function shares(a: Timing, b: Timing, v: Vocabulary): boolean {
  const deeds = ({ tokens }: Timing) => tokens.filter(({ verb, soft }) => verb && !soft);
  const [left, right] = [deeds(a), deeds(b)];
  const both = left.length > 0 && right.length > 0;
  return overlap(both ? left : a.tokens, both ? right : b.tokens, v);
}

function overlap(a: readonly Token[], b: readonly Token[], v: Vocabulary): boolean {
  // "we ship" may be "we deliver", but what is shipped is not delivered
  const events = a.flatMap(({ readings }) => readings.map(({ concept }) => concept));
  const concepts = new Set(events.filter(concept => !v.meanings.get(concept)?.general));
  return b.some(({ readings }) => readings.some(({ concept }) => concepts.has(concept)));
}
