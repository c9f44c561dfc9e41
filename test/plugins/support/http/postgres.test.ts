import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { startPostgres, type PostgresServer } from '../../../harness/postgres.js';
import { startService, type TestService } from '../../../harness/service.js';
import type { Reply } from '../../../harness/client.js';

const REFUND = 'I want a refund for ORD-1001';
const STRICT = {
  AGENT_ENVIRONMENT: 'production',
  AGENT_POLICY__REQUIRE_IDENTITY_FOR_ACCOUNT_DATA: 'true',
  AGENT_STORAGE__STATEMENT_TIMEOUT_MS: '60000'
};

describe('the support agent on PostgreSQL', () => {
  let server: PostgresServer;
  /** On one new database, started at once, in production. */
  let all: readonly TestService[] = [];
  let env: Readonly<Record<string, string>>;
  before(async () => {
    server = await startPostgres();
    env = { ...STRICT, AGENT_STORAGE__DATABASE_URL: await server.fresh() };
    all = await Promise.all([0, 1, 2].map(i => startService({ env, seed: i === 0 })));
  });
  after(async () => {
    await Promise.all(all.map(each => each.stop()));
    await server.stop();
  });

  it('creates the schema once when three instances start at once, and serves on all of them', async () => {
    for (const each of all) {
      const ready = await each.client(null).get('/readyz');
      expect([ready.status, ready.body.components[0]]).to.deep.equal([
        200,
        { name: 'database', ready: true, detail: 'postgres' }
      ]);
    }
    const talk = await all[0]!.client().talk('demo@example.com');
    for (const [i, message] of ['Where is ORD-1002?', 'What is your return policy?', REFUND, 'thanks'].entries()) {
      const { status, body } = await all[i % 3]!.client().post(`${talk.path}/messages`, { message });
      expect([status, body.state]).to.deep.equal([200, message === REFUND ? 'escalated' : 'answered'], body.reply);
    }
    expect((await all[2]!.client().get(talk.path)).body.turns).to.equal(4);
  });

  it('handles the messages of one conversation one at a time over two instances, with one ticket', async () => {
    const [one, two] = all;
    const talk = await one!.client().talk('demo@example.com');
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        (i % 2 === 0 ? one! : two!).client().post(`${talk.path}/messages`, { message: REFUND })
      )
    );
    expect(replies.map(({ status }) => status)).to.deep.equal(replies.map(() => 200));
    expect(new Set(replies.map(({ body }) => body.ticket_id)).size).to.equal(1);
    expect((await two!.client().get(talk.path)).body.turns).to.equal(24);
    const { items } = (await one!.client().get('/v1/tickets?limit=200')).body;
    const own = items.filter((ticket: { conversation_id: string }) => ticket.conversation_id === talk.id);
    expect(own).to.have.length(1);
  });

  it('answers one Idempotency-Key once, whichever instance is asked', async () => {
    const [one, two] = all;
    const talk = await one!.client().talk('demo@example.com');
    const ask = (to: TestService) =>
      to.client().post(`${talk.path}/messages`, { message: REFUND }, { 'Idempotency-Key': 'same' });
    const answers = await Promise.all([one!, two!, one!, two!].map(ask));
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1);
    expect((await one!.client().get(talk.path)).body.turns).to.equal(1);
  });

  it('loses nothing that was acknowledged when the database is killed, says so meanwhile, and comes back', async () => {
    const hasty = await startService({ env: { ...env, AGENT_STORAGE__STATEMENT_TIMEOUT_MS: '2000' }, seed: false });
    const client = hasty.client();
    const talks = await Promise.all(Array.from({ length: 6 }, () => client.talk('demo@example.com')));
    const acknowledged: Reply[] = [];
    let refused = 0;
    let down = false;
    const speak = async ({ path }: { readonly path: string }) => {
      for (let after = 0; after < 3; after += down ? 1 : 0) {
        const answer = await client.post(`${path}/messages`, { message: REFUND, include_trace: true });
        if (answer.status === 200) acknowledged.push(answer.body);
        else {
          expect([answer.status, answer.body.code]).to.deep.equal([503, 'service_unavailable']);
          expect(answer.body).to.have.all.keys('code', 'message', 'request_id', 'detail');
          refused++;
        }
      }
    };
    const kill = async () => {
      while (acknowledged.length < 20) await setTimeout(5);
      await server.kill();
      down = true;
      const ready = await hasty.client(null).get('/readyz');
      expect([ready.status, ready.body.status]).to.deep.equal([503, 'unavailable']);
    };
    await Promise.all([...talks.map(speak), kill()]);
    expect(refused).to.be.at.least(1);

    await server.start();
    const [other] = all;
    for (const each of [hasty, other!])
      while ((await each.client(null).get('/readyz')).status !== 200) await setTimeout(20);
    const reader = other!.client();
    for (const { trace } of acknowledged)
      expect((await reader.get(`/v1/runs/${trace!.run_id}/trace`)).body).to.deep.equal(trace);
    const { items } = (await reader.get('/v1/tickets?limit=200')).body;
    const owners = items.map((ticket: { conversation_id: string }) => ticket.conversation_id);
    expect(new Set(owners).size, 'one ticket for each conversation').to.equal(owners.length);
    const again = async () => await client.post(`${talks[0]!.path}/messages`, { message: 'Where is ORD-1002?' });
    while ((await again()).body.state !== 'answered') await setTimeout(20);
    await hasty.stop();
  });
});
