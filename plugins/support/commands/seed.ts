import { type CommandContext, type ExitStatus, Metrics, serviceNamed, start } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { seedStore } from '../seed/seeded-store.js';

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
