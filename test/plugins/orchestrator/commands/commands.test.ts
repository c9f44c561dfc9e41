import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { main, PACKAGE_ROOT } from '../../../../core/cli/main.js';
import { ownVariables } from '../../../../plugins/orchestrator/commands/own-variables.js';
import { shippedServices } from '../../../harness/service.js';
import { Files, until } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

describe('the variables of the orchestrator', () => {
  const left = async (...names: readonly string[]) =>
    Object.keys(ownVariables(Object.fromEntries(names.map(name => [name, 'x'])), await shippedServices()));

  it('are told from those of the workspace server and of clients', async () => {
    const own = ['MCP_PORT', 'MCP_API_KEYS', 'MCP_OBSERVABILITY__LOG_FORMAT', 'PATH'];
    const foreign = ['MCP_SANDBOX__WORKSPACE', 'MCP_HTTP__PORT', 'MCP_WORKSPACE', 'MCP_TIMEOUT', 'MCP_TOOL_TIMEOUT'];
    expect(await left(...own, ...foreign)).to.deep.equal(own);
  });

  it('are kept where they are misspelt, so that the start names them', async () => {
    const slips = [
      'MCP_PROT',
      'MCP_HEALTH_INTERVALL',
      'MCP_REQUEST_TIMOUT',
      'MCP_API_KEY',
      'MCP_OBSERVABILTY__LOG_FORMAT'
    ];
    expect(await left(...slips)).to.deep.equal(slips);
    const err: string[] = [];
    const env = {
      MCP_HEALTH_INTERVALL: '1',
      MCP_MAX_RETRIES: 'many',
      MCP_API_KEYS: 'nosecret',
      MCP_SANDBOX__WORKSPACE: '/'
    };
    expect(await main(['orchestrator', 'serve'], { env, out() {}, err: line => void err.push(line) })).to.equal(2);
    expect(err).to.deep.equal([
      'setting_unknown MCP_HEALTH_INTERVALL is not a setting; did you mean MCP_HEALTH_INTERVAL?',
      'setting_invalid MCP_MAX_RETRIES must be a whole number',
      'setting_invalid MCP_API_KEYS entry 1 is not of the form name:secret'
    ]);
  });
});

describe('bylaw orchestrator explain', () => {
  const files = new Files(`
  - id: pinned
    priority: 90
    when: { tool: 'pin_*' }
    to: { servers: [b] }
    examples: [{ method: tools/call, params: { name: pin_it } }]
    near_misses: [{ method: tools/call, params: { name: unpin_it } }]`);
  const servers = join(files.root, 'servers.json');
  writeFileSync(
    servers,
    JSON.stringify({
      servers: [
        { name: 'a', status: 'healthy', capabilities: [], tools: [{ name: 'pin_it' }] },
        { name: 'b', status: 'unhealthy', last_error: 'timeout', capabilities: ['x'], tools: [{ name: 'pin_it' }] }
      ]
    })
  );
  after(() => files.remove());
  const explain = async (...args: readonly string[]) => {
    const lines: string[] = [];
    const add = (line: string) => void lines.push(line);
    const status = await main(['orchestrator', 'explain', ...args, '--root', files.root], {
      env: {},
      out: add,
      err: add
    });
    return { status, lines };
  };
  const pin = ['--method', 'tools/call', '--params', '{"name":"pin_it"}'];

  it('says which rule decides, by file and line, and which servers are left', async () => {
    expect(await explain(...pin, '--servers', servers)).to.deep.equal({
      status: 0,
      lines: [
        'rule     pinned (policies/routing/rules.yaml:4) matches, and none of its servers can be used',
        'step     round_robin',
        'servers  a',
        'not      b: unhealthy: timeout'
      ]
    });
    expect((await explain(...pin)).lines.at(-1)).to.equal('servers  none given; --servers FILE names them');
    expect((await explain(...pin, '--servers', servers, '--capability', 'x')).status).to.equal(1);
    const { lines } = await explain(...pin, '--server', 'b', '--servers', servers, '--json');
    expect(JSON.parse(lines[0]!)).to.deep.include({ step: 'name', candidates: [], chosen: null });
  });

  it('says what is missing', async () => {
    expect(await explain()).to.deep.include({ status: 2 });
    expect((await explain('--method', 'x', '--params', '[1]')).lines).to.deep.equal([
      'bylaw: --params is not a JSON object'
    ]);
  });
});

describe('bylaw orchestrator serve', () => {
  it('prints a key once, and on SIGTERM finishes what is in flight and ends with 0', async () => {
    const upstream = await Upstream.start();
    let release = () => {};
    upstream.behave = callsOnly(({ id }, response) => void (release = () => reply(response, id, { late: true })));
    const child = spawn(process.execPath, [join(PACKAGE_ROOT, 'dist/core/cli.js'), 'orchestrator', 'serve'], {
      env: { PATH: process.env['PATH'], MCP_PORT: '0', MCP_HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'pipe']
    });
    const lines: string[] = [];
    createInterface({ input: child.stderr }).on('line', line => void lines.push(line));
    const ended = once(child, 'close');
    const of = (text: string) => lines.filter(line => line.includes(text));
    await until(() => of('"http.listening"').length > 0 && of('MCP_API_KEYS is not set').length > 0);
    const url = `http://127.0.0.1:${JSON.parse(of('"http.listening"')[0]!).port}`;
    const key = of('MCP_API_KEYS is not set')[0]!.split(' ').at(-1)!;
    const post = (path: string, body: object, headers: Record<string, string>) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body)
      });
    const registration = { name: 'a', url: upstream.url, capabilities: [] };
    const elsewhere = { 'x-forwarded-for': '192.0.2.1' };
    expect((await post('/servers', registration, elsewhere)).status).to.equal(403);
    expect((await post('/servers', registration, { ...elsewhere, 'x-api-key': key })).status).to.equal(201);
    const call = post('/route', { method: 'tools/call', params: { name: 'echo' } }, {});
    await until(() => upstream.calls.length === 1);
    child.kill('SIGTERM');
    await until(() => of('"service.stopping"').length > 0);
    release();
    expect(((await (await call).json()) as { readonly result: object }).result).to.include({ late: true });
    expect(await ended).to.deep.equal([0, null]);
    const record = JSON.parse(of('"route.completed"')[0]!);
    expect(record).to.include({
      caller: 'local',
      method: 'tools/call',
      server: 'a',
      outcome: 'ok',
      attempts: 1,
      level: 'info'
    });
    expect(lines.filter(line => line.includes(key))).to.have.length(1);
    await upstream.kill();
  });
});
