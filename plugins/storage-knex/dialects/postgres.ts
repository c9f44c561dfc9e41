import createKnex from 'knex';
import { codeOf, type Connection, type Dialect, type Failure, SILENT } from '../dialect.js';
import { postgresStatements } from './postgres-statements.js';

export interface PostgresOptions {
  readonly url: string;
  /** Host and database, for messages. */
  readonly place: string;
  readonly poolMax: number;
  readonly timeoutMs: number;
}

/** What a step of the schema may take, and whoever waits for it: an index over many records takes long. */
const SCHEMA_MS = 600_000;
/** Any number: it only has to be the same in all processes. */
const SCHEMA_LOCK = 6_253_841;

/** The server gives a statement up by itself; one that is not answered so much later will not be. */
const GRACE_MS = 500;
/** How long a connection says nothing before the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

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
    lockSchema: [`set local statement_timeout = ${SCHEMA_MS}`, `select pg_advisory_xact_lock(${SCHEMA_LOCK})`],
    // Whoever changes the schema holds this lock; nobody is less ready for that.
    probe:
      'update schema_migrations_lock set is_locked = is_locked where index in ' +
      '(select index from schema_migrations_lock for update skip locked)',
    listTables: 'select tablename as name from pg_tables where schemaname = current_schema()',
    connect: async () => {
      // knex would load it too, and say of a missing one only what it is called.
      await import('pg');
      return createKnex({
        client: 'pg',
        log: SILENT,
        connection: {
          connectionString: url,
          connectionTimeoutMillis: timeoutMs,
          statement_timeout: timeoutMs,
          keepAlive: true,
          keepAliveInitialDelayMillis: KEEP_ALIVE_MS
        },
        acquireConnectionTimeout: timeoutMs + GRACE_MS,
        pool: { min: 0, max: poolMax, createTimeoutMillis: timeoutMs + GRACE_MS }
      });
    },
    run,
    patienceMs: timeoutMs + GRACE_MS,
    discard,
    failure,
    ...postgresStatements,
    searchText: words => words.map(word => `'${word.normalize('NFD').replace(/\p{M}/gu, '')}'`).join(' | ')
  };
}

interface Driver {
  readonly connection: { readonly stream: { destroy(): void } };
  /** Where knex notes why a connection is not to be lent again. */
  __knex__disposed?: string;
  query(query: {
    name?: string;
    text: string;
    values?: readonly unknown[];
  }): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Without a farewell, for which it would wait for ever. */
function discard(connection: Connection): void {
  const driver = connection as Driver;
  driver.__knex__disposed = 'silent';
  driver.connection.stream.destroy();
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

const NO_ANSWER = 'its host does not answer';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host is unknown',
  ECONNRESET: 'the connection was lost',
  ETIMEDOUT: NO_ANSWER,
  '28P01': 'it refuses the credentials',
  '28000': 'it refuses the credentials',
  '3D000': 'it has no such database',
  '42501': 'it refuses the permission',
  '53300': 'it has too many connections',
  '53100': 'its disk is full',
  '57014': 'a statement took too long',
  '57P01': 'it is shutting down',
  '57P03': 'it is starting',
  '25006': 'it is read-only'
};

const SILENT_CODES: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

function failure(error: unknown): Failure {
  const code = codeOf(error);
  // A duplicate, or statements of two instances that wait for each other: seen again, it is another world.
  if (code === '23505' || code === '40P01') return { kind: 'conflict' };
  // Class 22 is about values, 54 about their size.
  if (/^(22|54)/.test(code)) return { kind: 'refused' };
  const silent = SILENT_CODES.has(code) || /^timeout expired$/.test((error as Error | null)?.message ?? '');
  return { kind: 'unavailable', reason: REASONS[code] ?? (silent ? NO_ANSWER : 'its driver reports an error'), silent };
}
