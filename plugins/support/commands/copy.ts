import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type CommandContext,
  type ExitStatus,
  Metrics,
  type Running,
  serviceNamed,
  start,
  UsageError
} from '../../../core/index.js';
import { type Collection, collectionsOf, type Row, Store } from '../../../core/store/index.js';
import { SUPPORT_SCHEMA } from '../records/schema.js';

const PAGE = 500;
/** What a database that serves holds, and a new or seeded one does not. */
const OWN_RECORDS = ['conversations', 'runs', 'audit'];

/**
 * Writes all records of one database into the one that the settings name: from SQLite to PostgreSQL, or back. Records
 * are replaced by key, so a copy that broke off can be repeated, with `--again`.
 */
export async function copy(context: CommandContext): Promise<ExitStatus> {
  const { options, env, out } = context;
  const { from } = options;
  if (typeof from !== 'string') throw new UsageError('name the database to read: --from sqlite:./data/support.db');
  // Opening would create it, and nothing would pass for all there was.
  if (from.startsWith('sqlite:') && !existsSync(from.slice('sqlite:'.length)))
    throw new UsageError(`there is no database ${resolve(from.slice('sqlite:'.length))}`);
  const target = env['AGENT_STORAGE__DATABASE_URL'] ?? '';
  if (target === '' || target === from)
    throw new UsageError('AGENT_STORAGE__DATABASE_URL names the database to write, another one than --from');
  const opened: Running[] = [];
  try {
    const [source, into] = [await open(context, from, opened), await open(context, target, opened)];
    if (options['again'] !== true) await refuseRecords(into);
    const counts: Record<string, number> = {};
    for (const collection of collectionsOf(SUPPORT_SCHEMA)) {
      counts[collection.name] = 0;
      for await (const rows of pages(source, collection)) {
        await into.commit([{ into: collection.name, how: 'put', rows }]);
        counts[collection.name]! += rows.length;
      }
    }
    if (options['json'] === true) out(JSON.stringify(counts));
    else out(`copied ${list(Object.entries(counts).map(([name, count]) => `${count} ${name}`))}`);
    return 0;
  } finally {
    for (const running of opened) await running.stop();
  }
}

async function open({ root, services, env }: CommandContext, database: string, opened: Running[]): Promise<Store> {
  const running = await start({
    root,
    service: serviceNamed(services, 'support'),
    services,
    env: { ...env, AGENT_STORAGE__DATABASE_URL: database },
    metrics: new Metrics(),
    only: [Store]
  });
  opened.push(running);
  const store = running.items(Store)[0]!;
  await store.open(SUPPORT_SCHEMA);
  return store;
}

async function refuseRecords(store: Store): Promise<void> {
  const any = OWN_RECORDS.map(from => [store.prepare({ from, limit: 'limit' }), { limit: 1 }] as const);
  if ((await store.read(any)).some(rows => rows.length > 0))
    throw new UsageError(
      'the database to write holds records of its own; name an empty one, or repeat a copy that broke off with --again'
    );
}

/** All records of a collection by the last field of its key. Records that share its value stay on one page. */
async function* pages(store: Store, { name, key }: Collection): AsyncGenerator<readonly Row[]> {
  const by = key.at(-1)!;
  const query = store.prepare({
    from: name,
    where: { [by]: { is: '>', param: 'after' } },
    order: { by, direction: 'asc' },
    limit: 'limit'
  });
  for (let after = '', limit = PAGE; ;) {
    const [rows = []] = await store.read([[query, { after, limit }]]);
    const last = rows.at(-1)?.[by] as string;
    const whole = rows.length < limit ? rows : rows.filter(row => row[by] !== last);
    if (whole.length > 0) yield whole;
    if (rows.length < limit) return;
    // The value cut by the limit comes whole with the next page, which is longer where it fills one alone.
    limit = whole.length > 0 ? PAGE : limit * 2;
    after = (whole.at(-1)?.[by] as string | undefined) ?? after;
  }
}

const list = (items: readonly string[]) => `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
