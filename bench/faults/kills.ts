import { setTimeout as sleep } from 'node:timers/promises';
import { bylaw, serve } from '../../test/harness/child.js';
import type { Client } from '../../test/harness/client.js';
import type { PostgresServer } from '../../test/harness/postgres.js';
import { Ledger } from './ledger.js';
import type { Print } from './print.js';

const LONGEST_MS = 1500;
const DOWN_MS = 300;

type Env = Readonly<Record<string, string>>;

export interface Killed {
  readonly folder: string;
  readonly database: string;
  readonly times: number;
}

const settings = (database: string): Env => ({
  AGENT_STORAGE__DATABASE_URL: database,
  AGENT_LIMITS__MAX_CONVERSATION_TURNS: '100000'
});

export async function seeded(folder: string, database: string): Promise<void> {
  const { code, err } = await bylaw(['support', 'seed'], settings(database));
  if (code !== 0) throw new Error(`seeding ${folder} failed: ${err}`);
}

/** Speaks under load until a random moment, which has come when this returns; speaking goes on. */
async function speakAWhile(client: Client) {
  const ledger = await Ledger.open(client);
  const speaking = ledger.speak();
  const after = Math.floor(Math.random() * LONGEST_MS);
  await sleep(after);
  return { ledger, speaking, after };
}

/** SIGKILL to the service at a random moment under load, then a new one on the same records, which are compared. */
export async function killService(on: string, { folder, database, times }: Killed, print: Print) {
  let service = await serve(folder, settings(database));
  try {
    for (let i = 1; i <= times; i++) {
      const { ledger, speaking, after } = await speakAWhile(service.client);
      service.kill('SIGKILL');
      await Promise.all([speaking, service.ended]);
      service = await serve(folder, settings(database));
      const { acknowledged, unanswered, violations } = await ledger.check(service.client);
      const summary = `after ${after} ms, ${acknowledged} acknowledged, ${unanswered} without an answer`;
      print(`${on}: service killed, ${i} of ${times}`, summary, violations);
    }
  } finally {
    service.kill('SIGTERM');
    await service.ended;
  }
}

/** SIGKILL to the database at a random moment under load; the service stays and must come back by itself. */
export async function killDatabase(server: PostgresServer, { folder, database, times }: Killed, print: Print) {
  const service = await serve(folder, settings(database));
  try {
    for (let i = 1; i <= times; i++) {
      const { ledger, speaking, after } = await speakAWhile(service.client);
      await server.kill();
      await sleep(DOWN_MS);
      await server.start();
      while ((await service.client.get('/readyz')).status !== 200) await sleep(20);
      ledger.stop();
      await speaking;
      const { acknowledged, unanswered, violations } = await ledger.check(service.client);
      const summary = `after ${after} ms, ${acknowledged} acknowledged, ${unanswered} refused`;
      print(`postgres: database killed, ${i} of ${times}`, summary, violations);
    }
  } finally {
    service.kill('SIGTERM');
    await service.ended;
  }
}
