import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../../harness/client.js';
import { copiedRoot } from '../../../harness/root.js';
import { fromTheHour, startService, type TestService } from '../../../harness/service.js';

const LIMITS = `kind: limits
version: 1
open: { address: { most: 3, seconds: 3600 } }
verify:
  address: { most: 4, seconds: 3600 }
  conversation: { most: 8, seconds: 3600 }
  key: { most: 40, seconds: 3600 }
messages: { conversation: { most: 2, seconds: 3600 } }
`;

const expectTooMany = ({ status, body, headers }: Answer, by: string) => {
  expect(status).to.equal(429);
  expect(body).to.include({ code: 'rate_limited' }).and.have.nested.property('detail.limited_by', by);
  expect(Number(headers['retry-after'])).to.be.within(1, 3600);
  expect(headers['ratelimit']).to.match(/^"\w+";r=0;t=\d+$/);
};

describe('support agent: how often it may be tried', () => {
  const { root, remove } = copiedRoot();
  let started: TestService;
  let service: TestService;
  let second: TestService;
  before(async () => {
    writeFileSync(join(root, 'policies/limits/limits.yaml'), LIMITS);
    started = await startService({
      root,
      env: { AGENT_SECURITY__API_KEYS: 'demo:demo-secret,demo:other-secret,demo:knows-nothing:knowledge:read' }
    });
    const now = fromTheHour();
    [service, second] = [await started.variant({ now }), await started.variant({ now })];
  });
  after(async () => {
    for (const each of [service, second, started]) await each.stop();
    remove();
  });

  const guess = async (at: TestService, email: string) => {
    const talk = await at.client().talkUnverified();
    return await at.client().post(`${talk.path}/verify`, { email });
  };

  it('tells what is left, and refuses what is more', async () => {
    const talk = await service.client().talkUnverified();
    const say = () => service.client().post(`${talk.path}/messages`, { message: 'hello' });
    const first = await say();
    expect(first.headers['ratelimit-policy']).to.equal('"conversation";q=2;w=3600');
    expect(first.headers['ratelimit']).to.match(/^"conversation";r=1;t=\d+$/);
    expect((await say()).status).to.equal(200);
    expectTooMany(await say(), 'conversation');
  });

  it('counts the guesses at one address over conversations, keys and instances', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => guess(i % 2 === 0 ? service : second, 'Victim@example.com'))
    );
    const let_through = answers.filter(({ status }) => status === 200);
    expect(let_through.length).to.be.at.most(4);
    for (const answer of answers) if (answer.status !== 200) expectTooMany(answer, 'address');
    expect((await guess(second, 'somebody.else@example.com')).status).to.equal(200);
  });

  it('counts the guesses in one conversation, whatever is guessed', async () => {
    const talk = await service.client().talkUnverified();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? service : second).client().post(`${talk.path}/verify`, { email: `guess-${i}@example.com` })
      )
    );
    expect(answers.filter(({ status }) => status === 200).length).to.be.at.most(8);
    for (const answer of answers) if (answer.status !== 200) expectTooMany(answer, 'conversation');
  });

  it('counts messages to other instances as soon as it has heard of them', async () => {
    for (let status = 0; status !== 429;) {
      const talk = await service.client().talkUnverified();
      const say = (at: TestService) => at.client().post(`${talk.path}/messages`, { message: 'hello' });
      for (const at of [service, second]) expect((await say(at)).status).to.equal(200);
      await sleep(2500);
      ({ status } = await say(second));
    }
  });

  it('does not count those who know their address', async () => {
    for (let i = 0; i < 6; i++)
      expect((await guess(i % 2 === 0 ? service : second, 'demo@example.com')).body.verified).to.equal(true);
  });

  it('limits openings about one address, known or not', async () => {
    for (const email of ['acme@example.com', 'nobody@example.com']) {
      const open = () => service.client().post('/v1/conversations', { customer_email: email });
      for (let i = 0; i < 3; i++) expect((await open()).status).to.equal(201);
      expectTooMany(await open(), 'address');
    }
  });

  it('keeps no address', async () => {
    const rows = async () =>
      (await service.store.read([[service.store.prepare({ from: 'rates' }), {}]]))[0]!.map(row => JSON.stringify(row));
    expect((await rows()).join())
      .to.match(/"bucket":"[0-9a-f]{32}"/)
      .and.not.contain('example.com');
  });

  it('verifies for keys that may read accounts alone', async () => {
    const talk = await service.client('knows-nothing').talkUnverified();
    const answer = await service.client('knows-nothing').post(`${talk.path}/verify`, { email: 'demo@example.com' });
    expect([answer.status, answer.body.code]).to.deep.equal([403, 'forbidden']);
    expect((await talk.read()).identity_verified).to.equal(false);
  });
});

describe('support agent: how often one key may try', () => {
  const MOST = 6;
  const { root, remove } = copiedRoot();
  let started: TestService;
  let service: TestService;
  before(async () => {
    const limit = `{ key: { most: ${MOST}, seconds: 3600 } }`;
    const limits = ['open', 'verify', 'messages'].map(what => `${what}: ${limit}\n`).join('');
    writeFileSync(join(root, 'policies/limits/limits.yaml'), `kind: limits\nversion: 1\n${limits}`);
    const keys = ['opens', 'guesses', 'talks', 'helps-guesses', 'helps-talks'].map(secret => `demo:${secret}`);
    started = await startService({ root, env: { AGENT_SECURITY__API_KEYS: keys.join() } });
    service = await started.variant({ now: fromTheHour() });
  });
  after(async () => {
    for (const each of [service, started]) await each.stop();
    remove();
  });

  /** Asks once more than is allowed. */
  const expectLimited = async (ask: (nth: number) => Promise<Answer>) => {
    const statuses: number[] = [];
    for (let nth = 0; nth < MOST; nth++) statuses.push((await ask(nth)).status);
    expect(Math.max(...statuses)).to.be.below(300);
    expectTooMany(await ask(MOST), 'key');
  };

  it('is limited for openings', () => expectLimited(() => service.client('opens').post('/v1/conversations', {})));

  it('is limited for guesses, whatever the address', async () => {
    const { path } = await service.client('helps-guesses').talkUnverified();
    await expectLimited(nth =>
      service.client('guesses').post(`${path}/verify`, { email: `number-${nth}@example.com` })
    );
  });

  it('is limited for messages', async () => {
    const { path } = await service.client('helps-talks').talkUnverified();
    await expectLimited(() => service.client('talks').post(`${path}/messages`, { message: 'hello' }));
  });
});
