import type { Condition } from '../reading/vocabulary-file.js';
import type { Field } from './fields.js';
import { NEGATIVE, POSITIVE, type Entity } from './model.js';
import { EMPTY } from './read-field.js';
import { spaced, type Reader } from '../reading/reader.js';

type ByKey = ReadonlyMap<string, readonly { readonly name: string; readonly plain: string }[]>;

/** Notes what the fields of one record prove or deny: by the rules of the vocabulary, then by what the fields say. */
export function readFacts(fields: readonly Field[], entity: Entity, reader: Reader): void {
  const { vocabulary: v } = reader;
  const { facts, evidence } = entity;
  const [, kind] = /^policy:(\w+)/.exec(evidence.reference) ?? [];
  const named = kind === undefined || fields.some(({ path }) => path[0] === 'kind');
  const byKey = new Map<string, { name: string; plain: string }[]>();
  for (const { path, value } of named ? fields : [...fields, { path: ['kind'], value: kind }]) {
    const last = path.at(-1) ?? '';
    // `estimated_delivery=[from: …, to: …]`
    const key = /^(?:from|to)$/.test(last) ? (path.at(-2) ?? last) : last;
    const plain = value
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    byKey.set(key, [...(byKey.get(key) ?? []), { name: path.join('.'), plain }]);
  }
  for (const [id, forms] of v.proofs) {
    for (const [form, { denied, proved }] of Object.entries(forms)) {
      const against = first(denied, byKey, v.fields.cause);
      const field = against ?? first(proved, byKey, v.fields.cause);
      if (field !== undefined) facts.set(`${id}:${form}`, { sign: against === undefined ? POSITIVE : NEGATIVE, field });
    }
  }
  for (const { path, value } of fields) readFact(path.at(-1) ?? '', value.trim(), entity, reader);
  readAct(fields, entity, reader);
  readGrant(fields, entity, reader);
}

/** The field that meets the first condition that one does. */
function first(
  conditions: readonly Condition[] | undefined,
  byKey: ByKey,
  causes: ReadonlySet<string>
): string | undefined {
  for (const condition of conditions ?? []) {
    const field = holds(condition, byKey, causes);
    if (field !== undefined) return field;
  }
  return undefined;
}

const allows = (values: readonly string[], plain: string) =>
  values.some(each => (each.endsWith('*') ? plain.startsWith(each.slice(0, -1)) : plain === each));

function holds({ field, in: values, and }: Condition, byKey: ByKey, causes: ReadonlySet<string>): string | undefined {
  const [head = '', tail] = field.split('*');
  const fields =
    tail === undefined
      ? (causes.has(field) ? [...causes] : [field]).flatMap(key => byKey.get(key) ?? [])
      : [...byKey].filter(([key]) => key.startsWith(head) && key.endsWith(tail)).flatMap(([, all]) => all);
  const match = fields.find(({ plain }) => (values ? allows(values, plain) : !EMPTY.test(plain)));
  return match && and.every(other => holds(other, byKey, causes) !== undefined) ? match.name : undefined;
}

const OURS = ['done', 'done_by_us'];

/** `received_at=…` and `verified=true` prove that it was done, `restocked_at=null` that it was not. */
function readFact(key: string, value: string, entity: Entity, reader: Reader): void {
  const { vocabulary: v } = reader;
  const prove = (text: string, sign: number, over = false) => {
    for (const { senses, verb, form, denied } of reader.clause(`it was ${text}`).terms)
      if (verb && form === 'done')
        for (const { concept, negative } of senses)
          for (const form of over && v.grammar.ours.has(reader.vocabulary.stem(text)) ? OURS : ['done']) {
            const told = { sign: negative !== (denied !== undefined) ? 3 - sign : sign, field: key };
            note(entity, `${concept}:${form}`, told, over);
          }
  };
  const [, deed] = /^(\w+?)_(?:at|on|date|time|by|to)$/.exec(key) ?? [];
  const empty = EMPTY.test(value);
  if (deed !== undefined) prove(spaced(deed), empty ? NEGATIVE : POSITIVE, true);
  else if (empty || /^(?:true|yes|\d+)$/i.test(value)) prove(spaced(key), empty || value === '0' ? NEGATIVE : POSITIVE);
  else if (/^[a-z]+(?:_[a-z]+)*$/.test(value)) {
    // `inspection=pending`: it is not done
    if (v.fields.unfinished.has(value))
      for (const concept of reader.keys(key).keys()) {
        note(entity, `${concept}:done`, { sign: NEGATIVE, field: key });
        note(entity, `${concept}:coming`, { sign: POSITIVE, field: key });
      }
    else if (!/_or_/.test(value)) prove(spaced(value), POSITIVE);
  }
}

/** `action=change_address; decision=allowed`, `pickup_available=true`: what is possible. */
function readGrant(fields: readonly Field[], entity: Entity, { vocabulary: v, terms }: Reader): void {
  const decision = fields.find(({ path }) => path.length === 1 && v.fields.verdict.has(path[0]!));
  const grant = (text: string, { path, value }: Field) => {
    const granted = v.fields.granting.has(value) || /^(?:true|yes)$/.test(value);
    if (granted || v.fields.refusing.has(value) || EMPTY.test(value))
      for (const concept of terms(text).keys())
        note(entity, `${concept}:possible`, { sign: granted ? POSITIVE : NEGATIVE, field: path.at(-1) ?? '' });
  };
  for (const field of fields) {
    const key = field.path.at(-1) ?? '';
    if (decision && v.fields.asked.has(key)) grant(field.value.split(/[_ ]/)[0] ?? '', decision);
    const [, deed] = /^(?:can_)?([a-z_]+?)_(?:available|allowed|possible|permitted|offered|offer)$/.exec(key) ?? [];
    if (deed !== undefined) grant(spaced(deed), field);
  }
}

/** `create_return` was done, where its record does not say that it failed. */
function readAct(fields: readonly Field[], entity: Entity, { vocabulary: v, clause }: Reader): void {
  const [, verb = ''] = /^(?:tool:)?([a-z]+)(?:_[a-z_]+)?(?=[:#]|$)/.exec(entity.evidence.reference) ?? [];
  const none = verb === '' || v.acts.get('none')?.includes(verb);
  if (entity.parent || none || entity.fromCustomer) return;
  // `payment_status` is no deed: a verb that no file has needs a record that tells how it went
  const stem = verb.replace(/[ey]$/, '');
  const told = fields.some(
    ({ path }) =>
      path.length === 1 &&
      (v.fields.outcome.has(path[0]!) || (path[0]!.startsWith(stem) && /ed(?:_at)?$/.test(path[0]!)))
  );
  const known = v.acts.get(verb) ?? (told ? [verb] : undefined);
  if (!known) return;
  const deeds = [...known, ...(v.acts.get('any') ?? [])];
  const failed = fields.some(({ path, value }) => path.length === 1 && v.fields.failed.has(`${path[0]}=${value}`));
  for (const deed of deeds)
    for (const { senses } of clause(`it was ${deed}`).terms)
      for (const { concept, negative } of senses)
        for (const form of OURS)
          note(
            entity,
            `${concept}:${form}`,
            { sign: failed !== negative ? NEGATIVE : POSITIVE, field: 'result' },
            true
          );
}

/** Notes a fact, over another one of the same key only where it says so. */
function note(
  entity: Entity,
  key: string,
  fact: { readonly sign: number; readonly field: string },
  over = false
): void {
  if (over || !entity.facts.has(key)) entity.facts.set(key, fact);
}
