import { add, conceptsOf, keyConcepts } from './concepts.js';
import type { Field } from './evidence-parse.js';
import type { EvidenceRecord, Reader, Unit } from './facts.js';
import { NEGATIVE, POSITIVE } from './proofs.js';
import { readProse } from './read-prose.js';
import { spaced } from './stem.js';
import { decimal, identifier, type Named } from './values.js';
import type { Vocabulary } from './vocabulary.js';

export function unitOf(
  record: EvidenceRecord,
  field: string,
  own: Map<string, number>,
  values: Named[],
  context = new Map<string, number>()
): Unit {
  return { record, field, own, context, values: values.map(value => ({ value })), clauses: [], said: new Map() };
}

export function readFields(fields: readonly Field[], record: EvidenceRecord, reader: Reader): void {
  const { vocabulary: v } = reader;
  const currency = fields.find(({ path }) => v.fields.currency.has(path.at(-1) ?? ''))?.value.toLowerCase() ?? '';
  const contexts = new Map<string, Map<string, number>>();
  const counts = new Map<string, number>();
  for (const { path, value } of fields) {
    const key = path.filter(part => !/^\d+$/.test(part)).at(-1) ?? '';
    const name = path.join('.');
    const isId = v.fields.identifier.has(key) || /(?:^|_)id$/.test(key);
    if (v.fields.entity.has(key) && path.length === 1) record.entities.set(key, identifier(value));
    const parent = path.slice(0, -1).join('.');
    const context = contexts.get(parent) ?? conceptsOf(spaced(path.slice(0, -1).join(' ')), reader);
    contexts.set(parent, context);
    const own = keyConcepts(key, reader);
    const plain = value.trim();
    if (/^(?:null|none|undefined|n\/a|false|no|)$/i.test(plain)) {
      for (const concept of own.keys()) own.set(concept, NEGATIVE);
      record.fields.push(unitOf(record, name, own, [], context));
      continue;
    }
    if (!isId && isProse(plain, v)) {
      readProse(plain, record, name, reader);
      continue;
    }
    // "no fee" and "a fee of $0.00" say the same
    if (/^0(?:\.0+)?$/.test(plain)) for (const concept of own.keys()) add(own, concept, NEGATIVE);
    const values = isId
      ? [{ type: 'identifier', id: identifier(plain) } as const]
      : typed(key, plain, currency, reader);
    // `damaged_or_wrong` says neither
    const either = v.fields.verdict.has(key) && plain.includes('_or_') && told(plain, value, fields);
    if (!/^(?:true|yes)$/i.test(plain) && !either) {
      for (const [concept, bits] of conceptsOf(/^[a-z]+(?:_[a-z]+)+$/.test(plain) ? spaced(plain) : plain, reader)) {
        add(own, concept, bits);
        if (parent !== '') add(context, concept, bits);
        const kind = v.kinds.get(concept);
        if (kind !== undefined) add(own, kind, bits);
      }
    }
    // a flag says that a thing was done, a name only what it is called
    const text = v.fields.verdict.has(key) || /^(?:true|yes)$/i.test(plain) ? {} : { text: `${spaced(key)} ${plain}` };
    const found = { ...unitOf(record, name, own, values, context), ...text };
    record.fields.push(found);
    const count = /^(?:quantity|qty|count)$/.test(key) ? Number(plain) : NaN;
    if (Number.isInteger(count)) counts.set(path[0] ?? '', (counts.get(path[0] ?? '') ?? 0) + count);
  }
  for (const [list, count] of counts)
    record.fields.push(unitOf(record, list, keyConcepts(list, reader), [{ type: 'number', amount: String(count) }]));
}

/** Whether another field tells which of two it was: `reported_issue=wrong_item`. */
function told(code: string, own: string, fields: readonly Field[]): boolean {
  return fields.some(({ value }) => value !== own && code.split('_or_').some(part => value.startsWith(part)));
}

/** `reason=already_shipped` proves that it has been shipped, where nothing else proves or denies it. */
export function readCauses(fields: readonly Field[], record: EvidenceRecord, { vocabulary: v, deeds }: Reader): void {
  for (const { path, value } of fields) {
    const key = path.at(-1) ?? '';
    if (!v.fields.cause.has(key)) continue;
    for (const { concept, negative } of deeds(value)) {
      const proof = `${concept}:done`;
      if (!record.proven.has(proof)) record.proven.set(proof, { sign: negative ? NEGATIVE : POSITIVE, field: key });
    }
  }
}

/** Four words with a verb or a full stop are a sentence. */
function isProse(text: string, v: Vocabulary): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return words.length > 3 && (/[.!?]$/.test(text) || words.some(word => v.grammar.verbs.has(word)));
}

/** Types a value by its notation and by the words of its key: `total=64.10`, `window_days=30`. */
function typed(key: string, text: string, currency: string, { vocabulary: v, values }: Reader): Named[] {
  const words = spaced(key).toLowerCase().split(' ');
  if (/^-?\d[\d.,]*$/.test(text)) {
    const amount = decimal(text.replace('-', ''));
    // `refunds_last_90_days` counts over 90 days
    const counted = values(spaced(key).toLowerCase()).filter(({ type }) => type === 'duration');
    if (counted.length > 0) return [{ type: 'number', amount }, ...counted];
    const unitWord = words.find(word => v.units[word]);
    const known = unitWord === undefined ? undefined : v.units[unitWord];
    const out: Named[] = [{ type: 'number', amount }];
    if (words.some(word => v.fields.money.has(word)) && !known)
      out.push({ type: 'money', amount, currencies: v.currencies.get(currency) ?? [] });
    if (words.some(word => word === 'percent' || word === 'percentage' || word === 'rate'))
      out.push({ type: 'percent', amount });
    if (known) {
      out.push({ type: 'duration', base: known.base, size: Number(amount) * known.size });
      if (words.includes('since') || words.includes('ago'))
        out.push({ type: 'days_away', days: (-Number(amount) * known.size) / 1440 });
    }
    return out;
  }
  // `out_for_delivery` is a code and names nothing
  if (/^[a-z]+(?:_[a-z]+)*$/.test(text)) return [];
  if (/^\d{4}-\d\d-\d\d$/.test(text)) {
    const [year, month, day] = text.split('-').map(Number);
    return [{ type: 'date', options: [{ year, month, day }] }];
  }
  return values(text);
}
