import type { Support } from '../contract.js';
import { NEGATIVE, POSITIVE, supportOf, type Entity, type Statement } from '../evidence/model.js';
import type { EvidenceScope } from '../evidence/scope.js';
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

/** What one entity says of a term. */
interface Told {
  readonly entity: Entity;
  readonly literal?: Statement | undefined;
  readonly facts: readonly { readonly negative: boolean; readonly sign: number; readonly support: Support }[];
  /** Fields that mention it, as it stands and denied. */
  readonly mentions: readonly { readonly negative: boolean; readonly statement: Statement; readonly fails: boolean }[];
}

/** Asks each entity once for each term of a clause; scopes share the answers. */
export function finder(clause: Clause, v: Vocabulary): (term: Term, scope: EvidenceScope) => Finding {
  const known = new Map<Term, Map<Entity, Told | undefined>>();
  const keys = new Map<Term, readonly Key[]>();
  const shared = new Map<Entity, number>();
  const weight = (entity: Entity) => {
    let count = shared.get(entity);
    if (count === undefined) {
      const said = clause.terms.filter(({ senses }) =>
        senses.some(({ concept }) => entity.concepts.has(concept))
      ).length;
      shared.set(entity, (count = said + (entity.parent ? 0.5 : 0)));
    }
    return count;
  };
  return (term, { entities }) => {
    const told = known.get(term) ?? new Map<Entity, Told | undefined>();
    known.set(term, told);
    const asked = keys.get(term) ?? keysOf(term, v);
    keys.set(term, asked);
    const all: Told[] = [];
    for (const entity of entities) {
      if (!told.has(entity)) told.set(entity, tell(entity, term, asked, v));
      const each = told.get(entity);
      if (each) all.push(each);
    }
    return combine(all, term, asked, weight);
  };
}

interface Key {
  readonly key: string;
  readonly negative: boolean;
  readonly keyed: boolean;
}

function keysOf(term: Term, v: Vocabulary): Key[] {
  return term.senses.flatMap(sense => {
    const key = sense.implied ? undefined : factKey(sense, term, v);
    return key === undefined
      ? []
      : [{ key, negative: sense.negative, keyed: v.meanings.get(sense.concept)?.proofs !== undefined }];
  });
}

function tell(entity: Entity, term: Term, keys: readonly Key[], v: Vocabulary): Told | undefined {
  const ours = term.form !== undefined && OURS.has(term.form);
  const lower = term.text.toLowerCase();
  const literal =
    ours || term.form === 'coming' || term.form === 'possible'
      ? undefined
      : entity.fields.find(({ state }) => state === lower);
  const facts = keys.flatMap(({ key, negative, keyed }) => {
    const own = `${key.slice(0, key.indexOf(':'))}:${term.form}`;
    const fact = entity.facts.get(own) ?? entity.facts.get(key) ?? undone(entity, key, keyed);
    return fact ? [{ negative, sign: fact.sign, support: supportOf({ entity, field: fact.field }) }] : [];
  });
  const mentions = term.senses.flatMap(sense => {
    if (!mentionable(sense, term, v)) return [];
    return [POSITIVE, NEGATIVE].flatMap(bit => {
      const statement = mentionOf(sense, bit, term, entity, v);
      const negative = bit === NEGATIVE;
      if (!statement) return [];
      // "valid until" and "expires on" say the same
      const told =
        term.form === undefined && sense.negative && statement.values.some(({ value }) => value.type === 'date');
      const fails = negative !== sense.negative && !(told && v.meanings.get(sense.concept)?.span);
      return [{ negative, statement, fails }];
    });
  });
  // `cancelled_by=customer`: we did not
  const other =
    term.verb &&
    term.actor &&
    term.senses.find(({ concept }) => {
      const doer = entity.doers.get(concept);
      return doer !== undefined && doer !== term.actor;
    });
  if (other)
    return { entity, facts: [{ negative: false, sign: NEGATIVE, support: supportOf({ entity }) }], mentions: [] };
  return literal || facts.length > 0 || mentions.length > 0 ? { entity, literal, facts, mentions } : undefined;
}

