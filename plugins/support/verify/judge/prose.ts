import type { Statement } from '../evidence/model.js';
import type { Clause } from '../reading/clause.js';
import { conceptsIn, type Term } from '../reading/words.js';

interface Saying {
  readonly term: Term;
  readonly negative: boolean;
  /** Said by a word inside of a phrase. */
  readonly within: boolean;
}

/** The word of a passage that says what a term says, and whether one of the two is the opposite of the other. */
export interface Match {
  readonly term: Term;
  readonly turned: boolean;
}

const known = new WeakMap<Clause, ReadonlyMap<string, readonly Saying[]>>();

/** What one clause of a text says, by concept. */
function sayingsOf(clause: Clause): ReadonlyMap<string, readonly Saying[]> {
  const said = known.get(clause) ?? new Map<string, Saying[]>();
  if (known.has(clause)) return said;
  for (const term of clause.terms)
    for (const each of [term, ...term.words])
      for (const { concept, negative } of each.senses)
        (said as Map<string, Saying[]>).set(concept, [
          ...(said.get(concept) ?? []),
          { term, negative, within: each !== term }
        ]);
  known.set(clause, said);
  return said;
}

export function matchIn(term: Term, { specific }: Clause, { clause, entity }: Statement): Match | undefined {
  const said = sayingsOf(clause!);
  let best: Match | undefined;
  for (const { concept, negative } of term.senses)
    for (const saying of said.get(concept) ?? []) {
      // "a card" is not the gift card, where the text speaks of both
      if (saying.within && entity.passages.some(other => direct(other, concept))) continue;
      if (!entity.fromCustomer && !asCertain(term, specific, saying.term)) continue;
      const turned = negative !== saying.negative;
      if (!best || (best.turned && !turned)) best = { term: saying.term, turned };
    }
  return best;
}

const direct = ({ clause }: Statement, concept: string) =>
  sayingsOf(clause!)
    .get(concept)
    ?.some(({ within }) => !within) === true;

/** A rule that tells what is done does not tell that it was done. */
const asCertain = ({ form }: Term, specific: boolean, said: Term) =>
  form === 'done_by_us' || form === 'done' ? said.form === form || (form === 'done' && !specific) : true;

/** A passage that shares less than this part of what the likeliest one does is not worth a try. */
const LEAST_SHARE = 0.5;

/** The passages that a clause may have been taken from, likeliest first. */
export function likeliest({ terms, figures }: Clause, passages: readonly Statement[]): Statement[] {
  const asked = terms.map(term => ({ concepts: conceptsIn([term]), weight: term.soft ? 0.5 : 1 }));
  const ranked: { passage: Statement; shared: number }[] = [];
  for (const passage of passages) {
    let shared = 0;
    for (const { concepts, weight } of asked) if (concepts.some(concept => passage.says.has(concept))) shared += weight;
    for (const { value } of figures) if (passage.values.some(each => each.value.type === value.type)) shared += 0.75;
    if (shared > 0) ranked.push({ passage, shared });
  }
  ranked.sort((a, b) => b.shared - a.shared);
  const least = (ranked[0]?.shared ?? 0) * LEAST_SHARE;
  return ranked.filter(({ shared }) => shared >= least).map(({ passage }) => passage);
}
