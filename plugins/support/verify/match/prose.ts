import type { Statement } from '../evidence/model.js';
import type { Clause } from '../parse/clause.js';
import type { Term } from '../parse/words.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** What one clause of a text says, by concept. */
type Sayings = ReadonlyMap<string, readonly Saying[]>;

interface Saying {
  readonly term: Term;
  readonly negative: boolean;
  /** Said by a word inside of a phrase. */
  readonly within: boolean;
}

const known = new WeakMap<Clause, Sayings>();

export function sayingsOf(clause: Clause): Sayings {
  let said = known.get(clause) as Map<string, Saying[]> | undefined;
  if (said) return said;
  said = new Map();
  for (const term of clause.terms)
    for (const each of [term, ...term.words])
      for (const { concept, negative } of each.senses)
        said.set(concept, [...(said.get(concept) ?? []), { term, negative, within: each !== term }]);
  known.set(clause, said);
  return said;
}

/** The word of a passage that says what a term says, and whether one of the two is the opposite of the other. */
export interface Match {
  readonly term: Term;
  readonly turned: boolean;
}

export function matchIn(term: Term, clause: Clause, passage: Statement, v: Vocabulary): Match | undefined {
  const said = sayingsOf(passage.clause!);
  let best: Match | undefined;
  for (const { concept, negative } of term.senses) {
    for (const saying of said.get(concept) ?? []) {
      // "a card" is not the gift card, where the text speaks of both
      if (saying.within && passage.entity.passages.some(other => direct(other, concept))) continue;
      if (!asCertain(term, clause, saying.term, passage)) continue;
      const spans = v.meanings.get(concept)?.span && clause.figures.some(({ value }) => value.type === 'duration');
      const turned = !spans && negative !== saying.negative;
      if (!best || (best.turned && !turned)) best = { term: saying.term, turned };
    }
  }
  if (best || term.words.length === 0 || term.senses.some(({ concept }) => v.meanings.get(concept)?.proofs))
    return best;
  // "return window" is said where "return" and "window" are
  const parts = term.words.map(word => (word.soft ? undefined : matchIn(word, clause, passage, v)));
  return parts.every((part, i) => part !== undefined || term.words[i]!.soft)
    ? parts.find(part => part !== undefined)
    : undefined;
}

const direct = ({ clause }: Statement, concept: string) =>
  sayingsOf(clause!)
    .get(concept)
    ?.some(({ within }) => !within) === true;

/** A rule that tells what is done does not tell that it was done. */
function asCertain(
  { form, part, bare }: Term,
  { specific }: Clause,
  said: Term,
  { entity: { fromCustomer } }: Statement
): boolean {
  if (form === 'done_by_us') return said.form === 'done_by_us' && !fromCustomer;
  return part > 0 || (bare && !specific) || form !== 'done' || said.form === 'done' || fromCustomer;
}

/** Another passage of the same text that says it, and denies nothing. */
export function nearby(term: Term, clause: Clause, passage: Statement, v: Vocabulary): Statement | undefined {
  const own = term.senses.some(({ concept }) => {
    const meaning = v.meanings.get(concept);
    return meaning?.denies ?? meaning?.strict;
  });
  if (term.name || own || term.form === 'done_by_us') return undefined;
  return passage.entity.passages.find(
    other => other !== passage && unturned(matchIn(term, clause, other, v), other, passage)
  );
}

const unturned = (match: Match | undefined, { clause, context }: Statement, passage: Statement) =>
  match !== undefined && !match.turned && (context === passage.context || clause!.negations.length % 2 === 0);

/** A passage that shares less than this part of what the likeliest one does is not worth a try. */
const LEAST_SHARE = 0.5;

/** The passages that a clause may have been taken from, likeliest first. */
export function likeliest({ terms, figures }: Clause, passages: readonly Statement[]): Statement[] {
  const asked = terms.map(({ senses, words, soft }) => ({
    concepts: [...senses, ...words.flatMap(word => word.senses)].map(({ concept }) => concept),
    weight: soft ? 0.5 : 1
  }));
  const ranked: { passage: Statement; shared: number }[] = [];
  for (const passage of passages) {
    let shared = 0;
    for (const { concepts, weight } of asked) if (concepts.some(concept => passage.says.has(concept))) shared += weight;
    for (const { value } of figures) if (passage.values.some(each => each.value.type === value.type)) shared += 0.75;
    if (shared === 0) continue;
    ranked.push({ passage, shared });
  }
  ranked.sort((a, b) => b.shared - a.shared);
  const least = (ranked[0]?.shared ?? 0) * LEAST_SHARE;
  return ranked.filter(({ shared }) => shared >= least).map(({ passage }) => passage);
}
