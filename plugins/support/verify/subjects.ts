import type { Vocabulary } from './vocabulary.js';
import type { Clause, Token } from './words.js';

const known = new WeakMap<Clause, readonly Token[]>();

/** The words that name what a clause is about; empty where a pronoun does, or where it cannot be told. */
export function subjectsOf(clause: Clause, v: Vocabulary): readonly Token[] {
  // a rule is asked for its subjects by every sentence
  let subjects = known.get(clause);
  if (!subjects) known.set(clause, (subjects = read(clause, v)));
  return subjects;
}

function read({ words, tokens }: Clause, v: Vocabulary): readonly Token[] {
  const g = v.grammar;
  const opener = words[0]?.lower ?? '';
  const late = g.subordinators.has(opener) || g.conditions.has(opener) || g.fronts.has(opener);
  const from = late ? words.findIndex(({ opens }) => opens) : g.conjunctions.has(opener) ? 1 : 0;
  if (from < 0) return [];
  const stop = words.findIndex(({ lower }, i) => i > from && g.subordinators.has(lower));
  const within = words.slice(0, stop < 0 ? undefined : stop);
  const finite = within.findIndex(
    ({ lower }, i) =>
      i >= from && [g.passive, g.perfect, g.modals, g.auxiliaries, g.futures].some(list => list.has(lower))
  );
  const verb = finite >= 0 ? finite : within.findIndex(({ lower }, i) => i > from && g.verbs.has(lower));
  // "and charged when it ships" leaves its subject out
  const opensWithVerb = tokens.some(({ at, verb: verbal }) => verbal && at === words[from]?.at);
  if (verb <= from || opensWithVerb) return [];
  const named = words.slice(from, verb);
  if (named.some(({ lower }) => g.pronouns.has(lower))) return [];
  const [start, end] = [named[0]!.at, named.at(-1)!.end];
  return tokens.filter(({ at }) => at >= start && at < end);
}
