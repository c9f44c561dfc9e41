import createKnex from 'knex';
import type { FieldType, Write } from '../../../core/store/index.js';
import { codeOf, type Connection, type Dialect, type Failure, list, quoted, SILENT } from '../dialect.js';
import type { Plan } from '../plan.js';
import { grouped, offsets, sorted } from '../query-text.js';
import { type Table, typeIn } from '../table.js';

export interface PostgresOptions {
  readonly url: string;
  /** Host and database, for messages. */
  readonly place: string;
  readonly poolMax: number;
  readonly timeoutMs: number;
}

/** Any number: it only has to be the same in all processes. */
const SCHEMA_LOCK = 6_253_841;

/** PostgreSQL through knex's pool; statements are kept by the server, by name. */
export function postgresDialect({ url, place, poolMax, timeoutMs }: PostgresOptions): Dialect {
  return {
    name: 'postgres',
    singleWriter: false,
    rowByRow: false,
    place,
    readers: Math.max(1, Math.min(4, poolMax - 1)),
    begin: 'begin',
    sequence: 'bigint generated always as identity',
    lockSchema: `select pg_advisory_xact_lock(${SCHEMA_LOCK})`,
    listTables: 'select tablename as name from pg_tables where schemaname = current_schema()',
    lock: {
      take: 'select pg_advisory_lock(hashtextextended($1, 0))',
      give: 'select pg_advisory_unlock(hashtextextended($1, 0))'
    },
    connect: async purpose =>
      createKnex({
        client: 'pg',
        log: SILENT,
        connection: {
          connectionString: url,
          connectionTimeoutMillis: timeoutMs,
          statement_timeout: purpose === 'locks' ? 0 : timeoutMs
        },
        acquireConnectionTimeout: 2 * timeoutMs,
        pool: { min: 0, max: poolMax }
      }),
    run,
    forget: async () => {},
    failure,
    columnType,
    createSearch,
    insert,
    read,
    search,
    searchText: words => words.map(word => `'${word.normalize('NFD').replace(/\p{M}/gu, '')}'`).join(' | ')
  };
}

interface Driver {
  query(query: {
    name?: string;
    text: string;
    values?: readonly unknown[];
  }): Promise<{ rows: Record<string, unknown>[] }>;
}

const names = new Map<string, string>();

