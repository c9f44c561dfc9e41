import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.js';
import { KEY, startService, type TestService } from '../../../harness/service.js';
import { RawClient } from '../../http-express/raw-client.js';
import { expectFailure } from './contract.js';

const TURNS = 40;

/** A message as it goes over the wire, for sending several at once on one connection. */
function messageRequest(path: string, message: string): string {
  const body = JSON.stringify({ message, include_trace: true });
  const head = [`POST ${path}/messages HTTP/1.1`, 'Host: x', `X-API-Key: ${KEY}`, 'Content-Type: application/json'];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

describe('support agent over HTTP: repeated and concurrent messages', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService();
    client = service.client();
  });
  after(() => service.stop());
  const ticketsOf = async (conversationId: string) =>
    (await client.get('/v1/tickets?limit=200')).body.items.filter(
      (t: { conversation_id: string }) => t.conversation_id === conversationId
    );

  describe('with an Idempotency-Key', () => {
    it('answers the same body with the stored first response', async () => {
      const talk = await client.talk('demo@example.com');
      const key = { 'Idempotency-Key': 'order-1001/refund' };
      const send = () => client.post(`${talk.path}/messages`, { message: 'I want a refund for ORD-1001' }, key);
      const first = await send();
      const second = await send();
      expect(second.status).to.equal(200);
      expect(second.body).to.deep.equal(first.body);
      expect((await talk.read()).turns).to.equal(1);
      expect(await ticketsOf(talk.id)).to.have.length(1);
    });

    it('refuses another body, and answers the first one still', async () => {
      const talk = await client.talk('demo@example.com');
      const key = { 'Idempotency-Key': 'k1' };
      const first = await client.post(`${talk.path}/messages`, { message: 'hello' }, key);
      for (const json of [{ message: 'hello!' }, { message: 'hello', include_trace: true }])
        expectFailure(await client.post(`${talk.path}/messages`, json, key), 409, 'conflict');
      expect(
        (await client.post(`${talk.path}/messages`, { message: 'hello', include_trace: false }, key)).body
      ).to.deep.equal(first.body);
      expect((await talk.read()).turns).to.equal(1);
    });

    it('keeps the keys of conversations apart', async () => {
      const key = { 'Idempotency-Key': 'k1' };
      const [one, two] = [await client.talk(), await client.talk()];
      const first = await one!.say('hello', key);
      const second = await two!.say('what is your refund policy?', key);
      expect([first.intent, second.intent]).to.deep.equal(['greeting', 'refund_policy']);
    });

    it('answers concurrent duplicates with one response, one run and one ticket', async () => {
      const talk = await client.talk('demo@example.com');
      const send = () =>
        client.post(
          `${talk.path}/messages`,
          { message: 'I want a refund for ORD-1001' },
          { 'Idempotency-Key': 'same' }
        );
      const answers = await Promise.all(Array.from({ length: 10 }, send));
      for (const { status, body } of answers) {
        expect(status).to.equal(200);
        expect(body).to.deep.equal(answers[0]!.body);
      }
      expect((await talk.read()).turns).to.equal(1);
      expect((await client.get(`/v1/runs?conversation_id=${talk.id}`)).body.items).to.have.length(1);
      expect(await ticketsOf(talk.id)).to.have.length(1);
    });

    it('records every duplicate in the audit', async () => {
      const talk = await client.talk();
      const send = () => client.post(`${talk.path}/messages`, { message: 'hello' }, { 'Idempotency-Key': 'k' });
      const ids = [await send(), await send()].map(({ headers }) => headers['x-request-id']);
      const { items } = (await client.get('/v1/audit?limit=50')).body;
      for (const id of ids) expect(items.filter((e: { request_id: string }) => e.request_id === id)).to.have.length(1);
    });
  });

  it('handles twenty messages to one conversation at once, one after the other', async () => {
    const talk = await client.talk('demo@example.com');
    const messages = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'Where is ORD-1002?' : 'hello'));
    const replies = await Promise.all(messages.map(message => talk.say(message)));
    expect(replies.map(({ intent }) => intent)).to.deep.equal(
      messages.map(m => (m === 'hello' ? 'greeting' : 'order_status'))
    );
    expect((await talk.read()).turns).to.equal(20);
    const { items } = (await client.get(`/v1/runs?conversation_id=${talk.id}`)).body;
    expect(items).to.have.length(20);
    expect(new Set(items.map(({ run_id }: { run_id: string }) => run_id))).to.deep.equal(
      new Set(replies.map(({ trace }) => trace!.run_id))
    );
  });

  it('keeps the order of messages that arrive without waiting for each other', async () => {
    const talk = await client.talk('demo@example.com');
    const raw = await RawClient.open(service.port);
    const messages = ['I want a refund', 'ORD-1003', 'and ORD-1004?'];
    raw.write(messages.map(message => messageRequest(talk.path, message)).join(''));
    const replies = (await raw.answers(messages.length)).map(answer => answer.json() as Reply);
    raw.socket.end();
    expect(replies.map(({ state }) => state)).to.deep.equal(['clarifying', 'answered', 'answered']);
    const rules = replies.map(({ trace }) => trace!.steps.find(({ type }) => type === 'policy_decision')?.record.rule);
    expect(rules).to.deep.equal([undefined, 'outside-window', 'excluded-item']);
  });

  it('makes one ticket of the same refund asked for ten times at once', async () => {
    const talk = await client.talk('demo@example.com');
    const replies = await Promise.all(Array.from({ length: 10 }, () => talk.say('I want a refund for ORD-1001')));
    expect(new Set(replies.map(({ ticket_id }) => ticket_id)).size).to.equal(1);
    const tickets = await ticketsOf(talk.id);
    expect(tickets).to.have.length(1);
    expect(tickets[0].ticket_id).to.equal(replies[0]!.ticket_id);
  });

  it('verifies and talks at once without losing either', async () => {
    const talk = await client.talkUnverified('demo@example.com');
    await Promise.all([
      talk.say('hello'),
      talk.verify('demo@example.com'),
      talk.say('hello'),
      talk.verify('wrong@example.com'),
      talk.say('hello')
    ]);
    expect(await talk.read()).to.include({ turns: 3, identity_verified: true });
  });

  it(`escalates past the limit of ${TURNS} turns, and loses nobody`, async () => {
    const talk = await client.talk('demo@example.com');
    for (let i = 0; i < TURNS; i++) expect((await talk.say('hello')).state).to.equal('answered');
    for (let i = 0; i < 2; i++) {
      const late = await talk.say('Where is ORD-1002?');
      expect(late).to.include({ state: 'escalated', escalation_reason: 'budget_exhausted' });
      expect(late.ticket_id).to.match(/^tkt_/);
      expect(late.reply).not.to.contain('NL44');
    }
    expect(await ticketsOf(talk.id)).to.have.length(1);
    expect((await talk.read()).turns).to.be.at.least(TURNS);
  });
});
