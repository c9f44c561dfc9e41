import pg from 'pg';
import { ApiError } from '../../../core/http/index.js';
import { type Log, StartupError } from '../../../core/index.js';
import { Turns } from '../../../core/resilience/index.js';
import {
  type Row,
  type Schema,
  type Store,
  type StoreOpener,
  StoreUnavailable,
  type Write
} from '../../../core/store/index.js';
import { SERVER_STATES } from '../policy/tool-servers.js';
import type { Registered } from './registration.js';
import { CHANNEL, RegistryFeed } from './registry-feed.js';
import { changed, type Registry } from './registry.js';

const SERVERS = {
  name: 'tool_servers',
  fields: { name: 'text', registered_at: 'text', state: 'text', owner: 'text', registration: 'json', pins: 'json' },
  key: ['name']
} as const;
const SCHEMA: Schema = {
  name: 'orchestrator',
  steps: [
    { version: 1, title: 'registry', collections: [SERVERS] },
    { version: 2, title: 'registrations-have-versions', fields: { [SERVERS.name]: { version: 'integer' } } }
  ]
};
/** How long a change may take, with those of the same name that it waits for. */
const CHANGE_MS = 15_000;
const CONNECT_MS = 3_000;
const STATEMENT_MS = 5_000;

/** A registry in a database: SQLite for one instance that survives a restart, PostgreSQL for several that share it. */
export async function storedRegistry(url: string, openers: readonly StoreOpener[], log: Log): Promise<Registry> {
  const store = await opened(url, openers);
  const turns = new Turns(CHANGE_MS);
  const byName = store.prepare({ from: SERVERS.name, where: { name: { is: '=', param: 'name' } } });
  const everything = store.prepare({ from: SERVERS.name, order: { by: 'registered_at', direction: 'asc' } });
  const read = async () => (await store.read([[everything, {}]]))[0]!.map(registeredOf);
  const feed = store.singleWriter ? undefined : new RegistryFeed({ connect: () => listening(url), read, log });
  return {
    change: (name, change) =>
      changing(() =>
        turns.take(name, async () => {
          const [row] = (await store.read([[byName, { name }]]))[0]!;
          const before = row === undefined ? undefined : registeredOf(row);
          const after = change(before);
          const writes = writesOf(name, row, after);
          if (writes.length > 0) await store.commit(writes);
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
    // A step is a column at most, so nobody is asked to add it.
    await store.migrate?.(SCHEMA);
    await store.open(SCHEMA);
    return store;
  } catch (error) {
    await store?.close();
    throw error instanceof StoreUnavailable || error instanceof StartupError ? refused(error.message) : error;
  }
}

/** What makes `after` of the row that was read, unless another instance was first. */
function writesOf(name: string, row: Row | undefined, after: Registered | undefined): readonly Write[] {
  const into = SERVERS.name;
  if (row === undefined)
    return after === undefined ? [] : [{ into, how: 'add', rows: [{ ...rowOf(after), version: 1 }] }];
  const version = Number(row['version'] ?? 0) + 1;
  if (after !== undefined) return [{ into, how: 'change', rows: [{ ...rowOf(after), version }] }];
  return [
    { into, how: 'change', rows: [{ ...row, version }] },
    { into, how: 'remove', rows: [{ name }] }
  ];
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
