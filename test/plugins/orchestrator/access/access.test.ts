import { expect } from 'chai';
import type { IncomingHttpHeaders } from 'node:http';
import { authenticator, parseKeys } from '../../../../plugins/orchestrator/access/access.js';
import { TestOrchestrator } from '../fixture/index.js';

const HOST = { host: '127.0.0.1:3000' };
const keys = parseKeys(['team:s3cret', 'ops:other:part'], () => {});

describe('callers', () => {
  const named = (options: Parameters<typeof authenticator>[0], headers: IncomingHttpHeaders, peer = '127.0.0.1') => {
    try {
      return authenticator(options)(headers, peer).name;
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };

  describe('where keys are set', () => {
    const options = { keys, allowAnonymous: false, generated: undefined };
    it('present one, in either header, wherever they are', () => {
      for (const peer of ['127.0.0.1', '192.0.2.1']) {
        expect(named(options, { ...HOST, 'x-api-key': 's3cret' }, peer)).to.equal('team');
        expect(named(options, { ...HOST, authorization: 'Bearer other:part' }, peer)).to.equal('ops');
        expect(named(options, HOST, peer)).to.equal('forbidden');
        expect(named(options, { ...HOST, 'x-api-key': 'wrong' }, peer)).to.equal('forbidden');
      }
    });
  });

  describe('where none are set', () => {
    const options = { keys: [], allowAnonymous: false, generated: 'made-at-start' };
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8'])
      it(`need none from ${peer}`, () => expect(named(options, HOST, peer)).to.equal('local'));

    it('need the one that was made from anywhere else', () => {
      for (const peer of ['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', undefined])
        expect(named(options, HOST, peer ?? 'gone')).to.equal('forbidden');
      expect(named(options, { ...HOST, 'x-api-key': 'made-at-start' }, '192.0.2.1')).to.equal('generated');
    });

    for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-proto'])
      it(`are not local when a proxy says ${name}`, () =>
        expect(named(options, { ...HOST, [name]: '127.0.0.1' })).to.equal('forbidden'));

    it('are not local when a browser speaks for a page from elsewhere', () => {
      expect(named(options, { host: 'evil.example:3000' })).to.equal('forbidden');
      expect(named(options, { host: '0.0.0.0:3000', origin: 'https://evil.example' })).to.equal('forbidden');
      expect(named(options, { host: '0.0.0.0:3000' })).to.equal('local');
      expect(named(options, { ...HOST, origin: 'https://evil.example' })).to.equal('forbidden');
      expect(named(options, { ...HOST, origin: 'null' })).to.equal('forbidden');
      expect(named(options, { ...HOST, origin: 'http://localhost:3000' })).to.equal('local');
    });
  });

  it('are all let in where that is switched on, and still told apart by their keys', () => {
    const options = { keys, allowAnonymous: true, generated: undefined };
    expect(named(options, HOST, '192.0.2.1')).to.equal('anonymous');
    expect(named(options, { ...HOST, 'x-api-key': 's3cret' }, '192.0.2.1')).to.equal('team');
  });

  it('have keys of a name and a secret, which no message repeats', () => {
    const problems: string[] = [];
    parseKeys(['justsecret', ':nobody', 'a b:c', 'ok:x', 'again:x', 'empty:'], problem => void problems.push(problem));
    expect(problems).to.deep.equal([
      'entry 1 is not of the form name:secret',
      'entry 2 is not of the form name:secret',
      'entry 3 is not of the form name:secret',
      'entry 5 repeats a secret that another entry has',
      'entry 6 is not of the form name:secret'
    ]);
  });
});

describe('the endpoints', () => {
  let orchestrator: TestOrchestrator;
  before(async () => {
    orchestrator = await TestOrchestrator.start({ env: { MCP_API_KEYS: 'team:s3cret' } });
  });
  after(() => orchestrator.stop());

  it('are closed without a key, but for the health of the platform', async () => {
    for (const [method, path, body] of [
      ['GET', '/servers'],
      ['POST', '/servers', { name: 'a', url: 'http://127.0.0.1:9', capabilities: [] }],
      ['POST', '/route', { method: 'tools/list' }],
      ['GET', '/metrics'],
      ['GET', '/openapi.json']
    ] as const) {
      const answer = await orchestrator.send(method, path, body);
      expect(answer.status, path).to.equal(403);
      expect(answer.body, path).to.have.all.keys('code', 'message', 'request_id', 'detail');
      expect(answer.body.code).to.equal('forbidden');
      expect((await orchestrator.send(method, path, body, { 'x-api-key': 's3cret' })).status, path).not.to.equal(403);
    }
    expect((await orchestrator.get('/health')).status).to.equal(200);
  });

  it('tell the health of the platform', async () => {
    const { body } = await orchestrator.get('/health');
    expect(body).to.have.all.keys('status', 'registered_servers', 'healthy_servers', 'uptime_ms', 'version', 'reasons');
    expect(body).to.include({ version: '1.0.0' });
    expect(body.uptime_ms).to.be.within(0, 60_000);
  });

  it('say which methods they have, and what they take', async () => {
    const refused = await orchestrator.send('PUT', '/route', {}, { 'x-api-key': 's3cret' });
    expect(refused.status).to.equal(405);
    expect(refused.headers.get('allow')).to.equal('POST');
    const typed = await orchestrator.send('POST', '/route', 'x', {
      'x-api-key': 's3cret',
      'content-type': 'text/plain'
    });
    expect(typed.status).to.equal(415);
    const large = `{"method":"tools/list","params":{"a":"${'x'.repeat(4_200_000)}"}}`;
    expect((await orchestrator.send('POST', '/route', large, { 'x-api-key': 's3cret' })).status).to.equal(413);
    const queried = await orchestrator.send('POST', '/route?x=1', { method: 'tools/list' }, { 'x-api-key': 's3cret' });
    expect(queried.status).to.equal(422);
  });

  it('describe themselves', async () => {
    const { body } = await orchestrator.get('/openapi.json', { 'x-api-key': 's3cret' });
    expect(Object.keys(body.paths)).to.have.members([
      '/servers',
      '/servers/{name}',
      '/route',
      '/explain',
      '/rules',
      '/health',
      '/metrics'
    ]);
    expect(body.info.version).to.equal('1.0.0');
  });
});
