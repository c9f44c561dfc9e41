import { decimal, identifier, type Value } from '../reading/values.js';
import type { Field } from './fields.js';
import { add, NEGATIVE, POSITIVE, type Concepts, type Entity, type Known, type Statement } from './model.js';
import { besideOf } from '../reading/words.js';
import { spaced, type Reader } from '../reading/reader.js';

/** No value, or none of something. */
export const EMPTY = /^(?:null|none|undefined|n\/a|false|no|off|)$/i;
const YES = /^(?:true|yes|on)$/i;

/** Where a record stands in its evidence, and the currency its amounts are in. */
export interface Place {
  readonly entity: Entity;
  readonly prefix: readonly string[];
  readonly currency: string;
  /** What each part of the record says, by its path. */
  readonly around: Map<string, Concepts>;
}

/** What a field says; where its value is a text of its own, that text. */
export function readField({ path, value }: Field, place: Place, reader: Reader): Statement | string {
  const { vocabulary: v } = reader;
  const { entity, prefix, currency, around } = place;
  const names = path.filter(part => !/^\d+$/.test(part));
  const key = names.at(-1) ?? '';
  const plain = value.trim();
  const isId = v.fields.identifier.has(key) || /(?:^|_)id$/.test(key);
  if (!isId && isText(plain, reader)) return value;
  const says: Concepts = new Map(reader.keys(key));
  const parent = [...prefix, ...names.slice(0, -1)].filter(part => !/^\d+$/.test(part)).join(' ');
  const context = around.get(parent) ?? new Map(parent === '' ? [] : reader.keys(parent));
  around.set(parent, context);
  const statement = (values: readonly Known[], text?: string): Statement => ({
    entity,
    field: [...prefix, ...path].join('.'),
    text,
    name: v.fields.goods.has(key) && plain.includes(' ') ? plain : undefined,
    says,
    context,
    values
  });
  // `country_change=not_allowed`; "no fee" and "a fee of $0.00" say the same
  const refused = v.fields.refusing.has(plain) && !v.fields.verdict.has(key);
  if (EMPTY.test(plain) || refused || /^0(?:\.0+)?$/.test(plain))
    for (const concept of says.keys()) says.set(concept, NEGATIVE);
  if (EMPTY.test(plain)) return statement([]);
  // "free" is what costs 0.00
  if (/^0\.0+$/.test(plain)) says.set('free', POSITIVE);
  // `damaged_or_wrong` says neither
  if (!YES.test(plain) && !/_or_/.test(plain)) {
    for (const [concept, bits] of reader.terms(/^[a-z]+(?:_[a-z]+)+$/.test(plain) ? spaced(plain) : plain)) {
      add(says, concept, bits);
      if (parent !== '') add(context, concept, bits);
    }
  }
  const verdict = v.fields.verdict.has(key) || YES.test(plain);
  const values = isId
    ? [{ value: { type: 'identifier', id: identifier(plain) } as const }]
    : valuesOf(key, plain, currency, reader);
  return statement(values, verdict ? undefined : `${spaced(key)} ${plain}`);
}

/** Four words with a verb or a full stop are a sentence. */
function isText(value: string, { vocabulary: v }: Reader): boolean {
  const words = value.toLowerCase().split(/\s+/);
  return words.length > 3 && (/[.!?]$/.test(value) || words.some(word => v.grammar.verbs.has(word)));
}

const RANGE = /^(\d{1,4}(?:\.\d{1,2})?)\s?[-–]\s?(\d{1,4}(?:\.\d{1,2})?)$/;

/** Types a value by its notation and by the words of its key: `total=64.10`, `window_days=30`, `weight_g=2400`. */
function valuesOf(key: string, text: string, currency: string, reader: Reader): Known[] {
  // `days=5-8`
  const [, least, most] = RANGE.exec(text) ?? [];
  if (least !== undefined && most !== undefined)
    return [least, most].flatMap(each => valuesOf(key, each, currency, reader));
  const { vocabulary: v, extract, normalise } = reader;
  const words = spaced(key).toLowerCase().split(' ');
  if (/^-?\d[\d.,]*$/.test(text)) {
    const amount = decimal(text.replace('-', ''));
    // `min_order` is no time
    const named = words[0] === 'min' ? words.slice(1) : words;
    // `ships_within_working_days`: two words before one
    const phrases = [...named.map((word, at) => `${word} ${named[at + 1]}`), ...named];
    const unit = phrases.map(phrase => v.units.get(phrase)).find(known => known !== undefined);
    const out: Value[] = [{ type: 'number', amount }];
    const priced = /^\d+\.\d\d$/.test(text) && currency !== '';
    const share = words.some(word => /^(?:percent|percentage|rate)$/.test(word));
    if ((priced || words.some(word => v.fields.money.has(word))) && !unit && !share)
      out.push({ type: 'money', amount, currencies: v.currencies.get(currency) ?? [] });
    if (share) out.push({ type: 'percent', amount });
    if (unit) {
      const size = Number(amount) * unit.size;
      out.push({ type: 'duration', base: unit.base, size });
      if (words.includes('since') || words.includes('ago')) out.push({ type: 'days_away', days: -size / 1440 });
    }
    return out.map(value => ({ value }));
  }
  // `out_for_delivery` is a code and names nothing
  const code = /^[a-z]+(?:_[a-z]+)*$/.test(text);
  const plain = normalise(code ? spaced(text) : text);
  if (code && !/\d/.test(plain)) return [];
  return extract(plain).map(({ value, start, end }) => ({
    value,
    ...(value.type === 'number' ? { beside: besideOf(plain, start, end) } : {})
  }));
}
