import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '../../core/kernel/discover.js';
import { reloadOnSighup } from '../../core/kernel/reload.js';
import { start } from '../../core/kernel/start.js';
import { createLog, type Log } from '../../core/observe/log.js';
import { Metrics } from '../../core/observe/metrics.js';
import { Store } from '../../core/store/store.js';
import { seedStore } from '../../plugins/support/seed/seeded-store.js';

const SHIPPED = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
export const SECRET = 'bench-secret';

export interface AgentOptions {
  /** As `AGENT_STORAGE__DATABASE_URL` takes it. */
  readonly database: string;
  /** Where the declarative files are; the shipped ones by default. */
  readonly root?: string;
  /** `AGENT_STORAGE__POOL_MAX`; its default by default. */
  readonly pool?: string;
}

/** The support agent as it is shipped, with the demo shop in its database: the port it listens on. */
export async function startAgent({ database, root = SHIPPED, pool }: AgentOptions): Promise<number> {
  const { services } = await discover(join(SHIPPED, 'plugins'), join(SHIPPED, 'dist/plugins'));
  const service = services.find(s => s.name === 'support')!;
  let port = 0;
  const log = createLog({ level: 'info', format: 'json', service: 'support' });
  const info: Log['info'] = (event, fields) => {
    if (event === 'http.listening') ({ port } = fields as { port: number });
    log.info(event, fields);
  };
  const env = {
    AGENT_SECURITY__API_KEYS: `demo:${SECRET}`,
    AGENT_SERVER__PORT: '0',
    AGENT_STORAGE__DATABASE_URL: database,
    AGENT_STORAGE__POOL_MAX: pool,
    AGENT_LIMITS__MAX_CONVERSATION_TURNS: '100000000'
  };
  const running = await start({ root, service, services, env, metrics: new Metrics(), log: { ...log, info } });
  reloadOnSighup(running);
  await seedStore(running.items(Store)[0]!, running.documents.current);
  return Number(port);
}
