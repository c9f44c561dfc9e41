import { definePlugin, type DocumentSet, type Service, staticItems, UsageError } from '../../../core/index.js';
import { ScratchStore, Store } from '../../../core/store/index.js';
import { SUPPORT_SCHEMA } from '../records/schema.js';
import { SeedsAssembly } from './assembly.js';
import { materialise } from './materialise.js';

/** Opens a store that holds what these documents seed and is gone when it is closed, by the storage plugin of the service. */
export async function openSeeded(service: Service, set: DocumentSet) {
  const [scratch] = staticItems([service], ScratchStore);
  if (scratch === undefined)
    throw new UsageError(
      `no plugin of '${service.name}' says how it opens an empty store to try things on: its storage adds a ScratchStore (docs/plugin-authors.md), or plugins.yaml lists ./storage-knex with options: { open: false } beside it`
    );
  const store = await scratch.open();
  const close = async () => store.close?.();
  try {
    await seedStore(store, set);
  } catch (error) {
    await close();
    throw error;
  }
  return { store, close };
}

/** The service with this store instead of those that its plugins would open. */
export function withStore(service: Service, store: Store): Service {
  const listed = service.listed.filter(
    ({ plugin }) => !plugin.provides.some(({ id }: typeof Store) => id === Store.id)
  );
  const instead = definePlugin()({
    name: 'given-store',
    version: '1.0.0',
    contract: 1,
    needs: {},
    provides: [Store],
    start: (_, { provide }) => provide(Store, store)
  });
  return { ...service, listed: [{ plugin: instead, options: {} }, ...listed] };
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
