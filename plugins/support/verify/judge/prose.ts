import type { Statement } from '../evidence/model.js';
import type { Clause } from '../reading/clause.js';
import { conceptsIn, type Term } from '../reading/words.js';

/** The word of a passage that says what a term says, and whether one of the two is the opposite of the other. */
export interface Match {
  readonly term: Term;
  readonly turned: boolean;
}

export function matchIn(term: Term, { specific }: Clause, { clause, entity }: Statement): Match | undefined {
  let best: Match | undefined;
  for (const said of clause!.terms) {
    if (!entity.fromCustomer && !asCertain(term, specific, said)) continue;
    for (const { concept, negative } of said.senses) {
      const sense = term.senses.find(each => each.concept === concept);
      const turned = negative !== sense?.negative;
      if (sense && (!best || (best.turned && !turned))) best = { term: said, turned };
    }
  }
  return best;
}

/** A rule that tells what is done does not tell that it was done. */
const asCertain = ({ form }: Term, specific: boolean, said: Term) =>
  form === 'done_by_us' || form === 'done' ? said.form === form || (form === 'done' && !specific) : true;

/** The passages that a clause may have been taken from, likeliest first. */
export function likeliest({ terms, figures }: Clause, passages: readonly Statement[]): Statement[] {
  const asked = terms.map(term => ({ concepts: conceptsIn([term]), weight: term.soft ? 0.5 : 1 }));
  const ranked = passages.map(passage => {
    let shared = 0;
    for (const { concepts, weight } of asked) if (concepts.some(concept => passage.says.has(concept))) shared += weight;
    for (const { value } of figures) if (passage.values.some(each => each.value.type === value.type)) shared += 0.75;
    return { passage, shared };
  });
  return ranked
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ passage }) => passage);
}
