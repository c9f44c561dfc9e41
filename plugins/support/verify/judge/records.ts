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

/** What one entity says of a term: by its facts, and by fields that mention it, as it stands or denied. */
interface Told {
  readonly facts: readonly Said[];
  readonly mentions: readonly Said[];
}

/** A sense of a term, and what is asked for it. */
interface Asked extends Sense {
  readonly form: Form | undefined;
  /** The facts that prove or deny it: of this very form, and of one that shows as much. */
  readonly facts: readonly [string, string];
  readonly done: string;
  /** Whether the mention of a word proves it: not where it tells of a deed that a record would prove. */
  readonly mentionable: boolean;
}

/** Asks each entity once for each term of a clause; scopes share the answers. */
export function finder(v: Vocabulary): (term: Term, entities: readonly Entity[]) => Finding {
  const known = new Map<Term, ReturnType<typeof questionOf>>();
  return (term, entities) => {
    let question = known.get(term);
    if (!question) known.set(term, (question = questionOf(term, v)));
    const { answers, asked, keyed } = question;
    // of those that prove or deny it the nearest counts
    let facts: readonly Said[] = [];
    const mentions: Said[] = [];
    for (const entity of entities) {
      let told = answers.get(entity);
      if (!told) answers.set(entity, (told = tell(entity, asked, v)));
      if (facts.length === 0) facts = told.facts;
      for (const each of told.mentions) mentions.push(each);
    }
    const said = facts.length > 0 && term.form !== undefined ? facts : [...facts, ...mentions];
    return { holds: said.find(({ holds }) => holds)?.support, fails: said.find(({ holds }) => !holds)?.support, keyed };
  };
}

function questionOf({ form, senses }: Term, v: Vocabulary) {
  const proofsOf = ({ concept }: Sense) => v.proofs.get(concept);
  const asked = senses.map((sense): Asked => {
    const { concept } = sense;
    const proofs = proofsOf(sense);
    const forms: readonly Form[] = form === undefined ? (proofs ? ['state'] : []) : PROVED_BY[form];
    const proved = forms.find(each => proofs?.[each]);
    const shown = proved ?? (form === 'present' || form === 'state' ? 'done' : form);
    return {
      ...sense,
      form,
      facts: [`${concept}:${form}`, `${concept}:${shown}`],
      done: `${concept}:done`,
      mentionable: form === undefined || !(OURS.has(form) || proved !== undefined)
    };
  });
  const keyed = senses.map(proofsOf).some(proofs => (form === undefined ? proofs?.state : proofs) !== undefined);
  return { asked, keyed, answers: new Map<Entity, Told>() };
}

const BITS = [POSITIVE, NEGATIVE] as const;

function tell(entity: Entity, senses: readonly Asked[], v: Vocabulary): Told {
  const facts: Said[] = [];
  const mentions: Said[] = [];
  for (const asked of senses) {
    const { concept, form, negative, mentionable } = asked;
    const fact = factOf(asked, entity);
    if (fact) facts.push({ holds: (fact.sign === POSITIVE) !== negative, support: supportOf({ entity, ...fact }) });
    if (!mentionable) continue;
    for (const bit of BITS) {
      const field = fieldOf(asked, bit, entity, v);
      const named = !field && bit === POSITIVE && form === undefined && topical(entity, concept);
      const holds = (bit === NEGATIVE) === negative;
      if (field ?? named) mentions.push({ holds, support: supportOf(field ?? { entity }) });
    }
  }
  return { facts, mentions };
}

/** The fact that proves or denies a sense. */
function factOf({ form, facts: [own, shown], done }: Asked, { facts }: Entity) {
  const fact = facts.get(own) ?? facts.get(shown);
  if (fact !== undefined || (form !== 'done_by_us' && form !== 'coming')) return fact;
  // what has not been done has not been done by us, and what has been done is not to come
  const other = facts.get(done);
  return other && (other.sign === POSITIVE) === (form === 'coming') ? { ...other, sign: NEGATIVE } : undefined;
}

const fieldOf = ({ concept, form }: Asked, bit: number, { concepts, fields }: Entity, v: Vocabulary) =>
  concepts.has(concept)
    ? fields.find(
        ({ says, text }) =>
          ((says.get(concept) ?? 0) & bit) > 0 && (form !== 'done' || bit === NEGATIVE || participle(concept, text, v))
      )
    : undefined;

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
