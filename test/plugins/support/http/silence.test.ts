import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { proxyTo, type Proxy } from '../../../harness/proxy.js';
import { startPostgres, type PostgresServer } from '../../../harness/postgres.js';
import { startService, type TestService } from '../../../harness/service.js';

const QUESTION = { message: 'Where is ORD-1002?' };

/** How often a client of PostgreSQL ends what it asks and waits. */
function roundTrips(chunks: readonly Buffer[]): number {
  const sent = Buffer.concat(chunks);
  let count = 0;
  for (let at = 0; at < sent.length; at += 1 + sent.readInt32BE(at + 1))
    if (['S', 'Q'].includes(String.fromCharCode(sent[at]!))) count++;
  return count;
}

describe('the support agent behind a database that goes silent', () => {
  let server: PostgresServer;
  let proxy: Proxy;
  /** Has one connection, and waits long for it. */
  let patient: TestService;
  let service: TestService;
  let paths: readonly string[];
  before(async () => {
    server = await startPostgres();
    proxy = await proxyTo(server.port);
    const database = (await server.fresh()).replace(`:${server.port}/`, `:${proxy.port}/`);
    const start = (limit: string, more: object = {}) =>
      startService({
        seed: limit === '600000',
        env: { AGENT_STORAGE__DATABASE_URL: database, AGENT_STORAGE__STATEMENT_TIMEOUT_MS: limit, ...more }
      });
    patient = await start('600000', { AGENT_STORAGE__POOL_MAX: '1' });
    service = await start('1500');
    const talks = await Promise.all(Array.from({ length: 20 }, () => patient.client().talk('demo@example.com')));
    paths = talks.map(({ path }) => `${path}/messages`);
  });
  after(async () => {
    await service.stop();
    await proxy.close();
    await server.stop();
  });

  /** Asks in every conversation at once. Nobody is told anything but an answer or that the database is away. */
  const askAll = async (): Promise<readonly number[]> => {
    const answers = await Promise.all(paths.map(path => service.client().post(path, QUESTION)));
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).to.deep.equal([503, 'service_unavailable']);
    return answers.map(({ status }) => status);
  };
  const untilAnswered = async () => {
    while ((await askAll()).includes(503)) await setTimeout(20);
  };
  const ready = async () => (await service.client(null).get('/readyz')).status;
  const untilReady = async () => {
    while ((await ready()) !== 200) await setTimeout(20);
  };

  it('asks it twice for a message about an order: one read and one write', async () => {
    const talk = await patient.client().talk('demo@example.com');
    const sent: Buffer[] = [];
    proxy.onRequest = chunk => void sent.push(chunk);
    for (const message of ['Where is ORD-1002?', 'When will it arrive?', 'and 1004?', 'thanks']) {
      let least = Infinity;
      // What is written from time to time (limits, uses of keys) may come between, more often where all takes longer.
      for (let tries = 0; tries < 25 && least > 2; tries++) {
        sent.length = 0;
        await talk.say(message);
        least = Math.min(least, roundTrips(sent));
      }
      expect(least, message).to.equal(2);
    }
    proxy.onRequest = () => {};
  });

  it('holds nobody longer than a run may take, however long a statement may', async () => {
    const hurried = await patient.variant({ settings: { 'limits/max_run_seconds': 0.1 } });
    const talk = await hurried.client().talk('demo@example.com');
    proxy.silence(true);
    const { status, body } = await hurried.client().post(`${talk.path}/messages`, QUESTION);
    proxy.resume();
    expect([status, body.code]).to.deep.equal([503, 'service_unavailable']);
    await hurried.stop();
    await patient.stop();
  });

  it('gives up the connections that went silent, and serves over new ones', async () => {
    await untilAnswered();
    proxy.silence();
    await askAll();
    await untilReady();
    await untilAnswered();
  });

  it('answers 503 and is not ready while nothing is answered, and comes back by itself', async () => {
    proxy.silence(true);
    // Also to those that wait for others of their conversation.
    const answers = await Promise.all([askAll(), askAll(), askAll()]);
    for (const status of answers.flat()) expect(status).to.equal(503);
    expect(await ready()).to.equal(503);
    // What is said once of each kind, however many ask.
    const told = service.log.filter(({ level, fields }) => level !== 'info' && !('count' in fields));
    expect(told.length).to.be.within(1, 6);
    proxy.resume();
    await untilReady();
    const turns = async () => (await service.client().get(paths[0]!.replace('/messages', ''))).body.turns as number;
    // What was under way when it went silent may come to its end now.
    for (let before = -1; (await turns()) !== before + 1;) {
      before = await turns();
      await untilAnswered();
    }
  });
});