async function run(
  connection: Connection,
  text: string,
  values: readonly unknown[]
): Promise<Record<string, unknown>[]> {
  if (values.length === 0) return (await (connection as Driver).query({ text })).rows;
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${names.size}`));
  return (await (connection as Driver).query({ name, text, values })).rows;
}

/** Compared byte by byte, as in SQLite, so that answers do not depend on the server's language. */
function columnType(type: FieldType): string {
  return { text: 'text collate "C"', json: 'json', real: 'double precision', integer: 'bigint', boolean: 'boolean' }[
    type
  ];
}

function cast(type: FieldType): string {
  return type === 'text' ? 'text' : columnType(type);
}

/** Without diacritics, as SQLite's index has it. The extension that does this is not on every server. */
const bare = (column: string) => `regexp_replace(normalize(coalesce(${column}, ''), NFD), '[\u0300-\u036F]', '', 'g')`;

function createSearch(table: Table): readonly string[] {
  const weighted = table.search.map(
    (field, i) => `setweight(to_tsvector('english', ${bare(quoted(field))}), '${'ABCD'[Math.min(i, 3)]}')`
  );
  return [
    `alter table ${quoted(table.name)} add column _words tsvector generated always as (${weighted.join(' || ')}) stored`,
    `create index ${table.name}_search on ${quoted(table.name)} using gin (_words)`
  ];
}

function insert(table: Table, how: Write['how']): string {
  const values = table.fields.map((field, i) => {
    const type = table.types[i]!;
    return `${type === 'json' ? `value->${i}` : `(value->>${i})::${cast(type)}`} as ${quoted(field)}`;
  });
  const rows = `select ${values.join(', ')}, _n from json_array_elements($1::json) with ordinality as given(value, _n)`;
  const into = (from: string) =>
    `insert into ${quoted(table.name)} (${list(table.fields)}) select ${list(table.fields)} from (${from}) as rows order by _n`;
  if (how === 'add') return into(rows);
  if (how === 'add-once') return `${into(rows)} on conflict do nothing`;
  // One statement may change a record only once: of several rows with one key the last counts.
  const last = `select distinct on (${list(table.key)}) * from (${rows}) as all_rows order by ${list(table.key)}, _n desc`;
  const others = table.fields.filter(field => !table.key.includes(field)).map(quoted);
  const change = others.length === 0 ? 'nothing' : `update set ${others.map(f => `${f} = excluded.${f}`).join(', ')}`;
  return `${into(last)} on conflict (${list(table.key)}) do ${change}`;
}

function read(plans: readonly Plan[]): string {
  const first = offsets(plans);
  let limits = 0;
  const columns = plans.map((plan, i) => {
    const limit = plan.limit === undefined ? '' : ` limit $${++limits}::bigint`;
    return `(select coalesce(json_agg(r), '[]')::text from (${recordsOf(plan, first[i]!)}${limit}) as r) as c${i}`;
  });
  const asked = `json_array_elements($${limits + 1}::json) with ordinality as asked(value, _n)`;
  return `select ${columns.join(', ')} from ${asked} order by _n`;
}

function recordsOf(plan: Plan, offset: number): string {
  const { table, where, order, countBy } = plan;
  const conditions = where.map(({ field, is }, i) => {
    if (is === 'null') return `${quoted(field)} is null`;
    return `${quoted(field)} ${is} (asked.value->>${offset + i})::${cast(typeIn(table, field))}`;
  });
  const selected =
    countBy === undefined ? list(table.fields) : [...countBy.map(quoted), 'count(*) as "count"'].join(', ');
  // As in SQLite, no value sorts below every value.
  const nulls = order?.direction === 'asc' ? ' nulls first' : ' nulls last';
  const filter = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `select ${selected} from ${quoted(table.name)}${filter}${grouped(plan)}${sorted(plan, quoted, nulls)}`;
}

function search(table: Table, filter: readonly string[]): string {
  const conditions = filter.map((field, i) => {
    return ` and ${quoted(field)} is not distinct from ($2::json->>${i})::${cast(typeIn(table, field))}`;
  });
  const name = quoted(table.name);
  // Without a filter nothing else would tell the server the type of $2.
  const filtered = `$2::json is not null${conditions.join('')}`;
  return (
    `select row_to_json(_record)::text as record, _score as score from (` +
    `select ts_rank(_words, _query) as _score, ${name}.* from ${name}, to_tsquery('english', $1) as _query ` +
    `where _words @@ _query and ${filtered} order by 1 desc, _seq limit $3::bigint) as _found, ` +
    `lateral (select ${table.fields.map(field => `_found.${quoted(field)}`).join(', ')}) as _record order by _score desc, _seq`
  );
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host is unknown',
  ECONNRESET: 'the connection was lost',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'it refuses the credentials',
  '28000': 'it refuses the credentials',
  '3D000': 'it has no such database',
  '42501': 'it refuses the permission',
  '53300': 'it has too many connections',
  '53100': 'its disk is full',
  '57014': 'a statement took too long',
  '57P01': 'it is shutting down',
  '57P03': 'it is starting',
  '40P01': 'it met a deadlock',
  '25006': 'it is read-only'
};

function failure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === '23505') return { kind: 'conflict' };
  // Class 22 is about values, 54 about their size.
  if (/^(22|54)/.test(code)) return { kind: 'refused' };
  return { kind: 'unavailable', reason: REASONS[code] ?? 'its driver reports an error' };
}
