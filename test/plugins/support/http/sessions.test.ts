import { expect } from 'chai';
import { Client } from '../../../harness/client.js';
import { KEY, startService, type TestService } from '../../../harness/service.js';

const SHOP = 'https://shop.example';
const PUBLIC = 'public-of-demo';

describe('support agent over HTTP: sessions of browsers', () => {
  let service: TestService;
  before(async () => {
    service = await startService({
      env: {
        AGENT_SESSIONS__ORIGINS: SHOP,
        AGENT_SESSIONS__PUBLIC_KEYS: `demo:${PUBLIC}:https://static.example|self`
      }
    });
  });
  after(() => service.stop());

  const open = (body: object = { origin: SHOP }) => service.client().post('/v1/sessions', body);
  /** A page of an origin, with a token or a public key. */
  const page = (credential: string, origin = SHOP) => ({
    post: (path: string, json: unknown) => new Client(service.url, credential).post(path, json, { Origin: origin }),
    get: (path: string) => new Client(service.url, credential).get(path, { Origin: origin })
  });

  it('opens a conversation for one origin, in which a browser asks, verifies, and rates', async () => {
    const { status, body } = await open({ origin: SHOP, customer_email: 'demo@example.com' });
    expect(status).to.equal(201);
    expect(body).to.have.all.keys('token', 'conversation_id', 'origin', 'expires_at');
    expect(Date.parse(body.expires_at) - Date.now()).to.be.within(19 * 60_000, 20 * 60_000);
    const path = `/v1/conversations/${body.conversation_id}`;
    const browser = page(body.token);
    const asked = await browser.post(`${path}/messages`, { message: 'Where is my order ORD-1002?' });
    expect(asked.body).to.deep.include({ state: 'clarifying', question: { about: 'identity', choices: [] } });
    expect((await browser.post(`${path}/verify`, { email: 'demo@example.com' })).body.verified).to.equal(true);
    const told = await browser.post(`${path}/messages`, { message: 'Where is my order ORD-1002?' });
    expect(told.body).to.deep.include({ state: 'answered', provenance: [], question: null, trace: null });
    expect((await browser.post(`${path}/feedback`, { helpful: true })).status).to.equal(204);
    expect((await browser.get(path)).body.turns).to.equal(2);
  });

  it('refuses a token everywhere else', async () => {
    const [mine, other] = [(await open()).body, (await open()).body];
    const path = `/v1/conversations/${mine.conversation_id}/messages`;
    const browser = page(mine.token);
    const hello = { message: 'Hello' };
    expect((await browser.post(`/v1/conversations/${other.conversation_id}/messages`, hello)).status).to.equal(404);
    expect((await page(mine.token, 'https://evil.example').post(path, hello)).status).to.equal(403);
    expect((await new Client(service.url, mine.token).post(path, hello)).status).to.equal(403);
    expect((await browser.post(path, { ...hello, include_trace: true })).status).to.equal(403);
    for (const read of ['/v1/runs', '/v1/tickets', '/v1/tools', '/v1/audit'])
      expect((await browser.get(read)).status, read).to.equal(403);
    expect((await browser.post('/v1/conversations', {})).status).to.equal(403);
    const [kind, payload, signature] = mine.token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, conversation: other.conversation_id })).toString(
      'base64url'
    );
    expect((await page(`${kind}.${forged}.${signature}`).post(path, hello)).status).to.equal(403);
  });

  it('renews a token for the same conversation, and ends when its time is over', async () => {
    const { body } = await open();
    const renewed = await page(body.token).post('/v1/sessions', {});
    expect(renewed.status).to.equal(201);
    expect(renewed.body.conversation_id).to.equal(body.conversation_id);
    let at = Date.now();
    const later = await service.variant({
      now: () => new Date(at),
      settings: { 'sessions/minutes': 60, 'sessions/hours': 1 }
    });
    try {
      const first = (await later.client().post('/v1/sessions', { origin: SHOP })).body;
      const send = (method: string, token: string) =>
        new Client(later.url, token).post(method, { message: 'Hello' }, { Origin: SHOP });
      const path = `/v1/conversations/${first.conversation_id}/messages`;
      at += 50 * 60_000;
      expect((await send(path, first.token)).status).to.equal(200);
      const second = (await new Client(later.url, first.token).post('/v1/sessions', {}, { Origin: SHOP })).body;
      expect(second.expires_at).to.equal(first.expires_at);
      at += 11 * 60_000;
      expect((await send(path, second.token)).status).to.equal(403);
    } finally {
      await later.stop();
    }
  });

  it('opens sessions for a public key on its origins alone, and not without end', async () => {
    expect((await page(PUBLIC, SHOP).post('/v1/sessions', {})).status).to.equal(403);
    expect((await new Client(service.url, PUBLIC).post('/v1/sessions', {})).status).to.equal(403);
    const opened = await page(PUBLIC, service.url).post('/v1/sessions', {});
    expect(opened.body.origin).to.equal(service.url);
    const { conversation_id } = opened.body;
    expect((await page(PUBLIC, 'https://static.example').post('/v1/sessions', { conversation_id })).status).to.equal(
      403
    );
    expect((await page(PUBLIC, service.url).post('/v1/conversations', {})).status).to.equal(403);
    // More than two minutes take, for one may end in between.
    const more = await Promise.all(
      Array.from({ length: 50 }, () => page(PUBLIC, service.url).post('/v1/sessions', {}))
    );
    const limited = more.filter(({ status }) => status === 429);
    expect(limited).to.have.length.of.at.least(1);
    expect(Number(limited[0]!.headers['retry-after'])).to.be.within(1, 60);
  });

  it("asks a shop's server for an origin that is allowed, and for a conversation of its own", async () => {
    expect((await open({})).status).to.equal(400);
    expect((await open({ origin: 'https://evil.example' })).status).to.equal(400);
    const { id } = await service.client('acme-secret').talkUnverified();
    expect((await open({ origin: SHOP, conversation_id: id })).status).to.equal(404);
    const own = await service.client(KEY).talkUnverified();
    expect((await open({ origin: SHOP, conversation_id: own.id })).body.conversation_id).to.equal(own.id);
  });

  it('lets pages of allowed origins call, and tells the browsers of others nothing', async () => {
    const ask = (origin: string) =>
      service.client(null).send('OPTIONS', '/v1/sessions', {
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type'
        }
      });
    const yes = await ask(SHOP);
    expect(yes.status).to.equal(204);
    expect(yes.headers['access-control-allow-origin']).to.equal(SHOP);
    expect(yes.headers['access-control-allow-headers']).to.match(/Authorization, Content-Type, Idempotency-Key/);
    const no = await ask('https://evil.example');
    expect(no.headers).not.to.have.property('access-control-allow-origin');
    const refused = await page('wrong').post('/v1/sessions', {});
    expect(refused.status).to.equal(403);
    expect(refused.headers['access-control-allow-origin']).to.equal(SHOP);
  });
});
