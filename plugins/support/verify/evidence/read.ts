import type { Evidence } from '../contract.js';
import { identifier } from '../reading/values.js';
import { readFacts } from './facts.js';
import { parseEvidence, type Field } from './fields.js';
import { add, NEGATIVE, POSITIVE, saidBy, type Concepts, type Entity } from './model.js';
import { readField, type Place } from './read-field.js';
import { spaced, type Reader } from '../reading/reader.js';
import { conceptsIn } from '../reading/words.js';

/** What one piece of evidence tells: of the thing itself, and of each entry of its lists. */
export function readEvidence(evidence: Evidence, reader: Reader): Entity {
  const { fields, lists, prose } = parseEvidence(evidence.text);
  const words = evidence.text.replace(/_/g, ' ').match(/\p{L}+/gu) ?? [];
  const stems = new Set(words.map(reader.vocabulary.stem));
  const root = entityOf(evidence, stems, reader);
  if (prose !== undefined) readProse(prose, root, undefined, reader);
  const parts = new Map<string, Field[]>([['', []]]);
  for (const field of fields) {
    const [list = '', index = ''] = field.path;
    const key = field.path.length > 2 && /^\d+$/.test(index) ? `${list}.${index}` : '';
    parts.set(key, [...(parts.get(key) ?? []), field]);
  }
  const currency = fields.find(({ path }) => reader.vocabulary.fields.currency.has(path.at(-1) ?? ''))?.value;
  for (const [key, inside] of parts) {
    const [list = '', index = ''] = key.split('.');
    const entity = key === '' ? root : { ...entityOf(evidence, stems, reader), parent: root, list };
    if (entity !== root) root.entries.push(entity);
    const prefix = key === '' ? [] : [list, index];
    const own = inside.map(({ path, value }) => ({ path: path.slice(prefix.length), value }));
    readAll(own, { entity, prefix, currency: currency?.toLowerCase() ?? '', around: new Map() }, reader);
  }
  for (const { path, length } of lists) count(root, path.join('.'), length, reader);
  countQuantities(root, fields, reader);
  for (const { ids } of root.entries) for (const [kind, id] of root.ids) if (!ids.has(kind)) ids.set(kind, id);
  for (const { fields, passages, concepts, topics } of [root, ...root.entries]) {
    const said = [...fields, ...passages].flatMap(({ says }) => [...says]);
    for (const concept of concepts.keys()) topics.add(concept);
    for (const [concept] of said) topics.delete(concept);
    for (const [concept, bits] of said) add(concepts, concept, bits);
  }
  return root;
}

function entityOf(evidence: Evidence, stems: ReadonlySet<string>, { bare }: Reader): Entity {
  return {
    evidence,
    fromCustomer: evidence.kind === 'customer_message',
    entries: [],
    fields: [],
    goods: [],
    passages: [],
    stems,
    concepts: new Map(bare(evidence.reference)),
    topics: new Set(),
    names: new Set(),
    ids: new Map(),
    facts: new Map()
  };
}

function readAll(fields: readonly Field[], place: Place, reader: Reader): void {
  const { entity } = place;
  const { fields: known } = reader.vocabulary;
  for (const field of fields) {
    const [key = ''] = field.path;
    if (field.path.length === 1 && known.entity.has(key)) entity.ids.set(key, identifier(field.value));
    if (field.path.length === 1 && known.clock.has(key)) entity.clock = dayOf(field.value);
    const read = readField(field, place, reader);
    if (typeof read === 'string') readProse(read, entity, [...place.prefix, ...field.path].join('.'), reader);
    else {
      entity.fields.push(read);
      if (read.name !== undefined) entity.goods.push(read);
    }
    if (entity.parent && !known.state.has(field.path.at(-1) ?? '') && /\p{L}/u.test(field.value))
      for (const concept of reader.terms(spaced(field.value)).keys()) entity.names.add(concept);
  }
  readFacts(fields, entity, reader);
}

function count(entity: Entity, field: string, length: number, reader: Reader): void {
  const says: Concepts = new Map(reader.keys(field));
  if (length === 0)
    for (const concept of says.keys()) {
      says.set(concept, NEGATIVE);
      entity.facts.set(`${concept}:done`, { sign: NEGATIVE, field });
    }
  const value = { type: 'number', amount: String(length) } as const;
  entity.fields.push({ entity, field, says, context: new Map(), values: [{ value }], length });
}

/** "Three items" are two of one kind and one of another. */
function countQuantities(root: Entity, fields: readonly Field[], reader: Reader): void {
  const counts = new Map<string, number>();
  for (const { path, value } of fields)
    if (/^(?:quantity|qty|count)$/.test(path.at(-1) ?? '') && path.length === 3 && /^\d+$/.test(value))
      counts.set(path[0]!, (counts.get(path[0]!) ?? 0) + Number(value));
  for (const [list, sum] of counts) count(root, list, sum, reader);
}

function readProse(text: string, entity: Entity, field: string | undefined, reader: Reader): void {
  for (const clauses of reader.clauses(text)) {
    const context: Concepts = new Map(clauses.flatMap(({ terms }) => conceptsIn(terms).map(each => [each, POSITIVE])));
    for (const clause of clauses) {
      const says = saidBy(clause.terms);
      entity.passages.push({ entity, field, says, context, values: clause.figures, clause, whole: clauses });
    }
  }
}

function dayOf(value: string): Date | undefined {
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  return day === undefined ? undefined : new Date(`${day}T12:00:00Z`);
}
