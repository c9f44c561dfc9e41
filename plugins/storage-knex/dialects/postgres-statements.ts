import createKnex, { type Knex } from 'knex';
import type { FieldType, Write } from '../../../core/store/index.js';
import type { Plan } from '../plan.js';
import { quoted } from '../dialect.js';
import { elsewhere, grouped, offsets, textOf } from '../query-text.js';
import { fitting, type Table, typeIn } from '../table.js';

/** Builds texts and has no connection. */
const knex = createKnex({ client: 'pg' });
/** Stands where a value is bound when the text is used. */
const LATER = 0;

/** Compared byte by byte, as in SQLite, so that answers do not depend on the server's language. */
function columnType(type: FieldType): string {
  return { text: 'text collate "C"', json: 'json', real: 'double precision', integer: 'bigint', boolean: 'boolean' }[
    type
  ];
}

const cast = (type: FieldType) => (type === 'text' ? 'text' : columnType(type));

/** Without diacritics, as SQLite's index has it. The extension that does this is not on every server. */
const BARE = `regexp_replace(normalize(coalesce(??, ''), NFD), '[\u0300-\u036F]', '', 'g')`;

function createSearch(table: Table): readonly string[] {
  const weighted = table.search.map((field, i) =>
    knex.raw(`setweight(to_tsvector('english', ${BARE}), '${'ABCD'[Math.min(i, 3)]}')`, [field]).toQuery()
  );
  return [
    knex
      .raw(`alter table ?? add column _words tsvector generated always as (${weighted.join(' || ')}) stored`, [
        table.name
      ])
      .toQuery(),
    knex.raw('create index ?? on ?? using gin (_words)', [`${table.name}_search`, table.name]).toQuery()
  ];
}

/**
 * One value, rows as a JSON array of objects: a record is read once for all its fields, where a path into it would read all of
 * it for each.
 */
function write(table: Table, how: Write['how']): string {
  if (how === 'remove') return remove(table);
  const { name, fields, key } = table;
  const rows = knex.select<Knex.QueryBuilder>(...fields, '_n').from(given(table, fields));
  // One statement may change a record only once: of several rows with one key the last counts, or the newest.
  const newest =
    how === 'put-newer'
      ? [{ column: 'version', order: 'desc' as const }, { column: '_n' }]
      : [{ column: '_n', order: 'desc' as const }];
  const last = () =>
    knex
      .select<Knex.QueryBuilder>('*')
      .distinctOn([...key])
      .from(rows.as('all_rows'))
      .orderBy([...key.map(column => ({ column })), ...newest]);
  const from = (how.startsWith('put') ? last() : rows).as('rows');
  if (how === 'change') return change(table, from);
  const into = knex(knex.raw(`?? (${fields.map(() => '??').join(', ')})`, [name, ...fields]) as never);
  const inserted = into.insert(
    knex
      .select(...fields)
      .from(from)
      .orderBy('_n') as never
  );
  if (how === 'add') return textOf(inserted);
  const others = fields.filter(field => !key.includes(field));
  if (how === 'add-once') return textOf(inserted.onConflict().ignore());
  const conflict = inserted.onConflict([...key] as never);
  if (others.length === 0) return textOf(conflict.ignore());
  const merged = conflict.merge(others as never);
  return textOf(
    how === 'put-newer' ? merged.whereRaw('excluded.version > coalesce(??, -1)', [`${name}.version`]) : merged
  );
}

/** The given rows with these fields, and `_n`, their place. */
function given(table: Table, fields: readonly string[]): Knex.Raw {
  const typed = fields.map(field => `?? ${cast(typeIn(table, field))}`).join(', ');
  const named = fields.map(() => '??').join(', ');
  const rows = `rows from (json_to_recordset(?::json) as (${typed})) with ordinality as given(${named}, _n)`;
  return knex.raw(rows, [LATER, ...fields, ...fields]);
}

/** From rows of the table's fields. Answers a row for each record that was there in the version before. */
function change({ name, fields, key }: Table, rows: Knex.QueryBuilder): string {
  const set = fields.map(() => '?? = rows.??').join(', ');
  const same = key.map(() => '??.?? = rows.??').join(' and ');
  return textOf(
    knex.raw(
      `update ?? set ${set} from ? where ${same} and coalesce(??.version, 0) = rows.version - 1 returning 1 as one`,
      [
        name,
        ...fields.flatMap(field => [field, field]),
        rows,
        ...key.flatMap(field => [name, field, field]),
        name
      ] as never
    )
  );
}

