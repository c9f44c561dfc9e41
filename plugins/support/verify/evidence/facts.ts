import type { Condition } from '../reading/vocabulary-file.js';
import type { Field } from './fields.js';
import { NEGATIVE, POSITIVE, type Entity } from './model.js';
import { EMPTY } from './read-field.js';
import { spaced, type Reader } from '../reading/reader.js';

type ByKey = ReadonlyMap<string, readonly { readonly name: string; readonly plain: string }[]>;

/** Notes what the fields of one record prove or deny: by the rules of the vocabulary, then by what the fields say. */
export function readFacts(fields: readonly Field[], entity: Entity, reader: Reader): void {
  const { vocabulary: v } = reader;
  const byKey = new Map<string, { name: string; plain: string }[]>();
  for (const { path, value } of fields) {
    const last = path.at(-1) ?? '';
    // `estimated_delivery=[from: …, to: …]`
    const key = /^(?:from|to)$/.test(last) ? (path.at(-2) ?? last) : last;
    const plain = value
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_');
    byKey.set(key, [...(byKey.get(key) ?? []), { name: path.join('.'), plain }]);
  }
  const first = (conditions: readonly Condition[]) =>
    conditions.map(condition => holds(condition, byKey, v.fields.cause)).find(field => field !== undefined);
  for (const [id, forms] of v.proofs) {
    for (const [form, { denied, proved }] of Object.entries(forms)) {
      const against = first(denied);
      const field = against ?? first(proved);
      if (field !== undefined) note(entity, `${id}:${form}`, against === undefined, field);
    }
  }
  for (const { path, value } of fields) readFact(path.at(-1) ?? '', value.trim(), entity, reader);
  readAct(fields, entity, reader);
  readGrant(fields, entity, reader);
}

const allows = (values: readonly string[], plain: string) =>
  values.some(each => (each.endsWith('*') ? plain.startsWith(each.slice(0, -1)) : plain === each));

/** The field that meets a condition. */
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

/** `verified=true` proves that it was done, `restocked_at=null` that it was not. */
function readFact(key: string, value: string, entity: Entity, { clause }: Reader): void {
  const empty = EMPTY.test(value);
  if (!empty && !/^(?:true|yes|\d+)$/i.test(value)) return;
  for (const { senses, form, denied } of clause(`it was ${spaced(key)}`).terms)
    if (form === 'done')
      for (const { concept, negative } of senses) {
        const turned = negative !== (denied !== undefined);
        note(entity, `${concept}:done`, (empty || value === '0') === turned, key);
      }
}

/** `action=change_address; decision=allowed`, `pickup_available=true`: what is possible. */
function readGrant(fields: readonly Field[], entity: Entity, { vocabulary: v, terms }: Reader): void {
  const decision = fields.find(({ path }) => path.length === 1 && v.fields.verdict.has(path[0]!));
  const grant = (text: string, { path, value }: Field) => {
    const granted = v.fields.granting.has(value) || /^(?:true|yes)$/.test(value);
    if (granted || v.fields.refusing.has(value) || EMPTY.test(value))
      for (const concept of terms(text).keys()) note(entity, `${concept}:possible`, granted, path.at(-1) ?? '');
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
  if (entity.parent || verb === '' || v.acts.get('none')?.includes(verb) || entity.fromCustomer) return;
  const known = v.acts.get(verb);
  const failed = fields.some(({ path, value }) => path.length === 1 && v.fields.failed.has(`${path[0]}=${value}`));
  // what the tool did counts before what its record says elsewhere
  for (const deed of known ? [...known, ...(v.acts.get('any') ?? [])] : [])
    for (const { senses } of clause(`it was ${deed}`).terms)
      for (const { concept, negative } of senses)
        for (const form of OURS)
          entity.facts.set(`${concept}:${form}`, { sign: failed === negative ? POSITIVE : NEGATIVE, field: 'result' });
}

/** Notes that something holds or does not, where nothing was said of it before. */
function note({ facts }: Entity, key: string, holds: boolean, field: string): void {
  if (!facts.has(key)) facts.set(key, { sign: holds ? POSITIVE : NEGATIVE, field });
}