/** What has not been done has not been done by us, and what has been done is not to come. */
function undone({ facts }: Entity, key: string, keyed: boolean) {
  const fact = key.endsWith('_by_us') ? facts.get(key.replace('_by_us', '')) : undefined;
  if (fact?.sign === NEGATIVE) return fact;
  const done = !keyed && key.endsWith(':coming') ? facts.get(key.replace(':coming', ':done')) : undefined;
  return done?.sign === POSITIVE ? { ...done, sign: NEGATIVE } : undefined;
}

/** What the entities of one scope say together; of several that prove or deny it, the one that most else is in. */
function combine(all: readonly Told[], term: Term, keys: readonly Key[], weight: (entity: Entity) => number): Finding {
  const keyed = keys.some(key => key.keyed);
  const literal = all.find(told => told.literal)?.literal;
  let holds: Support | undefined;
  let fails: Support | undefined;
  const telling = all.filter(({ facts }) => facts.length > 0);
  if (telling.length > 0) {
    const best = telling.reduce((a, b) => (weight(b.entity) > weight(a.entity) ? b : a));
    for (const { negative, sign, support } of best.facts) {
      if ((sign === POSITIVE) !== negative) holds ??= support;
      else fails ??= support;
    }
    if (literal && !holds) return { holds: supportOf(literal), keyed };
    if (term.form !== undefined) return { holds, fails, keyed };
  }
  if (literal && !holds) return { holds: supportOf(literal), keyed };
  for (const { mentions } of all)
    for (const { negative, statement, fails: against } of mentions) {
      if (telling.length > 0 && !negative) continue;
      if (against) fails ??= supportOf(statement);
      else holds ??= supportOf(statement);
    }
  return { holds, fails, keyed };
}

/** The fact that a sense needs proof of, if one can be proved. */
function factKey({ concept }: Sense, { form }: Term, v: Vocabulary): string | undefined {
  const proofs = v.meanings.get(concept)?.proofs;
  if (!proofs)
    return form === undefined ? undefined : `${concept}:${form === 'present' || form === 'state' ? 'done' : form}`;
  if (form === 'doing_by_us' && proofs.state && !proofs.coming && !proofs.coming_by_us) return `${concept}:state`;
  const forms = form === undefined ? (['state'] as const) : PROVED_BY[form];
  const at = forms.find(each => proofs[each as keyof typeof proofs]);
  return at ? `${concept}:${at}` : form && `${concept}:${form === 'present' || form === 'state' ? 'done' : form}`;
}

/** Whether the mention of a word proves the sense: not where it tells of a deed that a record would prove. */
function mentionable({ concept }: Sense, { form }: Term, v: Vocabulary): boolean {
  const meaning = v.meanings.get(concept);
  if (
    form !== undefined &&
    (OURS.has(form) || PROVED_BY[form].some(each => meaning?.proofs?.[each as keyof typeof meaning.proofs]))
  )
    return false;
  return !(form === undefined && meaning?.general);
}

function mentionOf(
  { concept }: Sense,
  bit: number,
  { form }: Term,
  entity: Entity,
  v: Vocabulary
): Statement | undefined {
  const bare = bit === POSITIVE && form === undefined && topical(entity, concept);
  if (!entity.concepts.has(concept) && !bare) return undefined;
  const found = entity.fields.find(
    ({ says, text }) =>
      ((says.get(concept) ?? 0) & bit) > 0 && (form !== 'done' || bit === NEGATIVE || participle(concept, text, v))
  );
  return found ?? (bare ? { entity, says: entity.concepts, context: entity.concepts, values: [] } : undefined);
}

/** Named by the reference only, or proved in some form: "the delivery date" of what has been delivered. */
function topical({ fields, passages, facts, concepts }: Entity, concept: string): boolean {
  for (const form of ['done', 'state', 'coming', 'possible'])
    if (facts.get(`${concept}:${form}`)?.sign === POSITIVE) return true;
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
