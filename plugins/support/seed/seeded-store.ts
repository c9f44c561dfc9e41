import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandContext, type DocumentSet, Metrics, serviceNamed, silentLog, start } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { SUPPORT_SCHEMA } from '../records/collections.js';
import { SeedsAssembly } from './assembly.js';
import { materialise } from './materialise.js';

/** Works on a database that holds what these documents seed, and is gone afterwards. */
export async function withSeededStore<T>(
  set: DocumentSet,
  { root, services }: Pick<CommandContext, 'root' | 'services'>,
  work: (store: Store) => Promise<T>
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-seeded-'));
  try {
    const running = await start({
      root,
      service: serviceNamed(services, 'support'),
      services,
      env: { AGENT_STORAGE__DATABASE_URL: `sqlite:${join(folder, 'seeded.db')}` },
      metrics: new Metrics(),
      log: silentLog,
      only: [Store]
    });
    try {
      const store = running.items(Store)[0]!;
      await seedStore(store, set);
      return await work(store);
    } finally {
      await running.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Records are replaced by key, so that a second run leaves what the first did. Articles come with or without the demo shop. */
export async function seedStore(store: Store, documents: DocumentSet, { demo } = { demo: true }) {
  await store.open(SUPPORT_SCHEMA);
  const { articles, ...shop } = materialise(documents.get(SeedsAssembly), new Date());
  const { customers, orders } = demo ? shop : { customers: [], orders: [] };
  await store.commit([
    { into: 'articles', how: 'put', rows: articles.map(row => ({ ...row })) },
    { into: 'customers', how: 'put', rows: customers.map(row => ({ ...row })) },
    { into: 'orders', how: 'put', rows: orders.map(row => ({ ...row })) }
  ]);
  return { articles: articles.length, customers: customers.length, orders: orders.length };
}
