import { expect } from 'chai';
import { META, PROTOCOL_VERSION } from '../../../../core/mcp/index.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Files, TestOrchestrator, until } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const CALLERS = `kind: routing-callers
version: 1
callers:
  - { name: reader, tools: ['docs__*', '*__search'] }
  - { name: slow, per_minute: 3 }
  - { name: narrow, in_flight: 1 }
  - { name: lister, tools: ['*__search'], methods: ['tools/list'] }
  - { name: '*', methods: ['tools/*'] }
`;

describe('what a key may call', () => {
  const files = new Files();
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-audit-'));
  const audit = join(folder, 'audit.log');
  let orchestrator: TestOrchestrator;
  let docs: Upstream;
  let code: Upstream;
  before(async () => {
    files.write('callers.yaml', CALLERS);
    const names = ['reader', 'slow', 'narrow', 'lister', 'other', 'chief'];
    const MCP_API_KEYS = names.map(name => `${name}:${name}-secret`).join();
    [docs, code, orchestrator] = await Promise.all([
      Upstream.start([{ name: 'echo' }, { name: 'search' }]),
      Upstream.start([{ name: 'echo' }, { name: 'search' }, { name: 'write' }]),
      TestOrchestrator.start({ files, env: { MCP_API_KEYS, MCP_AUDIT_FILE: audit } })
    ]);
    for (const [name, { url }] of [
      ['docs', docs],
      ['code', code]
    ] as const)
      await as('chief', 'POST', '/servers', { name, url, capabilities: [] });
  });
  after(async () => {
    await Promise.all([orchestrator.stop(), docs.kill(), code.kill()]);
    files.remove();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => docs.sound());

  const as = (who: string, method: string, path: string, body?: object) =>
    orchestrator.send(method, path, body, { 'x-api-key': `${who}-secret` });
  const call = (who: string, tool: string, more: object = {}) =>
    as(who, 'POST', '/route', { method: 'tools/call', params: { name: tool, arguments: { note: 'hush' } }, ...more });
  const mcp = (who: string, method: string, params: object = {}) =>
    orchestrator.send(
      'POST',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { _meta: { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} }, ...params }
      },
      {
        authorization: `Bearer ${who}-secret`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL_VERSION,
        'mcp-method': method,
        ...('name' in params ? { 'mcp-name': String(params.name) } : {})
      }
    );

  it('goes to those servers alone whose tools it may call', async () => {
    for (let i = 0; i < 4; i++) expect((await call('reader', 'echo')).body.server).to.equal('docs');
    const seen = new Set<string>();
    for (let i = 0; i < 4; i++) seen.add((await call('reader', 'search')).body.server);
    expect([...seen]).to.have.members(['docs', 'code']);
    for (const answer of [
      await call('reader', 'write'),
      await as('reader', 'POST', '/route', { method: 'tools/list' })
    ])
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'forbidden']);
    const named = await call('reader', 'echo', { server: 'code', explain: true });
    expect(named.status).to.equal(503);
    const { passed_over } = named.body.detail.explain;
    const there = passed_over.find(({ server }: { readonly server: string }) => server === 'code');
    expect(there.why).to.contain('may not call the tool');
    expect(code.calls.filter(({ params }) => params['name'] !== 'search')).to.deep.equal([]);
  });

  it('lists at /mcp what it may call, and nothing else can be called there', async () => {
    const { result } = (await mcp('reader', 'tools/list')).body;
    expect(result.tools.map(({ name }: { readonly name: string }) => name)).to.deep.equal([
      'code__search',
      'docs__echo',
      'docs__search'
    ]);
    expect(result.cacheScope).to.equal('private');
    const all = (await mcp('chief', 'tools/list')).body.result.tools;
    expect(all).to.have.length(5);
    expect((await mcp('reader', 'tools/call', { name: 'code__write', arguments: {} })).body.error.code).to.equal(
      -32602
    );
    expect(
      (await mcp('reader', 'tools/call', { name: 'docs__echo', arguments: {} })).body.result.content
    ).to.have.length(1);
  });

  it('is shown of a routed list what it may call', async () => {
    const answer = await as('lister', 'POST', '/route', { server: 'code', method: 'tools/list' });
    expect(answer.body.result.tools.map(({ name }: { readonly name: string }) => name)).to.deep.equal(['search']);
  });

  it('holds other methods back where the entry for everybody says so', async () => {
    expect((await as('other', 'POST', '/route', { method: 'resources/list' })).status).to.equal(403);
    expect((await as('other', 'POST', '/route', { method: 'tools/list' })).status).to.equal(200);
  });

  it('has so many requests a minute: 429 with the time to wait, and the use in the metrics', async () => {
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await call('slow', 'echo')).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    const refused = await call('slow', 'echo');
    expect(refused.body).to.deep.include({ code: 'rate_limited', detail: { limit: 'per_minute' } });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 20);
    const { callers } = (await as('chief', 'GET', '/metrics')).body;
    expect(callers.find(({ name }: { readonly name: string }) => name === 'slow')).to.deep.equal({
      name: 'slow',
      in_flight: 0,
      most_in_flight: null,
      left: 0,
      per_minute: 3,
      refused: 3
    });
  });

  it('has so many requests at once', async () => {
    let release = () => {};
    docs.behave = callsOnly(({ id }, response) => void (release = () => reply(response, id, { content: [] })));
    const before = docs.calls.length;
    const running = call('narrow', 'echo', { server: 'docs' });
    await until(() => docs.calls.length > before);
    expect((await call('narrow', 'echo', { server: 'code' })).body.detail).to.deep.equal({ limit: 'in_flight' });
    release();
    expect((await running).status).to.equal(200);
    expect((await call('narrow', 'echo', { server: 'code' })).status).to.equal(200);
  });

  it('leaves a record of every routed call in the audit file, without what was sent', async () => {
    await call('chief', 'echo', { server: 'docs' });
    await until(() => readFileSync(audit, 'utf8').includes('"caller":"chief"'));
    const text = readFileSync(audit, 'utf8');
    const records = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(records.findLast(({ caller }) => caller === 'chief')).to.include({
      method: 'tools/call',
      tool: 'echo',
      server: 'docs',
      outcome: 'ok',
      attempts: 1
    });
    expect(text).not.to.contain('hush');
  });
});
