import { expect } from 'chai';
import { freePort } from '../../../harness/free-port.js';
import { TestOrchestrator, until } from '../fixture/index.js';
import { Upstream } from '../fixture/upstream.js';

describe('probing servers', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    orchestrator = await TestOrchestrator.start({ env: { MCP_HEALTH_INTERVAL: '60' } });
  });
  after(() => orchestrator.stop());
  beforeEach(async () => {
    upstream = await Upstream.start();
  });
  afterEach(async () => {
    await orchestrator.clear();
    await upstream.kill().catch(() => {});
  });

  const status = async () => (await orchestrator.get('/servers/a')).body.status as string;
  const becomes = (wanted: string) => until(async () => (await status()) === wanted);
  /** Waits for a probe that failed so: another one may just have missed its second. */
  const failsWith = (wanted: string) =>
    until(async () => (await orchestrator.get('/servers/a')).body.last_error === wanted);

  it('lets a server go that was killed, tells so, and takes it back when it is there again', async () => {
    const port = await freePort();
    await upstream.kill();
    upstream = await Upstream.start([{ name: 'echo' }], port);
    await orchestrator.register('a', upstream.url);
    await upstream.kill();
    await becomes('unhealthy');
    await failsWith('connect_failed (ECONNREFUSED)');
    expect((await orchestrator.call({ server: 'a' })).status).to.equal(503);
    expect((await orchestrator.get('/health')).body).to.include({ status: 'unhealthy', registered_servers: 1 });
    upstream = await Upstream.start([{ name: 'echo' }], port);
    await becomes('healthy');
    expect((await orchestrator.call()).status).to.equal(200);
    const changes = orchestrator.logged('health.changed').filter(({ fields }) => fields['server'] === 'a');
    expect(changes.map(({ fields }) => fields['to']).slice(-3)).to.deep.equal(['degraded', 'unhealthy', 'healthy']);
  });

  it('takes an error of the protocol for an answer, and a broken server for one that failed', async () => {
    const errorCode = (code: number) => {
      upstream.behave = ({ id }, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } }));
        return true;
      };
    };
    errorCode(-32601);
    await orchestrator.register('a', upstream.url);
    await becomes('healthy');
    errorCode(-32603);
    await becomes('unhealthy');
    await failsWith('rpc_error (-32603)');
  });

  it('asks the endpoint that a server names instead', async () => {
    let code = 200;
    upstream.behave = ({ method }, response) => {
      if (method !== '/healthz') return false;
      response.writeHead(code).end();
      return true;
    };
    await orchestrator.register('a', upstream.url, { metadata: { health_path: '/healthz' } });
    await becomes('healthy');
    code = 500;
    await becomes('unhealthy');
    await failsWith('http_500');
    code = 200;
    await becomes('healthy');
  });

  it('finds tools that a server has gained since, when it comes back', async () => {
    await orchestrator.register('a', upstream.url);
    upstream.tools = [{ name: 'echo' }, { name: 'paint' }];
    upstream.behave = (_received, response) => (response.destroy(), true);
    await becomes('unhealthy');
    upstream.sound();
    await becomes('healthy');
    expect((await orchestrator.get('/servers?capability=paint')).body.servers).to.have.length(1);
  });

  it('is not thrown off by answers of any shape', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const result of [
      'null',
      '7',
      '{"tools":{}}',
      '{"tools":[null,7,{"name":7},{"name":"x","annotations":null}]}',
      `{"tools":[{"name":"x","inputSchema":${deep}}]}`,
      deep
    ]) {
      upstream.behave = ({ id }, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(`{"jsonrpc":"2.0","id":${String(id)},"result":${result}}`);
        return true;
      };
      const name = `shape-${result.length}`;
      expect((await orchestrator.register(name, upstream.url)).status).to.equal(201);
      expect((await orchestrator.call({ server: name })).status).to.equal(200);
    }
  });

  it('stops when a server is deregistered', async () => {
    await orchestrator.register('a', upstream.url);
    await until(() => upstream.probes > 1);
    await orchestrator.send('DELETE', '/servers/a');
    const seen = upstream.probes;
    await new Promise(resolve => setTimeout(resolve, 150));
    expect(upstream.probes).to.be.at.most(seen + 1);
  });
});
