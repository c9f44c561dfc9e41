import { groupBy } from '../../../core/index.js';
import { add, conceptsOf, keyConcepts } from './concepts.js';
import type { Evidence } from './contract.js';
import { parseEvidence, type Field, type ParsedEvidence } from './evidence-parse.js';
import type { EvidenceRecord, Reader } from './facts.js';
import { readCauses, readFields, unitOf } from './read-fields.js';
import { readProse } from './read-prose.js';
import { spaced } from './stem.js';

/** A record, and one for each entry of a list whose entries have identifiers of their own (a list of tickets). */
export function readEvidence(evidence: Evidence, reader: Reader): EvidenceRecord[] {
  const parsed = parseEvidence(evidence.text);
  const inLists = parsed.fields.filter(({ path }) => path.length >= 3 && /^\d/.test(path[1] ?? ''));
  const lists = groupBy(inLists, ({ path: [list, index] }) => `${list}.${index}`);
  const entries = [...lists.values()].filter(fields =>
    fields.some(({ path }) => path.length === 3 && reader.vocabulary.fields.entity.has(path[2] ?? ''))
  );
  if (entries.length === 0) return [readRecord(evidence, parsed, reader)];
  const apart = new Set(entries.flat());
  const whole = readRecord(evidence, { ...parsed, fields: parsed.fields.filter(field => !apart.has(field)) }, reader);
  const parts = entries.map(fields => {
    const inner = fields.map(({ path, value }) => ({ path: path.slice(2), value }));
    const part = readRecord(evidence, { fields: inner, lists: [] }, reader);
    for (const [kind, id] of whole.entities) if (!part.entities.has(kind)) part.entities.set(kind, id);
    return part;
  });
  return [whole, ...parts];
}

function readRecord(evidence: Evidence, parsed: ParsedEvidence, reader: Reader): EvidenceRecord {
  const record: EvidenceRecord = {
    evidence,
    prose: parsed.prose !== undefined,
    fromCustomer: evidence.kind === 'customer_message',
    clock: clockOf(parsed.fields, reader.vocabulary.fields.clock),
    fields: [],
    passages: [],
    bySaid: new Map(),
    topic: new Set(conceptsOf(spaced(evidence.reference.replace(/[:#@\d-]+/g, ' ')), reader).keys()),
    concepts: new Map(),
    proven: new Map(),
    entities: new Map()
  };
  if (parsed.prose !== undefined) readProse(parsed.prose, record, undefined, reader);
  else {
    readFields(parsed.fields, record, reader);
    for (const { path, length } of parsed.lists) {
      const own = keyConcepts(path.join(' '), reader);
      record.fields.push(unitOf(record, path.join('.'), own, [{ type: 'number', amount: String(length) }]));
    }
    const [, kind] = /^policy:(\w+)/.exec(evidence.reference) ?? [];
    const kinded = kind === undefined || parsed.fields.some(({ path }) => path[0] === 'kind');
    reader.proofs(kinded ? parsed.fields : [...parsed.fields, { path: ['kind'], value: kind }], record.proven);
    readCauses(parsed.fields, record, reader);
  }
  for (const [concept, bits] of conceptsOf(spaced(evidence.reference.replace(/[:#@\d]+/g, ' ')), reader))
    add(record.concepts, concept, bits);
  for (const each of [...record.fields, ...record.passages])
    for (const [concept, bits] of each.own) add(record.concepts, concept, bits);
  return record;
}

function clockOf(fields: readonly Field[], keys: ReadonlySet<string>): Date | undefined {
  const field = fields.find(({ path }) => path.length === 1 && keys.has(path[0] ?? ''));
  const day = /^\d{4}-\d\d-\d\d/.exec(field?.value ?? '')?.[0];
  return day === undefined ? undefined : new Date(`${day}T12:00:00Z`);
}
