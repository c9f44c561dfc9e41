import { expect } from 'chai';
import type { Client } from '../../../harness/client.js';
import { ACME_KEY, startService, type TestService } from '../../../harness/service.js';

describe('support agent over HTTP: what becomes of a ticket', () => {
  let service: TestService;
  let client: Client;
  before(async () => {
    service = await startService({
      env: { AGENT_SECURITY__API_KEYS: `demo:demo-secret,demo:reader:ops:read,acme:${ACME_KEY}` }
    });
    client = service.client();
  });
  after(() => service.stop());

  const handedOver = async (order = 'ORD-1001') => {
    const talk = await client.talk('demo@example.com');
    const { ticket_id } = await talk.say(`I want a refund for ${order}`);
    return { talk, path: `/v1/tickets/${ticket_id}`, ticket_id: ticket_id! };
  };
  const change = (path: string, json: unknown, headers: Record<string, string> = {}, as = client) =>
    as.send('PATCH', path, { json, headers });

  it('takes status, assignee and notes, one version each', async () => {
    const { path } = await handedOver();
    const first = await client.get(path);
    expect(first.body).to.include({ status: 'open', version: 1, assignee: null, updated_at: null });
    expect([first.headers['etag'], first.body.notes]).to.deep.equal(['"1"', []]);
    const taken = await change(path, { status: 'in_progress', assignee: 'Kim' }, { 'If-Match': '"1"' });
    expect([taken.status, taken.headers['etag']]).to.deep.equal([200, '"2"']);
    const noted = await change(path, { note: 'The parcel arrived wet.' });
    expect(noted.body).to.include({ status: 'in_progress', assignee: 'Kim', version: 3 });
    expect(noted.body.notes.map(({ text }: { text: string }) => text)).to.deep.equal(['The parcel arrived wet.']);
    const again = await change(path, { status: 'in_progress', assignee: 'Kim' });
    expect(again.body.version, 'what changes nothing is no version').to.equal(3);
  });

  it('says the order, its lines and what is asked for, also where a person decides', async () => {
    const above = await client.get((await handedOver('ORD-1005')).path);
    expect(above.body).to.deep.include({ line_ids: ['L1'], amount: '1250.00', currency: 'USD' });
    const whole = await client.get((await handedOver('ORD-1001')).path);
    expect(whole.body).to.deep.include({ line_ids: ['L1', 'L2'], amount: '89.90' });
  });

  it('refuses a change of a version that is no longer in force', async () => {
    const { path } = await handedOver();
    expect((await change(path, { assignee: 'Kim' }, { 'If-Match': '"1"' })).status).to.equal(200);
    const late = await change(path, { assignee: 'Lou' }, { 'If-Match': '"1"' });
    expect([late.status, late.body.code, late.body.detail]).to.deep.equal([412, 'conflict', { version: 2 }]);
    expect((await client.get(path)).body.assignee).to.equal('Kim');
  });

  it('is for keys with the scope, of the tenant, and for known fields', async () => {
    const { path } = await handedOver();
    const reader = service.client('reader');
    const status = async (json: unknown, as: Client) => (await change(path, json, {}, as)).status;
    expect(await status({ status: 'resolved' }, reader)).to.equal(403);
    expect(await status({ status: 'resolved' }, service.client(ACME_KEY))).to.equal(404);
    expect((await service.client(ACME_KEY).get(path)).status).to.equal(404);
    for (const json of [{}, { status: 'done' }, { reply: 'x' }, { note: '' }])
      expect(await status(json, client), JSON.stringify(json)).to.equal(422);
    expect((await client.get(path)).body.version).to.equal(1);
  });

  it('keeps notes out of listings, log and audit', async () => {
    const { path, ticket_id } = await handedOver();
    await change(path, { status: 'in_progress', note: 'quokka' });
    const { body } = await client.get('/v1/tickets');
    expect(body.items.find((each: any) => each.ticket_id === ticket_id)).to.include({ status: 'in_progress' });
    const audit = await client.get('/v1/audit');
    expect(audit.body.items[1]).to.include({ method: 'PATCH', route: '/v1/tickets/{id}', resource: ticket_id });
    for (const text of [JSON.stringify(body), audit.text, JSON.stringify(service.log)])
      expect(text).not.to.contain('quokka');
  });

  it('tells the customer how the case stands', async () => {
    const { talk, path, ticket_id } = await handedOver();
    expect((await talk.say('is it done yet?')).reply).to.contain(ticket_id);
    await change(path, { status: 'in_progress' });
    const working = await talk.say('any news on my case?');
    expect([working.state, working.reply]).to.deep.equal([
      'answered',
      `A colleague is working on it. It is not done yet. Your ticket is ${ticket_id}.`
    ]);
    await change(path, { status: 'resolved' });
    const closed = await talk.say('what is the status of my case?');
    expect(closed.reply).to.contain(`A colleague has closed your ticket ${ticket_id}.`);
    const anew = await talk.say('I want a refund for ORD-1001');
    expect([anew.state, anew.ticket_id === ticket_id]).to.deep.equal(['escalated', false]);
  });

  it('tells it in another conversation, once the customer is verified', async () => {
    const { path, ticket_id } = await handedOver();
    await change(path, { status: 'in_progress' });
    const talk = await client.talk('demo@example.com');
    const told = await talk.say('what is the status of my case?');
    expect([told.state, told.reply]).to.deep.equal([
      'answered',
      `Your latest ticket is ${ticket_id}. A colleague is working on it.`
    ]);
    const stranger = await client.talk();
    expect((await stranger.say('what is the status of my case?')).reply).not.to.contain(ticket_id);
  });
});
