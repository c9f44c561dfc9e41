import createKnex, { type Knex } from 'knex';
import type { FieldType, Write } from '../../../core/store/index.js';
import { quoted } from '../dialect.js';
import { isWhole, type Plan } from '../plan.js';
import { elsewhere, grouped, offsets, textOf } from '../query-text.js';
import { type Table, typeIn, valuesOf } from '../table.js';

/** Builds texts and has no connection. */
const knex = createKnex({ client: 'sqlite3', useNullAsDefault: true });
/** Stands where a value is bound when the text is used. */
const LATER = 0;

/**
 * A real is kept as its JSON numeral: SQLite's own conversion between decimal text and doubles is off by one
 * bit now and then, both ways.
 */
function columnType(type: FieldType): string {
  return { text: 'text', json: 'text', real: 'text', integer: 'integer', boolean: 'integer' }[type];
}

/** One value: the rows as a JSON array of arrays. */
function write(table: Table, how: Write['how']): string {
  if (how === 'remove') return remove(table);
  const { name, fields, key } = table;
  const values = fields.map((_, i) => {
    const type = table.types[i];
    return type === 'json' ? `value->${i}` : type === 'real' ? `nullif(value->${i}, 'null')` : `value->>${i}`;
  });
  if (how === 'change') return change(table, values);
  const rows = knex.select(...values.map(value => knex.raw(value))).from(knex.raw('json_each(?)', [LATER]));
  const into = knex(knex.raw(`?? (${fields.map(() => '??').join(', ')})`, [name, ...fields]) as never);
  if (how === 'add') return textOf(into.insert(rows as never));
  // Keeps SQLite from reading `on` as part of a join. knex leaves what follows out where rows are selected.
  const inserted = into.insert(rows.whereRaw('true') as never);
  if (how === 'add-once') return textOf(knex.raw('? on conflict do nothing', [inserted] as never));
  const others = fields.filter(field => !key.includes(field));
  const keys = key.map(() => '??').join(', ');
  if (others.length === 0) return textOf(knex.raw(`? on conflict (${keys}) do nothing`, [inserted, ...key] as never));
  const changes = others.map(() => '?? = excluded.??').join(', ');
  const names = [...key, ...others.flatMap(field => [field, field])];
  const newer = how === 'put-newer' ? ' where excluded.version > coalesce(??, -1)' : '';
  const update = `? on conflict (${keys}) do update set ${changes}${newer}`;
  return textOf(knex.raw(update, [inserted, ...names, ...(newer === '' ? [] : [`${name}.version`])] as never));
}

/** One value: the rows as a JSON array of arrays. Answers a row for each record that was there in the version before. */
function change({ name, fields, key }: Table, values: readonly string[]): string {
  const given = (field: string) => values[fields.indexOf(field)]!;
  const set = fields.map(field => `?? = ${given(field)}`).join(', ');
  const same = key.map(field => `??.?? = ${given(field)}`).join(' and ');
  return textOf(
    knex.raw(
      `update ?? set ${set} from json_each(?) as given where ${same} and ifnull(??.version, 0) = ${given('version')} - 1 returning 1 as one`,
      [name, ...fields, LATER, ...key.flatMap(field => [name, field]), name]
    )
  );
}

/** One value: records as a JSON array of arrays, of which the key counts. */
function remove({ name, fields, key }: Table): string {
  const values = key.map(field => knex.raw(`value->>${fields.indexOf(field)}`));
  const gone = knex.select(...values).from(knex.raw('json_each(?)', [LATER]));
  return textOf(
    knex(name)
      .whereIn([...key], gone)
      .delete()
  );
}

/** Values: the limits of the plans that have one, then the askers' values. */
function read(plans: readonly Plan[]): string {
  const first = offsets(plans);
  const columns = plans.map((plan, i) => knex.raw('? as ??', [arrayOf(plan, first[i]!), `c${i}`]));
  return textOf(knex.select(...columns).from(knex.raw('json_each(?) as asked', [LATER])));
}

