import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import createKnex, { type Knex } from 'knex';
import { type FieldType, StoreUnavailable, type Write } from '../../../core/store/index.js';
import { codeOf, type Dialect, type Failure, list, quoted, SILENT } from '../dialect.js';
import { grouped, offsets, sorted } from '../query-text.js';
import type { Plan } from '../plan.js';
import { type Table, typeIn } from '../table.js';
import { searchTable, searchTriggers } from './sqlite-search.js';
import { finalize, runCached } from './sqlite-statements.js';

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** `full` survives a power cut, `normal` a killed process. */
  readonly synchronous: 'full' | 'normal';
  readonly busyMs: number;
}

/** Three connections: one commits while two read. More only makes them wait for the same two threads. */
const CONNECTIONS = 3;

/** SQLite through knex's pool: WAL, one writing connection at a time, full text by FTS5. */
export function sqliteDialect({ file, synchronous, busyMs }: SqliteOptions): Dialect {
  const memory = file === ':memory:';
  return {
    name: 'sqlite',
    singleWriter: true,
    rowByRow: true,
    place: file,
    readers: memory ? 1 : CONNECTIONS - 1,
    begin: 'begin immediate',
    sequence: 'integer primary key',
    lockSchema: undefined,
    lock: undefined,
    listTables: `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    connect: () => connect(file, synchronous, busyMs),
    run: runCached,
    forget: finalize,
    failure,
    columnType: storedAs,
    createSearch: table => [searchTable(table), ...searchTriggers(table)],
    insert,
    read,
    search,
    searchText: words => words.map(quoted).join(' OR ')
  };
}

async function connect(file: string, synchronous: string, busyMs: number): Promise<Knex> {
  const memory = file === ':memory:';
  if (!memory) {
    await makeFile(file).catch(() => {
      throw new StoreUnavailable('its file cannot be opened');
    });
  }
  const pragmas =
    `pragma busy_timeout = ${busyMs}; pragma journal_mode = wal; pragma synchronous = ${synchronous};` +
    'pragma temp_store = memory; pragma cache_size = -16000;';
  const size = memory ? 1 : CONNECTIONS;
  return createKnex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    log: SILENT,
    acquireConnectionTimeout: 2 * busyMs,
    pool: {
      min: size,
      max: size,
      afterCreate: (
        connection: { exec(sql: string, done: (error: unknown) => void): void },
        done: (e: unknown, c: unknown) => void
      ) => connection.exec(pragmas, error => done(error, connection))
    }
  });
}

/** The records are of customers: a new file is for its owner's eyes, and SQLite gives its side files the same mode. */
async function makeFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await (await open(file, 'a', 0o600)).close();
}

/**
 * A real is kept as its JSON numeral: SQLite's own conversion between decimal text and doubles is off by one
 * bit now and then, both ways.
 */
function storedAs(type: FieldType): string {
  return { text: 'text', json: 'text', real: 'text', integer: 'integer', boolean: 'integer' }[type];
}

function insert(table: Table, how: Write['how']): string {
  const values = table.fields.map((_, i) => {
    const type = table.types[i];
    return type === 'json' ? `value->${i}` : type === 'real' ? `nullif(value->${i}, 'null')` : `value->>${i}`;
  });
  const into = `insert into ${quoted(table.name)} (${list(table.fields)}) select ${values.join(', ')} from json_each(?)`;
  if (how === 'add') return into;
  // `where true` keeps the parser from reading `on` as part of a join.
  if (how === 'add-once') return `${into} where true on conflict do nothing`;
  const others = table.fields.filter(field => !table.key.includes(field)).map(quoted);
  const change = others.length === 0 ? 'nothing' : `update set ${others.map(f => `${f} = excluded.${f}`).join(', ')}`;
  return `${into} where true on conflict (${list(table.key)}) do ${change}`;
}

function read(plans: readonly Plan[]): string {
  const first = offsets(plans);
  const columns = plans.map((plan, i) => `(${recordsOf(plan, first[i]!)}) as c${i}`);
  return `select ${columns.join(', ')} from json_each(?) as asked`;
}

function recordsOf(plan: Plan, offset: number): string {
  const { table, countBy } = plan;
  const fields = countBy ?? table.fields;
  const conditions = plan.where.map(({ field, is }, i) => {
    if (is === 'null') return `${quoted(field)} is null`;
    const value = offset + i;
    if (typeIn(table, field) !== 'real') return `${quoted(field)} ${is} asked.value->>${value}`;
    if (is === '=') return `${quoted(field)} = asked.value->${value}`;
    return `${comparable(table, field)} ${is} cast(asked.value->>${value} as real)`;
  });
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const pairs = fields.map(field => pair(table, field, quoted(field)));
  if (countBy !== undefined) pairs.push(`'count', "count"`);
  const selected = countBy === undefined ? list(fields) : [...fields.map(quoted), 'count(*) as "count"'].join(', ');
  const sort = sorted(plan, field => comparable(table, field), '');
  // A limit, even none (-1), makes SQLite keep the order of the inner select.
  const limit = plan.limit === undefined ? '-1' : '?';
  return (
    `select json_group_array(json_object(${pairs.join(', ')})) from ` +
    `(select ${selected} from ${quoted(table.name)}${where}${grouped(plan)}${sort} limit ${limit})`
  );
}

function comparable(table: Table, field: string): string {
  return typeIn(table, field) === 'real' ? `cast(${quoted(field)} as real)` : quoted(field);
}

function pair(table: Table, field: string, column: string): string {
  const type = typeIn(table, field);
  if (type === 'boolean') return `'${field}', json(case ${column} when 1 then 'true' when 0 then 'false' end)`;
  return `'${field}', ${type === 'json' || type === 'real' ? `json(${column})` : column}`;
}

function search(table: Table, filter: readonly string[]): string {
  const index = `${table.name}_search`;
  const weights = table.search.map((_, i) => 2 ** (table.search.length - 1 - i)).join(', ');
  const record = table.fields.map(field => pair(table, field, `t.${quoted(field)}`)).join(', ');
  const conditions = filter.map((field, i) => {
    const value = typeIn(table, field) === 'real' ? `nullif(?2->${i}, 'null')` : `?2->>${i}`;
    return ` and t.${quoted(field)} is ${value}`;
  });
  return (
    `select json_object(${record}) as record, -bm25(${index}, ${weights}) as score ` +
    `from ${index} join ${quoted(table.name)} t on t._seq = ${index}.rowid ` +
    `where ${index} match ?1${conditions.join('')} order by score desc, t._seq limit ?3`
  );
}

const REASONS: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another process holds its lock',
  SQLITE_LOCKED: 'another connection holds its lock',
  SQLITE_FULL: 'the disk is full',
  SQLITE_IOERR: 'the disk reports an error',
  SQLITE_CANTOPEN: 'its file cannot be opened',
  SQLITE_READONLY: 'its file is read-only',
  SQLITE_NOTADB: 'its file is not a SQLite database',
  SQLITE_CORRUPT: 'its file is damaged',
  SQLITE_NOMEM: 'memory is exhausted',
  SQLITE_MISUSE: 'its connection is closed'
};

function failure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'SQLITE_CONSTRAINT') return { kind: 'conflict' };
  // JSON nested more than a thousand deep, or larger than a gigabyte.
  if (code === 'SQLITE_TOOBIG' || /malformed JSON/.test(String(error))) return { kind: 'refused' };
  return { kind: 'unavailable', reason: REASONS[code] ?? 'its driver reports an error' };
}
