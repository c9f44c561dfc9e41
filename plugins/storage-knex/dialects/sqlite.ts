import { type Stats, statSync } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import createKnex, { type Knex } from 'knex';
import { StoreUnavailable } from '../../../core/store/index.js';
import { codeOf, type Dialect, type Failure, quoted, SILENT } from '../dialect.js';
import { searchTable, searchTriggers } from './sqlite-search.js';
import { sqliteStatements } from './sqlite-statements.js';
import { finalize, runCached } from './sqlite-prepared.js';

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** `full` survives a power cut, `normal` a killed process. */
  readonly synchronous: 'full' | 'normal';
  readonly busyMs: number;
}

/** Three connections: one commits while two read. More only makes them wait for the same two threads. */
const CONNECTIONS = 3;

/** Written to find out whether there is room for a message. */
const PROBE = 'schema_probe';
const PROBE_BYTES = 65_536;

/** SQLite through knex's pool: WAL, one writing connection at a time, full text by FTS5. */
export function sqliteDialect({ file, synchronous, busyMs }: SqliteOptions): Dialect {
  const memory = file === ':memory:';
  let opened: Stats | undefined;
  return {
    name: 'sqlite',
    singleWriter: true,
    rowByRow: true,
    place: file,
    readers: memory ? 1 : CONNECTIONS - 1,
    begin: 'begin immediate',
    sequence: 'integer primary key',
    // knex begins a transaction that reads; writing something makes it the one that may write.
    lockSchema: [
      'create table if not exists schema_lock (held integer)',
      'drop table schema_lock',
      `create table if not exists ${PROBE} (id integer primary key, filler blob)`
    ],
    listTables: `select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> '${PROBE}'`,
    // What is the same as before would not be written.
    probe: `insert or replace into ${PROBE} values (1, randomblob(${PROBE_BYTES}))`,
    demandIntact() {
      const found = memory ? undefined : statSync(file, { throwIfNoEntry: false });
      if (found?.ino !== opened?.ino || found?.dev !== opened?.dev)
        throw new StoreUnavailable('its file was deleted or replaced; a restart opens what is there now');
    },
    async connect() {
      if (!memory) opened = await makeFile(file);
      return connect(file, synchronous, busyMs);
    },
    run: runCached,
    patienceMs: undefined,
    forget: finalize,
    // Connections that close at once each take another for the last one, and what was erased would stay in the log beside the file.
    closing: 'pragma wal_checkpoint(truncate)',
    failure,
    ...sqliteStatements,
    createSearch: table => [searchTable(table), ...searchTriggers(table)],
    searchText: words => words.map(quoted).join(' OR ')
  };
}

function connect(file: string, synchronous: string, busyMs: number): Knex {
  const pragmas =
    `pragma busy_timeout = ${busyMs}; pragma journal_mode = wal; pragma synchronous = ${synchronous};` +
    // What is erased is overwritten, not only forgotten.
    'pragma temp_store = memory; pragma cache_size = -16000; pragma secure_delete = on;';
  const size = file === ':memory:' ? 1 : CONNECTIONS;
  return createKnex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    log: SILENT,
    acquireConnectionTimeout: 2 * busyMs,
    pool: {
      min: size,
      max: size,
      afterCreate: (connection: Opened, done: (error: unknown, connection: Opened) => void) =>
        void settle(connection, pragmas, busyMs).then(error => done(error, connection))
    }
  });
}

interface Opened {
  exec(sql: string, done: (error: unknown) => void): void;
}

/** Who turns a new file to WAL is told at once that another does the same: `busy_timeout` does not wait there. */
async function settle(connection: Opened, pragmas: string, busyMs: number): Promise<unknown> {
  for (const end = Date.now() + busyMs; ;) {
    const error = await new Promise<unknown>(done => connection.exec(pragmas, done));
    if (codeOf(error) !== 'SQLITE_BUSY' || Date.now() >= end) return error;
    await setTimeout(5 + 45 * Math.random());
  }
}

/** The records are of customers: a new file is for its owner's eyes, and SQLite gives its side files the same mode. */
async function makeFile(file: string): Promise<Stats> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await (await open(file, 'a', 0o600)).close();
    return await stat(file);
  } catch {
    throw new StoreUnavailable('its file cannot be opened');
  }
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
