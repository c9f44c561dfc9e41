import { add, definePlugin, type SectionSchema, type Settings } from '../../core/index.js';
import { ScratchStore, Store, StoreOpener } from '../../core/store/index.js';
import type { StoreOptions } from './create-store.js';
import { parseDatabaseUrl, URL_HELP } from './database-url.js';

const storage = {
  database_url: {
    type: 'string',
    default: 'sqlite:./data/support.db',
    secret: true,
    meaning: 'Where records live: `sqlite:<file>` (relative to the working directory) or `postgres://…`.'
  },
  synchronous: {
    type: 'string',
    enum: ['full', 'normal'],
    default: 'full',
    meaning: 'SQLite: with `full` an answered message survives a power cut, with `normal` only a killed process.'
  },
  pool_max: {
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 200,
    meaning: 'PostgreSQL: connections of one instance.'
  },
  statement_timeout_ms: {
    type: 'integer',
    default: 5000,
    minimum: 10,
    maximum: 600_000,
    meaning:
      'Milliseconds a statement may take, or wait for another process that holds a lock. A PostgreSQL that says nothing for half a second longer counts as gone until it answers again.'
  }
} as const satisfies SectionSchema;

// knex and its drivers take a while to load, and commands that start nothing do without.
const createStore = async (url: string, options: StoreOptions = {}) =>
  (await import('./create-store.js')).createStore(url, options);

const read = (settings: Settings) => settings.section('storage', storage);

interface Options {
  readonly open: boolean;
}

export default definePlugin<Options>()({
  name: 'storage-knex',
  version: '0.1.0',
  contract: 1,
  settings: { storage },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      open: {
        type: 'boolean',
        default: true,
        description: 'Open `database_url` for the service; otherwise only what other plugins ask for is opened.'
      }
    }
  },
  adds: [add(ScratchStore, { name: 'sqlite', open: () => createStore('sqlite::memory:') })],
  needs: {},
  provides: [Store, StoreOpener],
  check(settings) {
    if (parseDatabaseUrl(read(settings).database_url) !== undefined) return [];
    return [{ code: 'storage_url', message: URL_HELP }];
  },
  async start(_, context) {
    const { database_url, synchronous, pool_max, statement_timeout_ms } = read(context.settings);
    const open = (url: string) =>
      createStore(url, { synchronous, poolMax: pool_max, statementTimeoutMs: statement_timeout_ms });
    context.provide(StoreOpener, { name: 'knex', open });
    if (!context.options.open) return undefined;
    const store = await open(database_url);
    context.provide(Store, store);
    return () => store.close();
  }
});
