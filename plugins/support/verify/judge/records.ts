import type { Support } from '../contract.js';
import { NEGATIVE, POSITIVE, supportOf, type Entity } from '../evidence/model.js';
import { isPast } from '../reading/forms.js';
import type { Sense, Term } from '../reading/words.js';
import type { Form } from '../reading/vocabulary-file.js';
import type { Vocabulary } from '../reading/vocabulary.js';

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
  doing_by_us: ['coming_by_us', 'coming', 'state']
};

/** What one entity says of a term. */
interface Told {
  readonly facts: readonly { readonly holds: boolean; readonly support: Support }[];
  /** Fields that mention it, as it stands or denied. */
  readonly mentions: readonly { readonly holds: boolean; readonly support: Support }[];
}

/** Asks each entity once for each term of a clause; scopes share the answers. */
export function finder(v: Vocabulary): (term: Term, entities: readonly Entity[]) => Finding {
  const known = new Map<Term, Map<Entity, Told>>();
  return (term, entities) => {
    let told = known.get(term);
    if (!told) known.set(term, (told = new Map<Entity, Told>()));
    const all: Told[] = [];
    for (const entity of entities) {
      let each = told.get(entity);
      if (!each) told.set(entity, (each = tell(entity, term, v)));
      if (each !== NOTHING) all.push(each);
    }
    return combine(all, term, v);
  };
}

/** What the entities of one scope say together; the nearest that proves or denies it comes first. */
function combine(all: readonly Told[], term: Term, v: Vocabulary): Finding {
  const keyed = term.senses.some(({ concept }) => {
    const proofs = v.proofs.get(concept);
    return term.form === undefined ? proofs?.state !== undefined : proofs !== undefined;
  });
  const { facts = [] } = all.find(told => told.facts.length > 0) ?? {};
  const mentions = facts.length > 0 && term.form !== undefined ? [] : all.flatMap(told => told.mentions);
  const told = [...facts, ...mentions];
  return { holds: told.find(each => each.holds)?.support, fails: told.find(each => !each.holds)?.support, keyed };
}

const NOTHING: Told = { facts: [], mentions: [] };

function tell(entity: Entity, term: Term, v: Vocabulary): Told {
  const { form, senses } = term;
  const facts = senses.flatMap(sense => {
    const { concept, negative } = sense;
    const fact = factOf(sense, form, entity, v);
    // what has not been done has not been done by us, and what has been done is not to come
    const done = form === 'done_by_us' || form === 'coming' ? entity.facts.get(`${concept}:done`) : undefined;
    const undone = done && (done.sign === POSITIVE) === (form === 'coming') ? { ...done, sign: NEGATIVE } : undefined;
    const told = fact ?? undone;
    return told
      ? [{ holds: (told.sign === POSITIVE) !== negative, support: supportOf({ entity, field: told.field }) }]
      : [];
  });
  const mentions = senses.flatMap(sense => {
    if (!mentionable(sense, form, v)) return [];
    return [POSITIVE, NEGATIVE].flatMap(bit => {
      const statement = mentionOf({ ...sense, form }, bit, entity, v);
      return statement ? [{ holds: (bit === NEGATIVE) === sense.negative, support: supportOf(statement) }] : [];
    });
  });
  return facts.length + mentions.length > 0 ? { facts, mentions } : NOTHING;
}

/** The fact that proves or denies a sense: of this very form, else of one that shows as much. */
function factOf({ concept }: Sense, form: Form | undefined, { facts }: Entity, v: Vocabulary) {
  const proofs = v.proofs.get(concept);
  const forms: readonly Form[] = form === undefined ? (proofs ? ['state'] : []) : PROVED_BY[form];
  const proved = forms.find(each => proofs?.[each as keyof typeof proofs]);
  const shown = form === 'present' || form === 'state' ? 'done' : form;
  return facts.get(`${concept}:${form}`) ?? facts.get(`${concept}:${proved ?? shown}`);
}

/** Whether the mention of a word proves the sense: not where it tells of a deed that a record would prove. */
function mentionable({ concept }: Sense, form: Form | undefined, v: Vocabulary): boolean {
  const proofs = v.proofs.get(concept);
  return form === undefined || !(OURS.has(form) || PROVED_BY[form].some(each => proofs?.[each as keyof typeof proofs]));
}

function mentionOf(
  { concept, form }: Sense & { readonly form: Form | undefined },
  bit: number,
  entity: Entity,
  v: Vocabulary
) {
  const bare = bit === POSITIVE && form === undefined && topical(entity, concept);
  if (!entity.concepts.has(concept) && !bare) return undefined;
  const found = entity.fields.find(
    ({ says, text }) =>
      ((says.get(concept) ?? 0) & bit) > 0 && (form !== 'done' || bit === NEGATIVE || participle(concept, text, v))
  );
  return found ?? (bare ? { entity } : undefined);
}

/** Named by the reference only, or proved in some form: "the delivery date" of what has been delivered. */
const topical = ({ facts, topics }: Entity, concept: string) =>
  facts.get(`${concept}:state`)?.sign !== NEGATIVE &&
  (topics.has(concept) ||
    ['done', 'state', 'coming', 'possible'].some(form => facts.get(`${concept}:${form}`)?.sign === POSITIVE));

/** "Has been changed" is no news of a ticket about a change of address, but is of `changed_at`. */
function participle(concept: string, text: string | undefined, v: Vocabulary): boolean {
  if (text === undefined) return true;
  return (text.match(/\p{L}{3,}/gu) ?? []).some(word => {
    const stem = v.stem(word);
    return (
      isPast(word.toLowerCase(), v) &&
      (stem === concept || (v.phrases.get(stem) ?? []).some(({ meaning }) => meaning === concept))
    );
  });
}
