import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { startService, type TestService } from '../../../harness/service.js';
import { expectFailure } from './contract.js';

const KEYS = [
  'demo:full-secret',
  'demo:reader-secret:knowledge:read|account:read',
  'demo:no-ops:knowledge:read|account:read|order:read|ticket:write',
  'demo:no-tickets:knowledge:read|account:read|order:read|ops:read',
  'acme:acme-secret'
];

describe('support agent over HTTP: keys, scopes and tenants', () => {
  let service: TestService;
  before(async () => void (service = await startService({ env: { AGENT_SECURITY__API_KEYS: KEYS.join(',') } })));
  after(() => service.stop());

  const PATHS: [string, string, unknown][] = [
    ['POST', '/v1/conversations', {}],
    ['GET', '/v1/conversations/conv_1', undefined],
    ['POST', '/v1/conversations/conv_1/messages', { message: 'hi' }],
    ['POST', '/v1/conversations/conv_1/verify', { email: 'demo@example.com' }],
    ['POST', '/v1/conversations/conv_1/feedback', { helpful: true }],
    ['GET', '/v1/tools', undefined],
    ['GET', '/v1/runs', undefined],
    ['GET', '/v1/runs/run_1/trace', undefined],
    ['GET', '/v1/tickets', undefined],
    ['GET', '/v1/audit', undefined],
    ['GET', '/v1/keys', undefined],
    ['GET', '/v1/feedback/summary', undefined]
  ];

  it('refuses a missing and a wrong key identically on every endpoint', async () => {
    const nobody = service.client(null);
    for (const [method, path, json] of PATHS) {
      const sent = json === undefined ? {} : { json };
      const missing = await nobody.send(method, path, sent);
      expectFailure(missing, 403, 'forbidden');
      for (const headers of [
        { 'X-API-Key': 'wrong' },
        { 'X-API-Key': '' },
        { Authorization: 'Bearer wrong' },
        { Authorization: 'Basic ZGVtbzpmdWxs' },
        { 'X-API-Key': 'demo:full-secret' }
      ]) {
        const wrong = await nobody.send(method, path, { ...sent, headers: { ...headers } as Record<string, string> });
        expect({ ...wrong.body, request_id: '' }, `${method} ${path}`).to.deep.equal({
          ...missing.body,
          request_id: ''
        });
        expect(wrong.status).to.equal(403);
      }
    }
  });

  it('refuses a key before it looks at the body', async () => {
    const answer = await service
      .client(null)
      .send('POST', '/v1/conversations', { body: '{', headers: { 'Content-Type': 'application/json' } });
    expectFailure(answer, 403, 'forbidden');
  });

  it('takes the secret as X-API-Key or as Bearer', async () => {
    expect((await service.client('full-secret').get('/v1/tools')).status).to.equal(200);
    expect((await service.client(null).get('/v1/tools', { Authorization: 'Bearer full-secret' })).status).to.equal(200);
  });

  it('needs ops:read for the operations listings and for nothing else', async () => {
    const run = await service
      .client('full-secret')
      .talk('demo@example.com')
      .then(c => c.say('Where is ORD-1002?'));
    const listings = [
      '/v1/runs',
      `/v1/runs/${run.trace!.run_id}/trace`,
      '/v1/tickets',
      '/v1/audit',
      '/v1/keys',
      '/v1/feedback/summary'
    ];
    for (const path of listings) {
      expectFailure(await service.client('no-ops').get(path), 403, 'forbidden');
      expect((await service.client('full-secret').get(path)).status).to.equal(200);
    }
    expect((await service.client('no-ops').get('/v1/tools')).status).to.equal(200);
    // Neither tells whether a run exists.
    expectFailure(await service.client('no-ops').get('/v1/runs/run_1/trace'), 403, 'forbidden');
  });

  it('hands a run whose plan lacks a scope to a person, and says so', async () => {
    const reader = await service.client('reader-secret').talk('demo@example.com');
    const policy = await reader.say('What is your refund policy?');
    expect(policy.state).to.equal('answered');
    const status = await reader.say('Where is ORD-1002?');
    expect(status).to.include({
      state: 'escalated',
      escalation_reason: 'policy_requires_human',
      ticket_id: null,
      tool_calls: 0
    });
    expect(status.warnings.join()).to.match(/^scope_missing: .*order:read/);
    expect(status.reply).not.to.contain('NL44');
  });

  it('names no order of a customer to a key that may not read orders', async () => {
    const reader = await service.client('reader-secret').talk('demo@example.com');
    for (const message of [
      'I want a refund for the casserole',
      'Where is the lamp?',
      'refund the lamp and the casserole'
    ]) {
      const { reply } = await reader.say(message);
      expect(reply).not.to.match(/ORD-10/);
    }
  });

  it('escalates without a ticket where tickets may not be written, and says so', async () => {
    const talk = await service.client('no-tickets').talk('demo@example.com');
    const reply = await talk.say('I want a refund for ORD-1001');
    expect(reply).to.include({ state: 'escalated', escalation_reason: 'policy_requires_human', ticket_id: null });
    expect(reply.warnings.join()).to.match(/^scope_missing: .*ticket:write/);
    expect(reply.reply).not.to.match(/tkt_|colleague|handed/);
  });

  it('says that somebody has it only where a ticket says so too', async () => {
    const messages = ['Get me a human', 'I will sue you', 'hi', 'asdf qwer', 'zxcv uiop', 'hjkl bnm', 'call me back'];
    for (const secret of ['no-tickets', 'full-secret'])
      for (const email of [undefined, 'demo@example.com']) {
        const talk = await service.client(secret).talk(email);
        for (const message of messages) {
          const { reply, ticket_id } = await talk.say(message);
          if (/(handed|passed) this|a colleague (has|will|already)/i.test(reply))
            expect(`${ticket_id ?? reply}`, `${secret}: ${message}`).to.match(/\btkt_/);
        }
      }
  });

  it('answers what belongs to another tenant like what does not exist, everywhere', async () => {
    const demo = service.client('full-secret');
    const acme = service.client('acme-secret');
    const talk = await demo.talk('demo@example.com');
    const run = (await talk.say('I want a refund for ORD-1001')).trace!.run_id;
    const MISSING = 'conv_00000000000000000000000000';
    const mask = (body: any) => ({ ...body, request_id: '' });
    const pairs: [string, string, string, unknown][] = [
      ['GET', talk.path, `/v1/conversations/${MISSING}`, undefined],
      ['POST', `${talk.path}/messages`, `/v1/conversations/${MISSING}/messages`, { message: 'hi' }],
      ['POST', `${talk.path}/verify`, `/v1/conversations/${MISSING}/verify`, { email: 'acme@example.com' }],
      ['POST', `${talk.path}/feedback`, `/v1/conversations/${MISSING}/feedback`, { helpful: true }],
      ['GET', `/v1/runs/${run}/trace`, '/v1/runs/run_00000000000000000000000000/trace', undefined]
    ];
    for (const [method, theirs, nobodys, json] of pairs) {
      const sent = json === undefined ? {} : { json };
      const foreign = await acme.send(method, theirs, sent);
      const missing = await acme.send(method, nobodys, sent);
      expectFailure(foreign, 404, 'not_found');
      expect(mask(foreign.body)).to.deep.equal(mask(missing.body));
    }
    expect((await talk.read()).turns).to.equal(1);
    for (const listing of ['/v1/runs', '/v1/tickets'])
      expect((await acme.get(listing)).text, listing).not.to.contain(talk.id);
    const seen = (await acme.get('/v1/audit')).body.items as { resource: string | null; status: number }[];
    expect(seen.every(({ resource, status }) => resource !== talk.id || status === 404)).to.equal(true);
    expect((await acme.get(`/v1/runs?conversation_id=${talk.id}`)).body.items).to.deep.equal([]);
    expect((await acme.get('/v1/feedback/summary')).body).to.deep.equal({ helpful: 0, unhelpful: 0 });
  });

  it('writes one audit event a request, with the first eight characters of the key digest', async () => {
    const client = service.client('full-secret');
    const talk = await client.talk('demo@example.com');
    const sent = [
      await client.post(`${talk.path}/messages`, { message: 'hello' }),
      await client.post(`${talk.path}/messages`, { message: '' }),
      await client.post(`${talk.path}/feedback`, { helpful: true }),
      await client.get('/v1/tools'),
      await client.get('/v1/nothing'),
      await client.get(talk.path)
    ];
    const { items } = (await client.get('/v1/audit?limit=200')).body;
    const digest = createHash('sha256').update('full-secret').digest('hex');
    for (const { headers, status } of sent) {
      const events = items.filter(({ request_id }: { request_id: string }) => request_id === headers['x-request-id']);
      expect(events, `${status}`).to.have.length(1);
      expect(events[0]).to.have.all.keys(
        'event_id',
        'key',
        'method',
        'route',
        'resource',
        'status',
        'request_id',
        'created_at'
      );
      expect(events[0]).to.include({ key: digest.slice(0, 8), status });
    }
    expect(JSON.stringify(items)).not.to.contain('full-secret').and.not.to.contain(digest.slice(0, 12));
  });

  it('takes requests without a key only where none is required', async () => {
    const open = await startService({
      env: { AGENT_SECURITY__REQUIRE_API_KEY: 'false', AGENT_SECURITY__API_KEYS: '' }
    });
    try {
      expect((await open.client(null).post('/v1/conversations', {})).status).to.equal(201);
      expectFailure(await open.client('wrong').post('/v1/conversations', {}), 403, 'forbidden');
    } finally {
      await open.stop();
    }
  });
});
