import type { Support } from './contract.js';
import { supportOf, type EvidenceRecord, type Unit, type World } from './facts.js';
import { NEGATIVE, POSITIVE } from './proofs.js';
import { OURS } from './passages.js';
import type { Form } from './policy-file.js';
import type { Clause, Reading, Token } from './words.js';
import type { Vocabulary } from './vocabulary.js';

/** What the records say of one token, whatever the prose says. */
export interface Proven {
  readonly support?: Support;
  /** A record proves the opposite. */
  readonly denied: boolean;
  /** The vocabulary asks for proof by a record; a mention is not enough. */
  readonly keyed: boolean;
}

const FALLBACK: Partial<Record<Form, Form>> = {
  present: 'done',
  possible_by_agent: 'possible',
  state: 'done',
  done_by_us: 'done',
  coming_by_colleague: 'coming_by_us',
  coming_by_us: 'coming',
  doing_by_us: 'coming_by_us'
};

/** `fromRecords` for the words of one clause, each asked of the records once: many passages are tried with it. */
export function provenIn(clause: Clause, world: World, v: Vocabulary): (token: Token) => Proven {
  const known = new Map<Token, Proven>();
  return token => {
    let proof = known.get(token);
    if (proof === undefined) known.set(token, (proof = fromRecords(token, clause, world, v)));
    return proof;
  };
}

/** Proof of a token by the fields of the records: by the conditions of the vocabulary, else by mention. */
function fromRecords(token: Token, clause: Clause, world: World, v: Vocabulary): Proven {
  const keys = token.readings.flatMap(reading => {
    const key = proofKey(reading, v);
    return key === undefined ? [] : [{ reading, key }];
  });
  const keyed = keys.length > 0;
  for (const { reading, key } of keys) {
    const nothing = unpaid(reading, token, clause, world, v);
    if (nothing) return { support: supportOf(nothing.record, nothing.field), denied: false, keyed };
    const record = proven(key, reading, clause, world);
    if (record) return { support: supportOf(record, record.proven.get(key)?.field), denied: false, keyed };
    if (proven(key, { ...reading, negative: !reading.negative }, clause, world)) return { denied: true, keyed };
  }
  for (const reading of token.readings.filter(
    ({ concept, form }) => !(form === undefined && v.meanings.get(concept)?.general)
  )) {
    const titled = clause.about ? titleOf(reading, world, v) : undefined;
    if (titled) return { support: supportOf(titled.record, titled.field), denied: false, keyed };
    if (OURS.has(reading.form ?? '') || (reading.form !== undefined && proofKey(reading, v) !== undefined)) continue;
    const unit = mentioned(reading, clause, world, v);
    if (unit) return { support: supportOf(unit.record, unit.field), denied: false, keyed };
    const record = reading.form === undefined && !reading.negative ? topicOf(reading.concept, world) : undefined;
    if (record) return { support: supportOf(record, undefined), denied: false, keyed };
  }
  return { denied: false, keyed };
}

/** "You were not charged for shipping": the fee of that very thing is nothing, whatever else was paid. */
function unpaid(
  { concept, negative }: Reading,
  token: Token,
  { tokens }: Clause,
  { records }: World,
  v: Vocabulary
): Unit | undefined {
  if (!negative || !v.meanings.get(concept)?.amount) return undefined;
  const others = tokens.filter(other => other !== token).flatMap(({ readings }) => readings.map(r => r.concept));
  return records
    .flatMap(({ fields }) => fields)
    .find(({ own }) => ((own.get(concept) ?? 0) & NEGATIVE) > 0 && others.some(other => own.has(other)));
}

/** The subject of a ticket that names what the clause says the ticket is about. */
function titleOf({ concept, negative }: Reading, world: World, v: Vocabulary): Unit | undefined {
  const wanted = negative ? NEGATIVE : POSITIVE;
  return world.records
    .filter(({ prose }) => !prose)
    .flatMap(({ fields }) => fields)
    .find(
      ({ own, field, text }) =>
        text !== undefined &&
        ((own.get(concept) ?? 0) & wanted) > 0 &&
        v.fields.title.has(field?.split('.').at(-1) ?? '')
    );
}

