import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandContext, type DocumentSet, Metrics, serviceNamed, silentLog, start } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { ArticleKind } from '../kinds/article.js';
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

/**
 * Published articles say the value of a setting as it was when they were published. Those whose file says the same but for
 * such values are brought up to date; what else a file says waits until it is published.
 */
export async function restateArticles(store: Store, documents: DocumentSet): Promise<void> {
  const stating = documents.of(ArticleKind).filter(({ source }) => source.stated !== undefined);
  const byId = store.prepare({ from: 'articles', where: { id: { is: '=', param: 'id' } } });
  const found = await store.read(stating.map(({ value: { id } }) => [byId, { id }] as const));
  const rows = stating.flatMap(({ source, value: { sentences } }, i) => {
    const [row] = found[i]!;
    const body = sentences.join('\n');
    return row === undefined || row['body'] === body || !saysAs(body, source.stated!).test(String(row['body']))
      ? []
      : [{ ...row, body }];
  });
  if (rows.length > 0) await store.commit([{ into: 'articles', how: 'put', rows }]);
}

/** A text with any figures in the places of the stated ones. */
function saysAs(body: string, stated: readonly { readonly value: string }[]): RegExp {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const values = [...new Set(stated.map(({ value }) => escaped(value)))];
  const parts = body.split(new RegExp(`(?<![\\w.])(?:${values.join('|')})(?![\\w]|\\.\\d)`));
  return new RegExp(`^${parts.map(escaped).join('[\\w.,-]+')}$`);
}