function arrayOf(plan: Plan, offset: number): Knex.QueryBuilder {
  const { table, countBy, limit } = plan;
  const whole = (field: string) => pair(table, field, field);
  const pairs =
    countBy?.map(group =>
      isWhole(group) ? pair(table, group.field, group.as, group.as) : knex.raw(`'${group.as}', ??`, [group.as])
    ) ?? table.fields.map(whole);
  if (countBy !== undefined) pairs.push(knex.raw(`'count', ??`, ['count']));
  const records = recordsOf(plan, offset);
  // A limit, even none, makes SQLite keep the order of the inner select.
  void (limit === undefined ? records.limit(-1, { skipBinding: true }) : records.limit(LATER));
  return knex.select(objectOf('json_group_array(json_object(', pairs, '))')).from(records as never);
}

function recordsOf({ table, where, order, countBy }: Plan, offset: number): Knex.QueryBuilder {
  const records = knex<Record<string, unknown>>(table.name) as Knex.QueryBuilder;
  const columns = countBy?.map(group =>
    knex.raw(`${grouped(group, `cast(${quoted(group.field)} as real)`)} as ??`, [group.as])
  );
  void records.select(...(columns ?? table.fields));
  if (countBy !== undefined) void records.count('* as count');
  for (const [i] of (countBy ?? []).entries()) void records.groupByRaw(String(i + 1));
  for (const { field, is, at, of } of where) {
    const value = offset + at;
    if (is === 'null') void records.whereNull(field);
    else if (of !== undefined) void records.whereRaw(`?? = ${elsewhere(of, value)}`, [field]);
    else if (typeIn(table, field) !== 'real') void records.whereRaw(`?? ${is} asked.value->>${value}`, [field]);
    else if (is === '=') void records.whereRaw(`?? = asked.value->${value}`, [field]);
    else void records.whereRaw(`cast(?? as real) ${is} cast(asked.value->>${value} as real)`, [field]);
  }
  if (order !== undefined) {
    const { by, direction } = order;
    const of = countBy === undefined ? by : countBy.find(group => group.as === by && isWhole(group))?.field;
    const real = of !== undefined && typeIn(table, of) === 'real';
    void records.orderByRaw(`${real ? 'cast(?? as real)' : '??'} ${direction}`, [by]);
    // Equal records follow in order of arrival, equal counts in order of their fields.
    if (countBy === undefined) void records.orderBy('_seq', direction);
    else void records.orderBy(countBy.flatMap(({ as }) => (as === by ? [] : [as])));
  }
  return records;
}

/** Values: the words, the filter's values, the limit. */
function search(table: Table, filter: readonly string[]): string {
  const index = `${table.name}_search`;
  const weights = table.search.map((_, i) => 2 ** (table.search.length - 1 - i)).join(', ');
  const pairs = table.fields.map(field => pair(table, field, `t.${field}`));
  const found = knex
    .select(objectOf('json_object(', pairs, ') as record'), knex.raw(`-bm25(??, ${weights}) as score`, [index]))
    .from(index)
    .join(`${table.name} as t`, 't._seq', `${index}.rowid`)
    .whereRaw('?? match ?', [index, LATER]);
  const wanted = filter.map((field, i) => {
    const value = typeIn(table, field) === 'real' ? `nullif(value->${i}, 'null')` : `value->>${i}`;
    return knex.raw(`?? is ${value}`, [`t.${field}`]);
  });
  const all = [knex.raw('true'), ...wanted];
  void found.whereRaw(`(select ${all.map(() => '?').join(' and ')} from (select ? as value))`, [
    ...all,
    LATER
  ] as never);
  return textOf(found.orderByRaw('score desc').orderBy('t._seq').limit(LATER));
}

/** Name and value of a field in a JSON object. */
function pair(table: Table, field: string, column: string, name = field): Knex.Raw {
  const type = typeIn(table, field);
  if (type === 'boolean')
    return knex.raw(`'${name}', json(case ?? when 1 then 'true' when 0 then 'false' end)`, [column]);
  return knex.raw(type === 'json' || type === 'real' ? `'${name}', json(??)` : `'${name}', ??`, [column]);
}

const objectOf = (before: string, pairs: readonly Knex.Raw[], after: string): Knex.Raw =>
  knex.raw(`${before}${pairs.map(() => '?').join(', ')}${after}`, pairs as never);

/** The texts of statements, for this kind of database. */
export const sqliteStatements = { columnType, rowOf: valuesOf, write, read, search };
