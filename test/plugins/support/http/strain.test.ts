import { expect } from 'chai';
import { fuzzer } from '../../../harness/fuzz.js';
import { startService, type TestService } from '../../../harness/service.js';

const FUZZED = 1500;
const TALKS = 400;

describe('the support agent under strain', () => {
  let service: TestService;
  before(async () => void (service = await startService()));
  after(() => service.stop());

  it('answers whatever it is sent without an internal error', async () => {
    const client = service.client();
    const talk = await client.talk('demo@example.com');
    const { trace } = await talk.say('Where is ORD-1002?');
    const next = fuzzer(20261121, [talk.id, trace!.run_id, 'conv_00000000000000000000000000']);
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < FUZZED; sent += 50)
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const { method, path, ...sending } = next();
          const { status } = await client.send(method, path, sending);
          expect(status, `${method} ${path} ${JSON.stringify(sending)}`).to.be.below(500);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        })
      );
    for (const status of [200, 400, 404, 405, 415, 422]) expect(statuses.get(status), `${status}`).to.be.greaterThan(0);
    expect(service.log.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('holds four hundred conversations at once, each with its own answer', async () => {
    const client = service.client();
    const talks = await Promise.all(Array.from({ length: TALKS }, () => client.talk('demo@example.com')));
    const answers = await Promise.all(
      talks.map((talk, i) =>
        client.post(`${talk.path}/messages`, { message: `Where is ORD-100${i % 2 === 0 ? 2 : 8}?` })
      )
    );
    expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([]);
    expect(answers.map(({ body }) => body.conversation_id)).to.deep.equal(talks.map(({ id }) => id));
    expect(service.log.filter(({ level }) => level === 'error')).to.deep.equal([]);
    for (const [i, { body }] of answers.entries())
      expect(body.reply, `${i}`).to.contain(i % 2 === 0 ? 'ORD-1002' : 'ORD-1008');
  });

  it('goes on when the clock jumps a year forward and back again', async () => {
    let now = new Date();
    const moved = await service.variant({ now: () => now });
    try {
      const talk = await moved.client().talk('demo@example.com');
      const day = 86_400_000;
      const states: string[] = [];
      for (const jump of [0, 365 * day, -365 * day, -day, day]) {
        now = new Date(now.getTime() + jump);
        states.push((await talk.say('Where is ORD-1002?')).state);
      }
      expect(states).to.deep.equal(['answered', 'answered', 'answered', 'answered', 'answered']);
      const { items } = (await moved.client().get(`/v1/runs?conversation_id=${talk.id}`)).body;
      expect(items).to.have.length(5);
      expect((await moved.client().get(talk.path)).body.turns).to.equal(5);
    } finally {
      await moved.stop();
    }
  });
});