/** One value: records as a JSON array of objects, of which the key counts. */
function remove(table: Table): string {
  const { name, key } = table;
  const gone = knex.select(...key).from(given(table, key));
  return textOf(
    knex(name)
      .whereIn([...key], gone)
      .delete()
  );
}

/** A division by nothing, where a change found fewer records than it should, takes everything back. */
function together(parts: readonly { readonly table: Table; readonly how: Write['how'] }[]): string {
  const writes = parts.map(({ table, how }, i) => `w${i} as (${write(table, how).replace('$1', `$${i + 1}`)})`);
  const changes = [...parts.keys()].filter(i => parts[i]!.how === 'change');
  const checks = changes.map((part, i) => `1 / ((select count(*) from w${part}) = $${parts.length + i + 1}::int)::int`);
  return `with ${writes.join(', ')} select ${checks.join(', ')}`;
}

/** Values: the limits of the plans that have one, then the askers' values. */
function read(plans: readonly Plan[]): string {
  const first = offsets(plans);
  const columns = plans.map((plan, i) =>
    knex.raw(`(select coalesce(json_agg(r), '[]')::text from ? as r) as ??`, [recordsOf(plan, first[i]!), `c${i}`])
  );
  const asked = knex.raw('json_array_elements(?::json) with ordinality as asked(value, _n)', [LATER]);
  return textOf(
    knex
      .select(...columns)
      .from(asked)
      .orderBy('_n')
  );
}

function recordsOf({ table, where, order, countBy, limit }: Plan, offset: number): Knex.QueryBuilder {
  const records = knex<Record<string, unknown>>(table.name) as Knex.QueryBuilder;
  const columns = countBy?.map(group => knex.raw(`${grouped(group, quoted(group.field))} as ??`, [group.as]));
  void records.select(...(columns ?? table.fields));
  if (countBy !== undefined) void records.count('* as count');
  for (const [i] of (countBy ?? []).entries()) void records.groupByRaw(String(i + 1));
  for (const { field, is, at, of } of where) {
    if (is === 'null') void records.whereNull(field);
    else if (of !== undefined) void records.whereRaw(`?? = ${elsewhere(of, offset + at)}`, [field]);
    else void records.whereRaw(`?? ${is} (asked.value->>${offset + at})::${cast(typeIn(table, field))}`, [field]);
  }
  if (order !== undefined) {
    // As in SQLite, no value sorts below every value; equal records follow in order of arrival.
    const nulls = order.direction === 'asc' ? ('first' as const) : ('last' as const);
    const ties =
      countBy === undefined
        ? [{ column: '_seq', order: order.direction }]
        : countBy.flatMap(({ as }) => (as === order.by ? [] : [{ column: as }]));
    void records.orderBy([{ column: order.by, order: order.direction, nulls }, ...ties]);
  }
  return limit === undefined ? records : records.limit(LATER);
}

/** Values: the words, the filter's values, the limit. */
function search(table: Table, filter: readonly string[]): string {
  const found = knex
    .select(knex.raw('ts_rank(_words, _query) as _score'), `${table.name}.*`)
    .from(
      knex.raw(`??, to_tsquery('english', ?) as _query, (select ?::json as wanted) as filter`, [table.name, '', ''])
    )
    .whereRaw('_words @@ _query')
    .orderBy([{ column: '_score', order: 'desc' }, { column: '_seq' }])
    .limit(LATER);
  for (const [i, field] of filter.entries())
    void found.whereRaw(`?? is not distinct from (filter.wanted->>${i})::${cast(typeIn(table, field))}`, [field]);
  const record = knex.select(...table.fields.map(field => `_found.${field}`));
  return textOf(
    knex
      .select(knex.raw('row_to_json(_record)::text as record'), '_score as score')
      .from(found.as('_found'))
      .joinRaw('cross join lateral ? as _record', [record] as never)
      .orderBy([{ column: '_score', order: 'desc' }, { column: '_seq' }])
  );
}

/** The texts of statements, for this kind of database. */
export const postgresStatements = { columnType, rowOf: fitting, createSearch, write, together, read, search };
