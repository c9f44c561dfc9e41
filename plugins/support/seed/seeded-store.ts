import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandContext, type DocumentSet, Metrics, serviceNamed, silentLog, start } from '../../../core/index.js';
import { Store } from '../../../core/store/index.js';
import { seedStore } from '../commands/seed.js';

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
