import { expect } from 'chai';
import { META, PROTOCOL_VERSION } from '../../../../core/mcp/index.js';
import { Files, NOWHERE, TestOrchestrator } from '../fixture/index.js';
import { OlderServer } from '../fixture/older-server.js';
import { Upstream } from '../fixture/upstream.js';

const META_FIELDS = { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} };
const FIELDS = [
  'name',
  'url',
  'capabilities',
  'metadata',
  'status',
  'registered_at',
  'last_checked_at',
  'last_error',
  'consecutive_failures',
  'latency_ms'
];

describe('registering servers', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    orchestrator = await TestOrchestrator.start();
    upstream = await Upstream.start([{ name: 'echo' }, { name: 'search' }]);
  });
  after(async () => {
    await orchestrator.stop();
    await upstream.kill();
  });
  afterEach(() => orchestrator.clear());

  it('answers 201 with a record, 200 when the name registers again, and shows it', async () => {
    const given = { capabilities: ['files'], metadata: { team: 'tools' } };
    const first = await orchestrator.register('a', upstream.url, given);
    expect(first.status).to.equal(201);
    expect(first.headers.get('location')).to.equal('/servers/a');
    expect(first.body).to.have.all.keys(FIELDS);
    expect(first.body).to.deep.include({ name: 'a', url: upstream.url, ...given, status: 'healthy', last_error: null });
    expect(first.body).to.deep.include({ consecutive_failures: 0, latency_ms: { p50: null, p95: null, p99: null } });
    expect(Date.parse(first.body.registered_at)).to.be.closeTo(Date.now(), 60_000);
    expect(first.body.last_checked_at).to.be.a('string');

    const again = await orchestrator.register('a', upstream.url, { capabilities: ['files', 'git'] });
    expect(again.status).to.equal(200);
    expect(again.body).to.deep.include({ capabilities: ['files', 'git'], metadata: {} });
    expect(again.body.registered_at).to.equal(first.body.registered_at);
    const { servers } = (await orchestrator.get('/servers')).body;
    expect(servers.map((s: { name: string }) => s.name)).to.deep.equal(['a']);
    expect((await orchestrator.get('/servers/a')).body).to.deep.equal(servers[0]);
  });

  it('keeps one record when a name is registered many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => orchestrator.register('a', upstream.url)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).to.deep.equal([...Array(7).fill(200), 201]);
    expect((await orchestrator.get('/servers')).body.servers).to.have.length(1);
  });

  it('filters by capability, declared or discovered, and by status', async () => {
    await orchestrator.register('a', upstream.url, { capabilities: ['files'] });
    await orchestrator.register('b', 'http://127.0.0.1:9/mcp', { capabilities: ['git'] });
    const names = async (query: string) =>
      (await orchestrator.get(`/servers?${query}`)).body.servers.map((s: { name: string }) => s.name);
    expect(await names('capability=files')).to.deep.equal(['a']);
    expect(await names('capability=search')).to.deep.equal(['a']);
    expect(await names('capability=tools')).to.deep.equal(['a']);
    expect(await names('status=degraded')).to.deep.equal(['b']);
    expect(await names('capability=git&status=healthy')).to.deep.equal([]);
    expect((await orchestrator.get('/servers?status=sick')).status).to.equal(422);
  });

  it('shows on request what was discovered', async () => {
    await orchestrator.register('a', upstream.url, { weight: 3 });
    const { body } = await orchestrator.get('/servers/a?detail=true');
    expect(body).to.deep.include({ weight: 3, discovered_capabilities: ['tools', 'echo', 'search'] });
    expect(body.tools.map((t: { name: string }) => t.name)).to.deep.equal(['echo', 'search']);
  });

  it('deregisters with 204, and answers 404 for a name that is not there', async () => {
    await orchestrator.register('a', upstream.url);
    expect((await orchestrator.send('DELETE', '/servers/a')).status).to.equal(204);
    for (const answer of [await orchestrator.send('DELETE', '/servers/a'), await orchestrator.get('/servers/a')]) {
      expect(answer.status).to.equal(404);
      expect(answer.body).to.include({ code: 'not_found' });
      expect(answer.body.request_id).to.be.a('string');
    }
    expect((await orchestrator.call({ server: 'a' })).status).to.equal(404);
  });

  it('takes a server whose name does not resolve, and says that it is not well', async () => {
    const { status, body } = await orchestrator.register('a', NOWHERE);
    expect(status).to.equal(201);
    expect(body).to.include({ status: 'degraded', consecutive_failures: 1 });
    expect(body.last_error).to.equal('connect_failed (ENOTFOUND)');
  });

  it('follows a server to another address', async () => {
    const other = await Upstream.start();
    await orchestrator.register('a', upstream.url);
    expect((await orchestrator.register('a', other.url)).status).to.equal(200);
    expect((await orchestrator.call()).body.result.content[0].text).to.equal(String(other.port));
    await other.kill();
  });

  it('writes to the log who registered and deregistered what', async () => {
    await orchestrator.register('audited', upstream.url);
    await orchestrator.send('DELETE', '/servers/audited');
    const of = (event: string) => orchestrator.logged(event).filter(({ fields }) => fields['server'] === 'audited');
    expect(of('registry.registered')[0]!.fields).to.include({ by: 'local', created: true });
    expect(of('registry.deregistered')[0]!.fields).to.include({ by: 'local' });
  });

  const url = 'http://127.0.0.1:9/mcp';
  const wrong: readonly [what: string, body: unknown, status: number, field: string, rule: string][] = [
    ['text that is not JSON', '{', 400, '(body)', 'json'],
    ['no name', { url, capabilities: [] }, 422, 'name', 'required'],
    ['no capabilities', { name: 'a', url }, 422, 'capabilities', 'required'],
    ['an unknown field', { name: 'a', url, capabilities: [], weigth: 2 }, 422, 'weigth', 'unknown_field'],
    ['a name with a double underscore', { name: 'a__b', url, capabilities: [] }, 422, 'name', 'pattern'],
    ['a name with a space', { name: 'a b', url, capabilities: [] }, 422, 'name', 'pattern'],
    ['a weight of none', { name: 'a', url, capabilities: [], weight: 0 }, 422, 'weight', 'minimum'],
    ['a URL that is none', { name: 'a', url: 'tools', capabilities: [] }, 422, 'url', 'url'],
    ['another scheme', { name: 'a', url: 'file:///etc/passwd', capabilities: [] }, 422, 'url', 'scheme'],
    ['credentials', { name: 'a', url: 'http://me:secret@tools/mcp', capabilities: [] }, 422, 'url', 'credentials'],
    [
      'a health path that leads elsewhere',
      { name: 'a', url, capabilities: [], metadata: { health_path: '//evil.example/' } },
      422,
      'metadata.health_path',
      'pattern'
    ]
  ];
  for (const [what, body, status, field, rule] of wrong)
    it(`refuses ${what}, by field and rule`, async () => {
      const answer = await orchestrator.send('POST', '/servers', body);
      expect(answer.status).to.equal(status);
      expect(answer.body).to.include({ code: 'validation_error' });
      expect(answer.body.detail.fields).to.deep.include({ field, rule });
      expect(answer.text).not.to.include('secret');
    });
});

