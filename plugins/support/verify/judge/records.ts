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

/** What a fact or a field says of a term. */
interface Said {
  readonly holds: boolean;
  readonly support: Support;
}

/** What one entity says of a term. */
interface Told {
  readonly facts: readonly Said[];
  /** Fields that mention it, as it stands or denied. */
  readonly mentions: readonly Said[];
}

/** A sense of a term, and by which facts it is proved or denied. */
interface Asked extends Sense {
  readonly form: Form | undefined;
  /** The fact of this very form, and of one that shows as much. */
  readonly own: string;
  readonly shown: string;
  readonly done: string;
  /** Whether the mention of a word proves it: not where it tells of a deed that a record would prove. */
  readonly mentionable: boolean;
}

/** A term as each entity is asked for it. */
interface Question {
  readonly senses: readonly Asked[];
  readonly keyed: boolean;
  readonly answers: Map<Entity, Told>;
}

/** Asks each entity once for each term of a clause; scopes share the answers. */
export function finder(v: Vocabulary): (term: Term, entities: readonly Entity[]) => Finding {
  const known = new Map<Term, Question>();
  return (term, entities) => {
    let question = known.get(term);
    if (!question) known.set(term, (question = questionOf(term, v)));
    const { senses, keyed, answers } = question;
    const all: Told[] = [];
    for (const entity of entities) {
      let each = answers.get(entity);
      if (!each) answers.set(entity, (each = tell(entity, senses, v)));
      if (each !== NOTHING) all.push(each);
    }
    return all.length === 0 ? UNTOLD[Number(keyed)]! : combine(all, term.form, keyed);
  };
}

function questionOf({ form, senses }: Term, v: Vocabulary): Question {
  let keyed = false;
  const asked = senses.map(({ concept, negative }): Asked => {
    const proofs = v.proofs.get(concept);
    keyed ||= form === undefined ? proofs?.state !== undefined : proofs !== undefined;
    const forms: readonly Form[] = form === undefined ? (proofs ? ['state'] : []) : PROVED_BY[form];
    const proved = forms.find(each => proofs?.[each as keyof typeof proofs]);
    return {
      concept,
      negative,
      form,
      own: `${concept}:${form}`,
      shown: `${concept}:${proved ?? (form === 'present' || form === 'state' ? 'done' : form)}`,
      done: `${concept}:done`,
      mentionable: form === undefined || !(OURS.has(form) || proved !== undefined)
    };
  });
  return { senses: asked, keyed, answers: new Map() };
}

/** What the entities of one scope say together; the nearest that proves or denies it comes first. */
function combine(all: readonly Told[], form: Form | undefined, keyed: boolean): Finding {
  const { facts = [] } = all.find(told => told.facts.length > 0) ?? {};
  const told = [...facts];
  if (facts.length === 0 || form === undefined) for (const { mentions } of all) told.push(...mentions);
  return { holds: told.find(each => each.holds)?.support, fails: told.find(each => !each.holds)?.support, keyed };
}

const UNTOLD: readonly Finding[] = [false, true].map(keyed => ({ holds: undefined, fails: undefined, keyed }));
const NOTHING: Told = { facts: [], mentions: [] };
const BITS = [POSITIVE, NEGATIVE] as const;

function tell(entity: Entity, senses: readonly Asked[], v: Vocabulary): Told {
  const facts: Said[] = [];
  const mentions: Said[] = [];
  for (const asked of senses) {
    const { form, negative, mentionable } = asked;
    const fact = factOf(asked, entity);
    if (fact !== undefined)
      facts.push({
        holds: (fact.sign === POSITIVE) !== negative,
        support: supportOf({ entity, field: fact.field })
      });
    if (!mentionable || (form !== undefined && !entity.concepts.has(asked.concept))) continue;
    for (const bit of BITS) {
      const statement = mentionOf(asked, bit, entity, v);
      if (statement) mentions.push({ holds: (bit === NEGATIVE) === negative, support: supportOf(statement) });
    }
  }
  return facts.length + mentions.length > 0 ? { facts, mentions } : NOTHING;
}

/** The fact that proves or denies a sense: of this very form, else of one that shows as much. */
function factOf({ form, own, shown, done }: Asked, { facts }: Entity) {
  if (facts.size === 0) return undefined;
  const fact = facts.get(own) ?? facts.get(shown);
  if (fact !== undefined || (form !== 'done_by_us' && form !== 'coming')) return fact;
  // what has not been done has not been done by us, and what has been done is not to come
  const other = facts.get(done);
  return other && (other.sign === POSITIVE) === (form === 'coming') ? { ...other, sign: NEGATIVE } : undefined;
}

function mentionOf({ concept, form }: Asked, bit: number, entity: Entity, v: Vocabulary) {
  const found = !entity.concepts.has(concept)
    ? undefined
    : entity.fields.find(
        ({ says, text }) =>
          ((says.get(concept) ?? 0) & bit) > 0 && (form !== 'done' || bit === NEGATIVE || participle(concept, text, v))
      );
  return found ?? (bit === POSITIVE && form === undefined && topical(entity, concept) ? { entity } : undefined);
}

/** Named by the reference only, or proved in some form: "the delivery date" of what has been delivered. */
const topical = ({ facts, topics }: Entity, concept: string) =>
  facts.get(`${concept}:state`)?.sign !== NEGATIVE &&
  (topics.has(concept) || SHOWING.some(form => facts.get(`${concept}:${form}`)?.sign === POSITIVE));

const SHOWING: readonly Form[] = ['done', 'state', 'coming', 'possible'];

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
