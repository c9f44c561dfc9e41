import pg from 'pg';
import { type Log, StartupError } from '../../../core/index.js';
import { ApiError } from '../../../core/http/index.js';
import type { Registered } from './registration.js';
import { RegistryFeed } from './registry-feed.js';
import type { Registry } from './registry.js';

/** The table and the channel. */
const NAME = 'bylaw_servers';
/** Any number: it only has to be the same in all processes. */
const SCHEMA_LOCK = 6_253_842;
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;

interface Row {
  readonly name: string;
  readonly registration: Omit<Registered, 'name' | 'registered_at'>;
  readonly registered_at: Date;
}

const registeredOf = ({ name, registration, registered_at }: Row): Registered => ({
  ...registration,
  name,
  registered_at: registered_at.toISOString()
});

/**
 * A registry that several instances share. Changes are told through `LISTEN`/`NOTIFY`, and read again from time to time for
 * what was not heard. Throws a `StartupError` when the database cannot be used.
 */
export async function postgresRegistry(url: string, log: Log): Promise<Registry> {
  const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS, statement_timeout: STATEMENT_MS };
  const pool = new pg.Pool({ ...settings, max: 4 });
  // A connection that is lost while idle is replaced by the next statement.
  pool.on('error', () => {});
  try {
    await createTable(pool);
  } catch (error) {
    await pool.end();
    const message = `MCP_REGISTRY_URL cannot be used (${codeOf(error)}); check the address and the database`;
    throw new StartupError([{ code: 'registry_unavailable', message }]);
  }
  const all = async () =>
    (await pool.query<Row>(`select * from ${NAME} order by registered_at, name`)).rows.map(registeredOf);
  const feed = new RegistryFeed({ connect: () => listening(settings), read: all, log });

  return {
    async put({ name, ...registration }) {
      const { rows } = await changing(
        pool.query<Row & { readonly created: boolean }>(
          `with kept as (
             insert into ${NAME} (name, registration) values ($1, $2)
             on conflict (name) do update set registration = excluded.registration
             returning *, (xmax = 0) as created)
           select kept.*, pg_notify('${NAME}', '') from kept`,
          [name, registration]
        )
      );
      const registered = registeredOf(rows[0]!);
      feed.know(registered);
      return { registered, created: rows[0]!.created };
    },
    async remove(name) {
      const { rowCount } = await changing(
        pool.query(
          `with gone as (delete from ${NAME} where name = $1 returning name)
           select pg_notify('${NAME}', '') from gone`,
          [name]
        )
      );
      feed.forget(name);
      return rowCount === 1;
    },
    async list() {
      const found = await all();
      found.forEach(registered => feed.know(registered));
      return found;
    },
    watch: onChange => feed.start(onChange),
    get trouble() {
      return feed.trouble;
    },
    async close() {
      await feed.stop();
      await pool.end();
    }
  };
}

async function createTable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(${SCHEMA_LOCK})`);
    await client.query(
      `create table if not exists ${NAME} (
         name text primary key, registration jsonb not null, registered_at timestamptz not null default now())`
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function listening(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(settings);
  // Whoever waits for the connection learns of its loss from its end.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`listen ${NAME}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Nothing is acknowledged that the others could not be told. */
async function changing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new ApiError(503, 'service_unavailable', 'The registry cannot be reached; nothing was changed. Try again.');
  }
}

const codeOf = (error: unknown) => (error as { readonly code?: string }).code ?? (error as Error).name;
