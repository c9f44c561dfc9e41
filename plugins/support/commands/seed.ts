import { type CommandContext, type ExitStatus, Metrics, serviceNamed, start, UsageError } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { seedStore } from '../seed/seeded-store.js';
import { SUPPORT_SETTINGS } from '../settings.js';

const KNOWLEDGE = 'knowledge';

/** Writes the knowledge base and, outside production, the demo accounts, serving nothing. */
export async function seed(context: CommandContext): Promise<ExitStatus> {
  const { root, services, env, options, out } = context;
  const { only } = options;
  if (only !== undefined && only !== KNOWLEDGE) throw new UsageError(`--only takes ${KNOWLEDGE}`);
  const service = serviceNamed(services, 'support');
  const running = await start({ root, service, services, env, metrics: new Metrics(), only: [Store] });
  try {
    const { environment } = running.settings.section('', SUPPORT_SETTINGS['']);
    if (environment === 'production' && only === undefined)
      throw new UsageError('demo accounts do not belong into production; load the articles with --only knowledge');
    const counts = await seedStore(running.items(Store)[0]!, running.documents.current, { demo: only === undefined });
    if (options['json'] === true) out(JSON.stringify(counts));
    else if (only === KNOWLEDGE) out(`seeded ${counts.articles} articles`);
    else out(`seeded ${counts.articles} articles, ${counts.customers} customers and ${counts.orders} orders`);
    return 0;
  } finally {
    await running.stop();
  }
}
