import { type CommandContext, type DocumentSet, type ExitStatus, Metrics, serviceNamed, start } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { SUPPORT_SCHEMA } from '../records/collections.js';
import { SeedsAssembly } from '../seed/assembly.js';
import { materialise } from '../seed/materialise.js';

/** Writes the knowledge base and the demo account, serving nothing. */
export async function seed(context: CommandContext): Promise<ExitStatus> {
  const { root, services, env, options, out } = context;
  const service = serviceNamed(services, 'support');
  const running = await start({ root, service, services, env, metrics: new Metrics(), only: [Store] });
  try {
    const counts = await seedStore(running.items(Store)[0]!, running.documents.current);
    if (options['json'] === true) out(JSON.stringify(counts));
    else out(`seeded ${counts.articles} articles, ${counts.customers} customers and ${counts.orders} orders`);
    return 0;
  } finally {
    await running.stop();
  }
}

/** Records are replaced by key, so that a second run leaves what the first did. */
export async function seedStore(store: Store, documents: DocumentSet) {
  await store.open(SUPPORT_SCHEMA);
  const { articles, customers, orders } = materialise(documents.get(SeedsAssembly), new Date());
  await store.commit([
    { into: 'articles', how: 'put', rows: articles.map(row => ({ ...row })) },
    { into: 'customers', how: 'put', rows: customers.map(row => ({ ...row })) },
    { into: 'orders', how: 'put', rows: orders.map(row => ({ ...row })) }
  ]);
  return { articles: articles.length, customers: customers.length, orders: orders.length };
}