/** The `meaning:form` that a reading needs proof of, if the vocabulary asks for one. */
export function proofKey({ concept, form }: Reading, v: Vocabulary): string | undefined {
  const proofs = v.meanings.get(concept)?.proofs;
  if (!proofs) return undefined;
  if (form === 'doing_by_us' && proofs.state && !proofs.coming && !proofs.coming_by_us) return `${concept}:state`;
  let at: Form | undefined = form ?? 'state';
  while (at && !proofs[at]) at = form === undefined ? undefined : FALLBACK[at];
  return at && `${concept}:${at}`;
}

function proven(key: string, reading: Reading, clause: Clause, world: World): EvidenceRecord | undefined {
  const wanted = reading.negative ? NEGATIVE : POSITIVE;
  let best: EvidenceRecord | undefined;
  let against = -1;
  let bestOverlap = -1;
  for (const record of world.records) {
    const sign = record.proven.get(key)?.sign ?? 0;
    if (!sign) continue;
    const shared = overlap(clause, record);
    if (sign & wanted && shared > bestOverlap) {
      best = record;
      bestOverlap = shared;
    } else if (!(sign & wanted)) against = Math.max(against, shared);
  }
  return bestOverlap >= against ? best : undefined;
}

function overlap({ tokens }: Clause, record: EvidenceRecord): number {
  return tokens.filter(({ readings }) => readings.some(({ concept }) => record.concepts.has(concept))).length;
}

function mentioned(
  { concept, negative, form }: Reading,
  clause: Clause,
  world: World,
  v: Vocabulary
): Unit | undefined {
  const wanted = negative ? NEGATIVE : POSITIVE;
  for (const record of world.records) {
    // the title of an article says what it is about, and its negations say nothing
    if (record.prose || (negative && record.passages.length > 0)) continue;
    if (!record.concepts.has(concept)) continue;
    const unit = record.fields.find(
      each => (each.own.get(concept) ?? 0) & wanted || (!negative && deniedTogether(concept, each, clause))
    );
    if (unit) {
      if ((form !== 'done' && form !== 'present') || negative || participle(concept, unit, v)) return unit;
      continue;
    }
    if (!negative && !record.bySaid.has(concept) && !record.fields.some(each => each.own.has(concept)))
      return { record, own: record.concepts, context: record.concepts, values: [], clauses: [], said: new Map() };
  }
  return undefined;
}

/** "Has been changed" is no news of a ticket about a change of address, but is of `changed_at`. */
function participle(concept: string, { text }: Unit, v: Vocabulary): boolean {
  if (text === undefined) return true;
  return (text.match(/\p{L}{3,}/gu) ?? []).some(word => {
    const lower = word.toLowerCase();
    if (!lower.endsWith('ed') && !v.grammar.past_forms.has(lower)) return false;
    const stem = v.stem(lower);
    return stem === concept || (v.phrases.get(stem) ?? []).some(({ meaning }) => meaning === concept);
  });
}

/** A bare noun ("the delivery date") needs no more than a record in which the thing is done or to come. */
function topicOf(concept: string, world: World): EvidenceRecord | undefined {
  return world.records.find(({ proven: known }) =>
    [...known].some(([key, { sign }]) => sign === POSITIVE && key.startsWith(`${concept}:`))
  );
}

/** "Not gift wrapped" denies `gift_wrap` with its first word. */
function deniedTogether(concept: string, { own }: Unit, clause: Clause): boolean {
  return (
    own.get(concept) === NEGATIVE &&
    clause.tokens.some(({ readings }) =>
      readings.some(r => r.negative && r.concept !== concept && own.get(r.concept) === NEGATIVE)
    )
  );
}
