import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type CommandContext, Metrics, type Service, serviceNamed, start, UsageError } from '../../../core/index.js';
import { type Row, Store } from '../../../core/store/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import type { DecisionSource, OpenDecisions, RecordedDecision } from '../../../core/workbench/index.js';
import { SUPPORT_SCHEMA } from './schema.js';

const PAGE = 500;

/** The decisions that the support agent recorded, of all tenants. */
export const supportDecisions: DecisionSource = {
  name: 'support',
  load: async () => open
};

async function open(context: CommandContext, database: string | undefined): Promise<OpenDecisions> {
  const { store, documents, close } = await openRecords(context, database);
  return { documents, read: since => read(store, since), close };
}

/** Opens the records of a service that need not run: those of `database`, or where the settings have them. */
export async function openRecords(
  { root, services, env }: Pick<CommandContext, 'root' | 'services' | 'env'>,
  database: string | undefined
) {
  const service = serviceNamed(services, 'support');
  const running = await start({
    root,
    service,
    services,
    env: { ...env, ...addressOf(service, database ?? env[ADDRESS]) },
    metrics: new Metrics(),
    only: [Store]
  });
  const store = running.items(Store)[0]!;
  try {
    await store.open(SUPPORT_SCHEMA);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { store, documents: running.documents.current, close: () => running.stop() };
}

const ADDRESS = 'AGENT_STORAGE__DATABASE_URL';

/** The setting that tells the storage of a service where records are; nothing for a storage without such a one. */
function addressOf({ listed }: Service, given: string | undefined): Readonly<Record<string, string>> {
  const storage = listed.find(
    ({ plugin, options }) =>
      plugin.provides.some(({ id }: typeof Store) => id === Store.id) && (options as { open?: boolean }).open !== false
  );
  const setting = storage?.plugin.settings?.['storage']?.['database_url'];
  if (setting === undefined && given === undefined) return {};
  if (setting === undefined)
    throw new UsageError(
      'the storage of this service takes no address of a database: leave --database out, its own settings say where records are'
    );
  const url = given ?? String(setting.default);
  // Opening would create it, and an empty database would pass for one without decisions.
  if (url.startsWith('sqlite:') && !existsSync(url.slice('sqlite:'.length)))
    throw new UsageError(
      `there is no database ${resolve(url.slice('sqlite:'.length))}; --database or ${ADDRESS} names one with decisions`
    );
  return { [ADDRESS]: url };
}

/** Ids sort by time, so the last id of a page is where the next one begins. */
async function* read(store: Store, since: string): AsyncGenerator<RecordedDecision> {
  const page = store.prepare({
    from: 'decisions',
    where: { decision_id: { is: '>', param: 'after' }, created_at: { is: '>=', param: 'since' } },
    order: { by: 'decision_id', direction: 'asc' },
    limit: 'limit'
  });
  for (let after = ''; ;) {
    const [rows = []] = await store.read([[page, { after, since, limit: PAGE }]]);
    for (const row of rows) yield decisionOf(row);
    if (rows.length < PAGE) return;
    after = rows.at(-1)!['decision_id'] as string;
  }
}

const decisionOf = (row: Row): RecordedDecision => ({
  id: row['decision_id'] as string,
  at: row['created_at'] as string,
  record: row['record'] as DecisionRecord
});
