import pg from 'pg';
import { ApiError } from '../../../core/http/index.js';
import { type Log, StartupError } from '../../../core/index.js';
import { type Row, type Store, type StoreOpener, StoreUnavailable } from '../../../core/store/index.js';
import { SERVER_STATES } from '../policy/tool-servers.js';
import type { Registered } from './registration.js';
import { CHANNEL, RegistryFeed } from './registry-feed.js';
import { changed, type Registry } from './registry.js';

const SERVERS = {
  name: 'tool_servers',
  fields: { name: 'text', registered_at: 'text', state: 'text', owner: 'text', registration: 'json', pins: 'json' },
  key: ['name']
} as const;
const SCHEMA = { name: 'orchestrator', steps: [{ version: 1, title: 'registry', collections: [SERVERS] }] };
/** Changes are made one after the other: they are few, and each looks at what is there. */
const LOCK = 'registry';
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;

/** A registry in a database: SQLite for one instance that survives a restart, PostgreSQL for several that share it. */
export async function storedRegistry(url: string, openers: readonly StoreOpener[], log: Log): Promise<Registry> {
  const store = await opened(url, openers);
  const byName = store.prepare({ from: SERVERS.name, where: { name: { is: '=', param: 'name' } } });
  const everything = store.prepare({ from: SERVERS.name, order: { by: 'registered_at', direction: 'asc' } });
  const read = async () => (await store.read([[everything, {}]]))[0]!.map(registeredOf);
  const feed = store.singleWriter ? undefined : new RegistryFeed({ connect: () => listening(url), read, log });
  return {
    change: (name, change) =>
      changing(() =>
        store.exclusive(LOCK, async () => {
          const [row] = (await store.read([[byName, { name }]]))[0]!;
          const before = row === undefined ? undefined : registeredOf(row);
          const after = change(before);
          if (after !== undefined) await store.commit([{ into: SERVERS.name, how: 'put', rows: [rowOf(after)] }]);
          else if (before !== undefined) await store.commit([{ into: SERVERS.name, how: 'remove', rows: [{ name }] }]);
          if (after === undefined) feed?.forget(name);
          else feed?.know(after);
          feed?.announce();
          return changed(before, after);
        })
      ),
    async list() {
      const found = await read();
      found.forEach(registered => feed?.know(registered));
      return found;
    },
    watch: onChange => feed?.start(onChange) ?? (() => {}),
    get trouble() {
      return feed?.trouble;
    },
    async close() {
      await feed?.stop();
      await store.close();
    }
  };
}

async function opened(url: string, [opener]: readonly StoreOpener[]) {
  const refused = (reason: string) =>
    new StartupError([
      {
        code: 'registry_unavailable',
        message: `MCP_REGISTRY_URL cannot be used (${reason}); check the address and the database`
      }
    ]);
  if (opener === undefined) throw refused('no plugin of this service opens databases: list ./storage-knex');
  let store: (Store & { close(): Promise<void> }) | undefined;
  try {
    store = await opener.open(url);
    await store.open(SCHEMA);
    return store;
  } catch (error) {
    await store?.close();
    throw error instanceof StoreUnavailable || error instanceof StartupError ? refused(error.message) : error;
  }
}

function rowOf({ name, registered_at, state, owner, pins, ...registration }: Registered): Row {
  return { name, registered_at, state, owner, registration, pins: pins ?? null };
}

function registeredOf({ name, registered_at, state, owner, registration, pins }: Row): Registered {
  return {
    ...(registration as Pick<Registered, 'url' | 'capabilities' | 'metadata' | 'weight'>),
    name: name as string,
    registered_at: registered_at as string,
    state: SERVER_STATES.find(known => known === state) ?? 'active',
    owner: owner as string,
    ...(pins === null ? {} : { pins: pins as NonNullable<Registered['pins']> })
  };
}

/** A connection that hears of changes. */
async function listening(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    keepAlive: true
  });
  // Whoever waits for the connection learns of its loss from its end.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Nothing is acknowledged that the others could not be told. */
async function changing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new ApiError(503, 'service_unavailable', 'The registry cannot be reached; nothing was changed. Try again.');
  }
}
