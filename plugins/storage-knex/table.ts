import type { Collection, FieldType, Row } from '../../core/store/index.js';

/** Tables of the migrations. */
const RESERVED = new Set(['schema_version', 'schema_migrations', 'schema_migrations_lock', 'schema_probe']);
const NAME = /^[a-z][a-z0-9_]{0,47}$/;

/** A collection as the dialects see it: fields in a fixed order, each known to exist. */
export interface Table {
  readonly name: string;
  readonly fields: readonly string[];
  readonly types: readonly FieldType[];
  readonly key: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly indexes: readonly (readonly string[])[];
  readonly search: readonly string[];
}

/** Checks a collection's names, which become part of SQL texts. Throws a `TypeError` naming what is wrong. */
export function tableOf(collection: Collection): Table {
  const { name, key, unique = [], indexes = [], search = [] } = collection;
  const fields = Object.keys(collection.fields);
  for (const text of [name, ...fields]) {
    if (!NAME.test(text)) throw new TypeError(`collection ${name}: '${text}' is not a lower-case name`);
  }
  for (const field of [...key, ...unique.flat(), ...indexes.flat(), ...search]) typeOf(collection, field);
  for (const field of search) {
    if (typeOf(collection, field) !== 'text') throw new TypeError(`${name}.${field} is searched but is no text`);
  }
  if (RESERVED.has(name)) throw new TypeError(`the collection name ${name} is taken`);
  if (key.length === 0) throw new TypeError(`collection ${name} has no key`);
  return { name, fields, types: Object.values(collection.fields), key, unique, indexes, search };
}

function typeOf(collection: Collection, field: string): FieldType {
  const type = Object.hasOwn(collection.fields, field) ? collection.fields[field] : undefined;
  if (type === undefined) throw new TypeError(`collection ${collection.name} has no field '${field}'`);
  return type;
}

export function typeIn(table: Table, field: string): FieldType {
  const type = table.types[table.fields.indexOf(field)];
  if (type === undefined) throw new TypeError(`collection ${table.name} has no field '${field}'`);
  return type;
}

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: value => typeof value === 'string',
  integer: value => Number.isSafeInteger(value),
  real: value => Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  json: () => true
};

/** A record's values in field order, missing ones as null. Throws as `fitting` does. */
export function valuesOf(table: Table, row: Row): unknown[] {
  fitting(table, row);
  const values: unknown[] = [];
  for (const field of table.fields) values.push((Object.hasOwn(row, field) ? row[field] : null) ?? null);
  return values;
}

/**
 * The record itself. Throws a `TypeError` for an unknown field, a value of another type and a key without a value; the message
 * names the field and never the value.
 */
export function fitting(table: Table, row: Row): Row {
  const { fields, types, key } = table;
  let present = 0;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    const given = Object.hasOwn(row, field);
    if (given) present++;
    const value = given ? row[field] : null;
    if (value === null || value === undefined) {
      if (key.includes(field)) throw new TypeError(`${table.name}.${field} is part of the key`);
    } else if (!FITS[types[i]!](value)) throw new TypeError(`${table.name}.${field} takes ${types[i]}`);
  }
  if (present !== Object.keys(row).length) {
    const unknown = Object.keys(row).filter(field => !fields.includes(field));
    throw new TypeError(`collection ${table.name} has no field '${unknown.join("', '")}'`);
  }
  return row;
}
