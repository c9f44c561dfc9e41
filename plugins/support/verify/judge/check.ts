import { quantityOf, type Entity, type Statement } from '../evidence/model.js';
import { bindingOf, scope, scopesOf, type Binding, type EvidenceScope } from '../evidence/scope.js';
import type { Clause } from '../reading/clause.js';
import type { Vocabulary } from '../reading/vocabulary.js';
import { faults, judgeOf, type Judge, type Judgement } from './clause.js';
import type { Parsed } from './parse.js';

/** What some evidence tells. */
export interface Evident {
  readonly entities: readonly Entity[];
  readonly passages: readonly Statement[];
  readonly now: Date;
  /** Whether it has a word, in whatever form. */
  readonly has: (stem: string) => boolean;
}

/** Of which orders and tickets was spoken: those that were named, and the one of which alone the last clause held. */
interface Spoken {
  readonly binding: Binding;
  readonly meant: Binding;
}

export const NOTHING: Spoken = { binding: new Map(), meant: new Map() };

/** Judges each clause, of the order it names or the one that was named or meant before. */
export function check({ clauses }: Parsed, known: Evident, carried: Spoken, v: Vocabulary) {
  let { binding, meant } = carried;
  const found = clauses.map(clause => {
    const own = bindingOf(clause, known.entities);
    if (own.size > 0) binding = own;
    // "its ticket", "… is open": of what was spoken of
    const [first = ''] = clause.words.map(({ lower }) => lower);
    const goesOn = v.grammar.referring.has(first) || v.grammar.verbs.has(first);
    const told = judgeAsTold(clause, goesOn ? new Map([...binding, ...meant]) : binding, known, v);
    meant = told.meant ?? (goesOn ? meant : NOTHING.meant);
    return faults(told) === 0 ? told : (countedIn(clause, known, v) ?? told);
  });
  return { spoken: { binding, meant }, whole: merge(found) };
}

/** A clause that names two orders holds of both, as does one that speaks of all. */
function judgeAsTold(clause: Clause, binding: Binding, { entities, passages, now }: Evident, v: Vocabulary): Judgement {
  const judge = judgeOf(clause, passages, now, v);
  const scopes = scopesOf(clause, binding, entities, v);
  const summed = v.sums.test(clause.text) && clause.figures.some(({ value }) => value.type === 'money');
  const several = summed || clause.universal || [...binding.values()].some(ids => ids.size > 1);
  if (scopes.length === 1 || !several) return bestOf(judge, scopes);
  const together = scope(
    scopes.flatMap(each => each.entities),
    scopes.flatMap(each => each.named)
  );
  const figures = judgeOf({ ...clause, terms: [], strays: [] }, passages, now, v)(together);
  const said = judgeOf({ ...clause, figures: [] }, passages, now, v);
  return merge([figures, ...scopes.map(each => said(each))]);
}

/** "Two of your orders have shipped": of how many entries of one list the rest holds; undefined where of others. */
function countedIn(clause: Clause, { entities, now }: Evident, v: Vocabulary): Judgement | undefined {
  const [count] = clause.figures.filter(({ value }) => value.type === 'number');
  if (count?.value.type !== 'number') return undefined;
  const wanted = Number(count.value.amount);
  const others = clause.figures.filter(each => each !== count);
  const judge = judgeOf({ ...clause, figures: [], universal: false }, [], now, v);
  for (const root of entities) {
    const held = root.entries.flatMap(entry => {
      const each = judge(scope([entry, root], []));
      return faults(each) === 0 && each.support.length > 0 ? [{ entry, each }] : [];
    });
    if (held.length === 0 || held.reduce((sum, { entry }) => sum + quantityOf(entry), 0) !== wanted) continue;
    const together = scope([...held.map(({ entry }) => entry), root], []);
    const figures = judgeOf({ ...clause, figures: others, terms: [], strays: [] }, [], now, v)(together);
    if (faults(figures) === 0) return merge([figures, ...held.map(({ each }) => each)]);
  }
  return undefined;
}

/** Of some scopes the one that leaves the fewest faults; where it alone leaves none, its order or ticket is meant. */
function bestOf(judge: Judge, [first, ...others]: readonly EvidenceScope[]): Judgement {
  let best = judge(first!);
  let meant: EvidenceScope | undefined = first;
  for (const each of others) {
    const next = judge(each, Math.max(1, faults(best)));
    if (faults(next) < faults(best)) [best, meant] = [next, each];
    else if (faults(next) === 0) meant = undefined;
  }
  if (others.length === 0 || meant === undefined || faults(best) > 0) return best;
  const ids = meant.entities.flatMap(entity => [...entity.ids]);
  return { ...best, meant: new Map(ids.map(([kind, id]) => [kind, new Set([id])])) };
}

const merge = (parts: readonly Judgement[]): Judgement => {
  const all = <Of extends 'figures' | 'identifiers' | 'words' | 'support' | 'notes' | 'from'>(of: Of) =>
    parts.flatMap(part => part[of] as readonly Judgement[Of][number][]);
  return {
    figures: [...new Set(all('figures'))],
    identifiers: [...new Set(all('identifiers'))],
    words: [...new Set(all('words'))],
    support: all('support'),
    hard: parts.some(part => part.hard),
    notes: all('notes'),
    from: all('from')
  };
};
