import { isObject } from '../../../core/index.js';
import { formatMoney, parseMoney } from '../../../core/money/index.js';
import { MONEY } from '../kinds/seed-patterns.js';
import { MOMENT } from '../records/record-schemas.js';
import type { MappedField } from './mapping-kind.js';

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
}

/** Every field a record can have, by its path; those of lines are `lines.<field>`. */
export function fieldsOf(schema: object): ReadonlyMap<string, FieldSchema> {
  const found = new Map<string, FieldSchema>();
  const visit = ({ properties = {} }: FieldSchema, before: string) => {
    for (const [name, field] of Object.entries(properties)) {
      const path = `${before}${name}`;
      if (path === 'lines' && field.items !== undefined) visit(field.items, 'lines.');
      else if (name === 'attributes') visit(field, `${path}.`);
      else found.set(path, field);
    }
  };
  visit(schema, '');
  return found;
}

const NUMBER = /^-?[0-9]+(?:[.][0-9]+)?$/;
const TRUTH: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false
};
const WHEN =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?))? ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?$/;

/** The value that a cell gives a field; undefined where it is empty. What does not fit stays text, for the door to refuse. */
export function valueOf(cell: string, schema: FieldSchema, from: MappedField): unknown {
  const { before = '', without, words, separator = '|' } = from;
  const bare = (without === undefined ? cell : cell.replaceAll(without, '')).trim();
  if (bare === '') return undefined;
  const text = before + (words === undefined ? bare : (words[bare] ?? bare));
  const types = [schema.type ?? []].flat();
  if (types.includes('array') && schema.items?.properties === undefined)
    return text
      .split(separator)
      .map(item => item.trim())
      .filter(item => item !== '');
  if (types.includes('array')) return jsonOr(text);
  if (types.includes('boolean')) return TRUTH[text.toLowerCase()] ?? text;
  if (types.includes('integer') || types.includes('number')) return NUMBER.test(text) ? Number(text) : text;
  if (schema.pattern === MONEY) {
    const amount = parseMoney(text);
    // Rounding would make an amount that nobody charged.
    return amount === undefined || !amount.eq(formatMoney(amount)) ? text : formatMoney(amount);
  }
  return schema.pattern === MOMENT.pattern ? momentOf(text) : text;
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** In UTC where the export names no zone; a day is its first moment. */
function momentOf(text: string): string {
  const [, day, time = '00:00', zone = 'Z'] = WHEN.exec(text) ?? [];
  if (day === undefined) return text;
  return `${day}T${time}${/^[+-][0-9]{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.replace('UTC', 'Z')}`;
}

/** Sets `attributes.tier` or `status` on a record. */
export function setField(record: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (second === undefined) record[first] = value;
  else {
    const inner = isObject(record[first]) ? (record[first] as Record<string, unknown>) : {};
    record[first] = { ...inner, [second]: value };
  }
}