describe('the routing policy', () => {
  const files = new Files();
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  const VARIABLE = 'TEST_TOOLS_TOKEN';
  before(async () => {
    process.env[VARIABLE] = 'to-ken';
    orchestrator = await TestOrchestrator.start({ files });
    upstream = await Upstream.start();
    await orchestrator.register('a', upstream.url);
  });
  after(async () => {
    delete process.env[VARIABLE];
    await orchestrator.stop();
    await upstream.kill();
    files.remove();
  });
  const change = async (from: string, to: string) => {
    files.edit('routing.yaml', text => text.replace(from, to));
    expect((await orchestrator.running.documents.reload()).problems).to.deep.equal([]);
  };

  it('limits how many there can be, not how often one says who it is', async () => {
    await change('max_servers: 1000', 'max_servers: 1');
    const refused = await orchestrator.register('b', upstream.url);
    expect(refused.status).to.equal(409);
    expect(refused.body).to.include({ code: 'conflict' });
    expect((await orchestrator.register('a', upstream.url)).status).to.equal(200);
    await change('max_servers: 1', 'max_servers: 1000');
  });

  it('gives servers on its hosts the token they ask for, and shows it nowhere', async () => {
    await orchestrator.call();
    expect(upstream.calls.at(-1)!.headers).not.to.have.property('authorization');
    const credentials = `credentials: [{ hosts: [127.0.0.0/8], bearer_from: ${VARIABLE} }]`;
    await change('health:', `${credentials}\nhealth:`);
    await orchestrator.call();
    expect(upstream.calls.at(-1)!.headers).to.include({ authorization: 'Bearer to-ken' });
    const shown = [await orchestrator.get('/servers?detail=true'), await orchestrator.get('/metrics')];
    expect(JSON.stringify([...shown.map(({ text }) => text), orchestrator.lines])).not.to.include('to-ken');
  });

  it('holds for probes and the list of tools as soon as it is loaded, before any request is routed', async () => {
    const probed = async () => {
      const { fleet, prober } = orchestrator.endpoint.service;
      await prober.probe(fleet.get('a')!);
      return upstream.received.at(-1)!.headers.authorization;
    };
    process.env['TEST_OTHER_TOKEN'] = 'an-other';
    expect(await probed()).to.equal('Bearer to-ken');
    await change(VARIABLE, 'TEST_OTHER_TOKEN');
    expect(await probed()).to.equal('Bearer an-other');
    const listed = async () => {
      const { text } = await orchestrator.send(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META_FIELDS } },
        {
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': PROTOCOL_VERSION,
          'mcp-method': 'tools/list'
        }
      );
      return text.includes('a__echo');
    };
    expect(await listed()).to.equal(true);
    await change("allowed_hosts: ['*']", "allowed_hosts: ['*.internal']");
    expect(await listed()).to.equal(false);
    expect(await probed()).to.equal(undefined);
    await change("allowed_hosts: ['*.internal']", "allowed_hosts: ['*']");
    expect(await listed()).to.equal(true);
    await change('TEST_OTHER_TOKEN', VARIABLE);
    delete process.env['TEST_OTHER_TOKEN'];
  });

  it('gives the token once with each message to a server that has to be greeted', async () => {
    const older = await OlderServer.start();
    await orchestrator.register('past', older.url);
    expect(older.authorizations.length).to.be.above(2);
    for (const given of older.authorizations) expect(given).to.have.length(1);
    await orchestrator.send('DELETE', '/servers/past');
    await older.stop();
  });

  it('lets servers go that are on hosts it no longer lists, and new ones be refused', async () => {
    await change("allowed_hosts: ['*']", "allowed_hosts: ['*.internal']");
    const { status, body } = await orchestrator.call({ explain: true });
    expect(status).to.equal(503);
    expect(body.detail.explain.passed_over).to.deep.equal([
      { server: 'a', why: 'its host is not among allowed_hosts' }
    ]);
    expect(orchestrator.logged('registry.host_not_allowed').length).to.be.above(0);
    const refused = await orchestrator.register('b', upstream.url);
    expect(refused.body.detail.fields).to.deep.equal([{ field: 'url', rule: 'host_not_allowed' }]);
    await change("allowed_hosts: ['*.internal']", "allowed_hosts: ['127.0.0.1']");
    expect((await orchestrator.call()).status).to.equal(200);
  });
});
