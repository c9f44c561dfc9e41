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
    lockSchema: [`select pg_advisory_xact_lock(${SCHEMA_LOCK})`],
    listTables: 'select tablename as name from pg_tables where schemaname = current_schema()',
    lock: {
      take: 'select pg_advisory_lock(hashtextextended($1, 0))',
      give: 'select pg_advisory_unlock(hashtextextended($1, 0))'
    },
    connect: async purpose => {
      // knex would load it too, and say of a missing one only what it is called.
      await import('pg');
      return createKnex({
        client: 'pg',
        log: SILENT,
        connection: {
          connectionString: url,
          connectionTimeoutMillis: timeoutMs,
          statement_timeout: purpose === 'locks' ? 0 : timeoutMs
        },
        acquireConnectionTimeout: 2 * timeoutMs,
        pool: { min: 0, max: poolMax }
      });
    },
    run,
    forget: async () => {},
    failure,
    ...postgresStatements,
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
