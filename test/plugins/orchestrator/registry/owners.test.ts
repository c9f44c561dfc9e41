import { expect } from 'chai';
import { Files, TestOrchestrator, until } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const KEYS = { red: 'red-secret', blue: 'blue-secret', chief: 'chief-secret' };
type Who = keyof typeof KEYS;

describe('names of servers and who may change them', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    const MCP_API_KEYS = `red:${KEYS.red},blue:${KEYS.blue},chief:${KEYS.chief}:registry:admin`;
    orchestrator = await TestOrchestrator.start({ env: { MCP_API_KEYS } });
    upstream = await Upstream.start();
  });
  after(() => Promise.all([orchestrator.stop(), upstream.kill()]));

  const as = (who: Who, method: string, path: string, body?: object) =>
    orchestrator.send(method, path, body, { 'x-api-key': KEYS[who] });
  const registration = (name: string) => ({ name, url: upstream.url, capabilities: [] });

  it('belong to the key that registered them, and to registry:admin', async () => {
    expect((await as('red', 'POST', '/servers', registration('a'))).status).to.equal(201);
    const refused = [
      await as('blue', 'POST', '/servers', registration('a')),
      await as('blue', 'PATCH', '/servers/a', { state: 'draining' }),
      await as('blue', 'DELETE', '/servers/a')
    ];
    for (const { status, body } of refused) expect([status, body.code]).to.deep.equal([403, 'forbidden']);
    expect((await as('blue', 'GET', '/servers/a')).body.status).to.equal('healthy');
    expect((await as('red', 'POST', '/servers', registration('a'))).status).to.equal(200);
    expect((await as('chief', 'PATCH', '/servers/a', { state: 'draining' })).status).to.equal(200);
    expect((await as('red', 'DELETE', '/servers/a')).status).to.equal(204);
    expect((await as('blue', 'POST', '/servers', registration('a'))).status).to.equal(201);
    expect((await as('chief', 'DELETE', '/servers/a')).status).to.equal(204);
  });

  it('answer 404 and 422 where there is nothing to change, or nothing that it could become', async () => {
    expect((await as('red', 'PATCH', '/servers/none', { state: 'draining' })).status).to.equal(404);
    await as('red', 'POST', '/servers', registration('b'));
    for (const body of [{ state: 'gone' }, {}, { state: 'active', weight: 2 }])
      expect((await as('red', 'PATCH', '/servers/b', body)).status).to.equal(422);
    await as('red', 'DELETE', '/servers/b');
  });

  it('stop the start where a scope is misspelt, without the secret', async () => {
    let message = '';
    await TestOrchestrator.start({ env: { MCP_API_KEYS: 'a:hush:registry:admn' } }).catch(e => (message = e.message));
    expect(message).to.contain('registry:admin').and.not.contain('hush');
  });
});

describe('a draining server', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    [orchestrator, upstream] = await Promise.all([TestOrchestrator.start(), Upstream.start()]);
  });
  after(() => Promise.all([orchestrator.stop(), upstream.kill()]));
  const drain = (state: string) => orchestrator.send('PATCH', '/servers/a', { state });

  it('finishes what it works on, gets nothing new, and comes back', async () => {
    let release = () => {};
    upstream.behave = callsOnly(({ id }, response) => void (release = () => reply(response, id, { late: true })));
    await orchestrator.register('a', upstream.url);
    const running = orchestrator.call();
    await until(() => upstream.calls.length === 1);
    expect((await drain('draining')).body).to.include({ name: 'a', state: 'draining', status: 'healthy' });
    for (const more of [{}, { server: 'a' }]) {
      const refused = await orchestrator.call({ ...more, explain: true });
      expect([refused.status, refused.body.code]).to.deep.equal([503, 'no_server_available']);
      expect(refused.body.detail.explain.passed_over[0].why).to.contain('draining');
    }
    const { body } = await orchestrator.get('/health');
    expect(body.reasons.join()).to.contain('draining_servers: 1 of 1');
    release();
    expect((await running).body.result).to.include({ late: true });
    upstream.sound();
    expect((await drain('active')).body).to.include({ state: 'active' });
    expect((await orchestrator.call()).status).to.equal(200);
    expect(orchestrator.logged('registry.state_changed').map(({ fields }) => fields['by'])).to.deep.equal([
      'local',
      'local'
    ]);
  });

  it('stays draining when it registers again', async () => {
    await drain('draining');
    await orchestrator.register('a', upstream.url);
    expect((await orchestrator.get('/servers/a?detail=true')).body).to.include({ state: 'draining', owner: 'local' });
    await drain('active');
  });
});

describe('servers that files list', () => {
  let files: Files;
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    upstream = await Upstream.start();
    files = new Files();
    files.write('servers/listed.yaml', listed('listed'));
    orchestrator = await TestOrchestrator.start({ files });
  });
  after(async () => {
    await Promise.all([orchestrator.stop(), upstream.kill()]);
    files.remove();
  });
  const listed = (name: string, more = '') =>
    `kind: tool-server\nversion: 1\nname: ${name}\nurl: ${upstream.url}\ncapabilities: [x]\n${more}`;
  const reload = async () => expect((await orchestrator.running.documents.reload()).outcome).to.equal('reloaded');

  it('are there from the start, and are changed by their files alone', async () => {
    await until(async () => (await orchestrator.call()).status === 200);
    expect((await orchestrator.get('/servers/listed?detail=true')).body).to.deep.include({
      capabilities: ['x'],
      weight: 1,
      owner: 'policies/routing/servers/listed.yaml'
    });
    for (const answer of [
      await orchestrator.register('listed', 'http://127.0.0.1:9/mcp'),
      await orchestrator.send('PATCH', '/servers/listed', { state: 'draining' }),
      await orchestrator.send('DELETE', '/servers/listed')
    ])
      expect([answer.status, answer.body.code]).to.deep.equal([409, 'conflict']);
  });

  it('come, drain and go with their files, and what was registered under such a name comes back', async () => {
    await orchestrator.register('two', upstream.url, { capabilities: ['registered'] });
    files.write('servers/two.yaml', listed('two', 'state: draining\n'));
    await reload();
    expect((await orchestrator.get('/servers/two?detail=true')).body).to.deep.include({
      state: 'draining',
      capabilities: ['x']
    });
    files.drop('servers/two.yaml');
    await reload();
    expect((await orchestrator.get('/servers/two')).body.capabilities).to.deep.equal(['registered']);
    files.drop('servers/listed.yaml');
    await reload();
    expect((await orchestrator.get('/servers/listed')).status).to.equal(404);
  });

  it('must be where servers may be', async () => {
    files.write('servers/far.yaml', listed('far').replace(upstream.url, 'http://169.254.169.254/mcp'));
    const { outcome, problems } = await orchestrator.running.documents.reload();
    expect(outcome).not.to.equal('reloaded');
    expect(problems[0]).to.include({ file: 'policies/routing/servers/far.yaml', code: 'server_url' });
    files.drop('servers/far.yaml');
  });
});
