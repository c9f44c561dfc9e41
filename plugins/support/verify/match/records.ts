import type { Support } from '../contract.js';
import { NEGATIVE, POSITIVE, supportOf, type Entity, type Statement } from '../evidence/model.js';
import type { Scope } from '../evidence/scope.js';
import type { Clause } from '../parse/clause.js';
import { isPast } from '../parse/forms.js';
import type { Sense, Term } from '../parse/words.js';
import type { Form } from '../vocabulary/policy-file.js';
import type { Vocabulary } from '../vocabulary/vocabulary.js';

/** What the fields of records say of one term, however it is said: that it holds, that it does not, or both. */
export interface Finding {
  readonly holds?: Support | undefined;
  readonly fails?: Support | undefined;
  /** The vocabulary says what proves it; a mention is not enough. */
  readonly keyed: boolean;
}

/** What we did or will do is proved by a record of that very action, never by the mention of a word. */
const OURS: ReadonlySet<Form> = new Set(['done_by_us', 'doing_by_us', 'coming_by_us', 'coming_by_colleague']);

/** What else proves a form, where the vocabulary has no proof of the form itself. */
const PROVED_BY: Readonly<Record<Form, readonly Form[]>> = {
  present: ['done', 'state'],
  state: ['state', 'done'],
  done: ['done', 'state'],
  done_by_us: ['done_by_us', 'done'],
  possible: ['possible', 'state'],
  possible_by_agent: ['possible_by_agent', 'possible'],
  coming: ['coming'],
  coming_by_us: ['coming_by_us', 'coming'],
  coming_by_colleague: ['coming_by_colleague', 'coming_by_us', 'coming'],
  doing_by_us: ['coming_by_us', 'coming']
};

export function findIn(scope: Scope, term: Term, clause: Clause, v: Vocabulary): Finding {
  const literal = scope.entities.flatMap(({ fields }) => fields).find(({ state }) => state !== undefined && state === term.text.toLowerCase());
  let holds: Support | undefined;
  let fails: Support | undefined;
  let keyed = false;
  if (literal && !(term.form !== undefined && OURS.has(term.form))) return { holds: supportOf(literal), keyed };
  for (const sense of term.senses) {
    const key = factKey(sense, term, v);
    if (key !== undefined) {
      keyed ||= v.meanings.get(sense.concept)?.proofs !== undefined;
      const fact = factIn(scope, key, clause, v);
      if (fact) {
        if ((fact.sign === POSITIVE) !== sense.negative) holds ??= fact.support;
        else fails ??= fact.support;
      }
    }
  }
  const proved = holds !== undefined || fails !== undefined;
  if (proved && term.form !== undefined) return { holds, fails, keyed };
  for (const sense of term.senses) {
    if (!mentionable(sense, term, v)) continue;
    for (const [bit, negative] of [[POSITIVE, false], [NEGATIVE, true]] as const) {
      const found = proved && !negative ? undefined : mentionOf(sense, bit, term, scope, v);
      if (!found) continue;
      if (negative === sense.negative) holds ??= supportOf(found);
      else fails ??= supportOf(found);
    }
  }
  return { holds, fails, keyed };
}

/** The fact that a sense needs proof of, if one can be proved. */
function factKey({ concept }: Sense, { form }: Term, v: Vocabulary): string | undefined {
  const proofs = v.meanings.get(concept)?.proofs;
  if (!proofs) return form === undefined ? undefined : `${concept}:${form === 'present' || form === 'state' ? 'done' : form}`;
  if (form === 'doing_by_us' && proofs.state && !proofs.coming && !proofs.coming_by_us) return `${concept}:state`;
  const forms = form === undefined ? (['state'] as const) : PROVED_BY[form];
  const at = forms.find(each => proofs[each as keyof typeof proofs]);
  return at ? `${concept}:${at}` : form && `${concept}:${form === 'present' || form === 'state' ? 'done' : form}`;
}

/** Of several records that prove or deny it, the one that most else of the clause is in. */
function factIn({ entities }: Scope, key: string, { terms }: Clause, _v: Vocabulary): { sign: number; support: Support } | undefined {
  let best: { sign: number; support: Support; shared: number } | undefined;
  for (const entity of entities) {
    const fact = entity.facts.get(key);
    if (!fact) continue;
    const shared = terms.filter(({ senses }) => senses.some(({ concept }) => entity.concepts.has(concept))).length + (entity.parent ? 0.5 : 0);
    if (!best || shared > best.shared) best = { sign: fact.sign, support: supportOf({ entity, field: fact.field }), shared };
  }
  return best;
}

/** Whether the mention of a word proves the sense: not where it tells of a deed that a record would prove. */
function mentionable({ concept }: Sense, { form }: Term, v: Vocabulary): boolean {
  const meaning = v.meanings.get(concept);
  if (form !== undefined && (OURS.has(form) || PROVED_BY[form].some(each => meaning?.proofs?.[each as keyof typeof meaning.proofs])))
    return false;
  return !(form === undefined && meaning?.general);
}

function mentionOf({ concept }: Sense, bit: number, { form }: Term, { entities }: Scope, v: Vocabulary): Statement | undefined {
  for (const entity of entities) {
    const bare = bit === POSITIVE && form === undefined && topical(entity, concept);
    if (!entity.concepts.has(concept) && !bare) continue;
    const found = entity.fields.find(
      ({ says, text }) =>
        ((says.get(concept) ?? 0) & bit) > 0 && (form !== 'done' || bit === NEGATIVE || participle(concept, text, v))
    );
    if (found) return found;
    if (bare) return { entity, says: entity.concepts, context: entity.concepts, values: [] };
  }
  return undefined;
}

/** Named by the reference only, or proved in some form: "the delivery date" of what has been delivered. */
function topical({ fields, passages, facts, concepts }: Entity, concept: string): boolean {
  for (const form of ['done', 'state', 'coming', 'possible']) if (facts.get(`${concept}:${form}`)?.sign === POSITIVE) return true;
  return concepts.has(concept) && ![...fields, ...passages].some(({ says }) => says.has(concept));
}

/** "Has been changed" is no news of a ticket about a change of address, but is of `changed_at`. */
function participle(concept: string, text: string | undefined, v: Vocabulary): boolean {
  if (text === undefined) return true;
  return (text.match(/\p{L}{3,}/gu) ?? []).some(word => {
    const lower = word.toLowerCase();
    if (!isPast(lower, v)) return false;
    const stem = v.stem(lower);
    return stem === concept || (v.phrases.get(stem) ?? []).some(({ meaning }) => meaning === concept);
  });
}
