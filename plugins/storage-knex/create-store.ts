import { StartupError, withPackages } from '../../core/index.js';
import type { Store } from '../../core/store/index.js';
import { parseDatabaseUrl, URL_HELP } from './database-url.js';
import type { Dialect } from './dialect.js';
import { postgresDialect } from './dialects/postgres.js';
import { sqliteDialect } from './dialects/sqlite.js';
import { KnexStore } from './knex-store.js';

export interface StoreOptions {
  /** SQLite: `full` (default) survives a power cut, `normal` a killed process. */
  readonly synchronous?: 'full' | 'normal';
  /** PostgreSQL: connections. Default 10. */
  readonly poolMax?: number;
  /** Milliseconds a statement may take, or wait for another process's lock. Default 5000. */
  readonly statementTimeoutMs?: number;
}

export type ClosableStore = Store & { close(): Promise<void> };

/**
 * `url` is `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Throws a `StartupError` with code `storage_url`
 * for anything else, without repeating it, and `StoreUnavailable` when the file cannot be made.
 */
export async function createStore(url: string, options: StoreOptions = {}): Promise<ClosableStore> {
  const timeoutMs = options.statementTimeoutMs ?? 5000;
  const dialect = dialectOf(url, options, timeoutMs);
  return withPackages(
    `a ${dialect.name} database`,
    ['pg'],
    async () => new KnexStore(dialect, await dialect.connect(), timeoutMs)
  );
}

function dialectOf(url: string, { synchronous = 'full', poolMax = 10 }: StoreOptions, timeoutMs: number): Dialect {
  const where = parseDatabaseUrl(url);
  if (where === undefined) throw new StartupError([{ code: 'storage_url', message: URL_HELP }]);
  if (where.database === 'sqlite') return sqliteDialect({ file: where.file, synchronous, busyMs: timeoutMs });
  return postgresDialect({ url: where.url, place: where.place, poolMax, timeoutMs });
}
