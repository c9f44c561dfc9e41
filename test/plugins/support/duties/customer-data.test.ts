import { expect } from 'chai';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../harness/client.js';
import { startService, type TestService } from '../../../harness/service.js';

const COMMENT = 'my neighbour Quillfeather took the parcel';
const DATA = '/v1/customers/cus_demo/data';

describe('support agent: what a customer may ask of a shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-customer-data-'));
  let service: TestService;
  let privacy: Client;
  let talk: Awaited<ReturnType<Client['talk']>>;
  let run: string;
  before(async () => {
    service = await startService({
      folder,
      env: {
        AGENT_SECURITY__API_KEYS: 'demo:demo-secret,demo:officer:privacy:write,acme:acme-officer:privacy:write'
      }
    });
    privacy = service.client('officer');
    const client = service.client();
    talk = await client.talk('demo@example.com');
    run = (await talk.say('I want a refund for ORD-1001', { 'Idempotency-Key': 'once' })).trace!.run_id;
    await client.post(`${talk.path}/feedback`, { helpful: false, comment: COMMENT });
    await (await client.talkUnverified('demo@example.com')).say('Get me a human');
    await (await client.talk('other@example.com')).say('Where is ORD-2001?');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const kinds = (records: object) =>
    Object.fromEntries(Object.entries(records).map(([kind, rows]) => [kind, (rows as unknown[]).length]));
  const EVERYTHING = {
    customers: 1,
    orders: 8,
    conversations: 2,
    runs: 2,
    traces: 2,
    tickets: 2,
    feedback: 1,
    responses: 1
  };

  it('is for keys with the scope, and for customers of their tenant', async () => {
    for (const method of ['GET', 'DELETE']) {
      expect((await service.client().send(method, DATA)).status).to.equal(403);
      expect((await service.client('acme-officer').send(method, DATA)).status).to.equal(404);
      expect((await privacy.send(method, '/v1/customers/cus_nobody/data')).status).to.equal(404);
    }
  });

  it('is a copy of everything', async () => {
    const { status, body } = await privacy.get(DATA);
    expect(status).to.equal(200);
    expect(kinds(body.records)).to.include(EVERYTHING);
    expect(body.records.decisions).not.to.have.length(0);
    expect(body.records.feedback[0].comment).to.equal(COMMENT);
    expect(body.records.responses[0].response.reply).to.be.a('string');
    expect(JSON.stringify(body)).not.to.contain('other@example.com');
  });

  it('is that everything is erased, proved by an event that holds no data', async () => {
    const { status, body } = await privacy.send('DELETE', DATA);
    expect(status).to.equal(200);
    expect(body.erased).to.include(EVERYTHING);
    const client = service.client();
    expect((await client.get(talk.path)).status).to.equal(404);
    expect((await client.post(`${talk.path}/messages`, { message: 'still there?' })).status).to.equal(404);
    expect((await client.get(`/v1/runs/${run}/trace`)).status).to.equal(404);
    expect((await client.get('/v1/tickets')).body.items).to.deep.equal([]);
    expect((await client.get('/v1/feedback/summary')).body).to.deep.equal({ helpful: 0, unhelpful: 0 });
    expect(await (await client.talkUnverified()).verify('demo@example.com')).to.equal(false);
    for (const from of ['customers', 'orders', 'conversations', 'decisions', 'traces', 'responses', 'codes']) {
      const [rows] = await service.store.read([[service.store.prepare({ from }), {}]]);
      expect(JSON.stringify(rows)).not.to.match(/cus_demo|demo@example|Quillfeather/);
    }
    const [event] = (await client.get('/v1/audit?limit=200')).body.items.filter(
      ({ method, status: answered }: any) => method === 'DELETE' && answered === 200
    );
    expect(event).to.include({ route: '/v1/customers/{id}/data', resource: 'cus_demo' });
    expect(JSON.stringify(event)).not.to.match(/example[.]com|Quillfeather|Dana/);
    expect((await privacy.send('DELETE', DATA)).status).to.equal(404);
  });

  it('leaves others as they are', async () => {
    const other = await service.client().talk('other@example.com');
    expect((await other.say('Where is ORD-2001?')).state).to.equal('answered');
    const { records } = (await privacy.get('/v1/customers/cus_other/data')).body;
    expect(kinds(records)).to.include({ customers: 1, orders: 1, conversations: 2, runs: 2 });
  });

  it('leaves nothing of it in the bytes of the file, nor beside it', async () => {
    await service.stop();
    const bytes = readFileSync(join(folder, 'support.db')).toString('latin1');
    expect(bytes).to.contain('other@example.com');
    for (const file of readdirSync(folder).filter(name => name.startsWith('support.db')))
      expect(readFileSync(join(folder, file)).toString('latin1')).not.to.contain('Quillfeather');
  });
});
