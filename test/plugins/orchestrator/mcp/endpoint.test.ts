import { expect } from 'chai';
import { META, PROTOCOL_VERSION } from '../../../../core/mcp/index.js';
import { freePort } from '../../../harness/free-port.js';
import { TestOrchestrator, until } from '../fixture/index.js';
import { OlderServer } from '../fixture/older-server.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const META_FIELDS = { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} };

describe('the MCP endpoint of the orchestrator', () => {
  let orchestrator: TestOrchestrator;
  let one: Upstream;
  let two: Upstream;
  let older: OlderServer;

  before(async () => {
    [orchestrator, one, two, older] = await Promise.all([
      TestOrchestrator.start({ env: { MCP_HEALTH_INTERVAL: '600000' } }),
      Upstream.start([{ name: 'echo' }, { name: 'add__all' }]),
      Upstream.start([{ name: 'echo' }]),
      OlderServer.start()
    ]);
    await orchestrator.register('one', one.url);
    await orchestrator.register('two-b', two.url);
    await orchestrator.register('past', older.url);
    await until(async () => (await names()).length === 4);
  });
  after(() => Promise.all([orchestrator.stop(), one.kill(), two.kill(), older.stop()]));
  afterEach(() => {
    one.sound();
    two.sound();
  });

  function post(
    method: string,
    params: object = {},
    more: Readonly<Record<string, string>> = {},
    signal?: AbortSignal
  ) {
    const { name } = params as { readonly name?: string };
    return fetch(`${orchestrator.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL_VERSION,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
        ...more
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: META_FIELDS, ...params } }),
      ...(signal === undefined ? {} : { signal })
    });
  }
  const ask = async (method: string, params?: object): Promise<any> => (await post(method, params)).json();
  const call = (name: string, args: object = {}) => ask('tools/call', { name, arguments: args });
  const names = async () => (await ask('tools/list')).result.tools.map(({ name }: { readonly name: string }) => name);

  it('says who it is and what it speaks', async () => {
    const { result } = await ask('server/discover');
    expect(result).to.deep.include({ supportedVersions: [PROTOCOL_VERSION], capabilities: { tools: {} } });
    expect(result._meta[META.serverInfo].name).to.equal('bylaw-orchestrator');
  });

  it('lists the tools of all servers under server__tool, always in the same order', async () => {
    const listed = ['one__echo', 'one__add__all', 'past__shout', 'two-b__echo'];
    expect(await names()).to.deep.equal(listed);
    expect(await names()).to.deep.equal(listed);
  });

  it('calls the tool that the name says, also where its own name holds the separator', async () => {
    for (const [name, { port }] of [
      ['one__echo', one],
      ['one__add__all', one],
      ['two-b__echo', two]
    ] as const)
      expect((await call(name)).result.content[0].text, name).to.equal(String(port));
  });

  it('passes results on whole, and errors with their codes', async () => {
    one.behave = callsOnly(({ id }, response) =>
      reply(response, id, { content: [], structuredContent: { a: ['ü'] }, isError: true, _meta: { mine: 1 } })
    );
    const { result } = await call('one__echo');
    expect(result).to.deep.include({ structuredContent: { a: ['ü'] }, isError: true, resultType: 'complete' });
    expect(result._meta.mine).to.equal(1);
    one.behave = callsOnly(({ id }, response) => {
      const error = { code: 4711, message: 'No, ünfortunately', data: { why: 'because' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    });
    expect((await call('one__echo')).error).to.deep.equal({
      code: 4711,
      message: 'No, ünfortunately',
      data: { why: 'because' }
    });
  });

  it('says what it does not know, and why nobody answered', async () => {
    for (const name of ['nobody__echo', 'one__nothing', 'echo', '__'])
      expect((await call(name)).error.code, name).to.equal(-32602);
    one.behave = callsOnly((_received, response) => response.destroy());
    const { error } = await call('one__echo');
    expect(error.code).to.equal(-32603);
    expect(error.data).to.include({ code: 'upstream_error', stopped: 'outcome_unknown' });
    expect(error.data.attempts[0]).to.include({ server: 'one', outcome: 'connection_lost' });
  });

  it('passes progress on before the result', async () => {
    one.behave = callsOnly(({ id, params }, response) => {
      const { progressToken } = params['_meta'];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const progress of [1, 2])
        response.write(
          `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, total: 2, message: 'ü' } })}\n\n`
        );
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
    });
    const response = await post('tools/call', { name: 'one__echo', _meta: { ...META_FIELDS, progressToken: 'p' } });
    const events = (await response.text()).split('\n').filter(line => line.startsWith('data: '));
    const messages = events.map(line => JSON.parse(line.slice(6)));
    expect(messages.slice(0, 2).map(({ params }) => params)).to.deep.equal([
      { progressToken: 'p', progress: 1, total: 2, message: 'ü' },
      { progressToken: 'p', progress: 2, total: 2, message: 'ü' }
    ]);
    expect(messages[2].result.content).to.deep.equal([]);
  });

  it('cancels at the server what its client has given up', async () => {
    let closed = false;
    let begun = false;
    one.behave = callsOnly((_received, response) => {
      begun = true;
      response.on('close', () => (closed = true));
    });
    const gone = new AbortController();
    const asked = post('tools/call', { name: 'one__echo' }, {}, gone.signal).catch(() => {});
    await until(() => begun);
    gone.abort();
    await asked;
    await until(() => closed);
  });

  it('leaves out the tools of a server that is down, and finds them again', async () => {
    const lost = await Upstream.start([{ name: 'brief' }], await freePort());
    await orchestrator.register('lost', lost.url);
    await until(async () => (await names()).includes('lost__brief'));
    const { port } = lost;
    await lost.kill();
    const { fleet, prober } = orchestrator.endpoint.service;
    for (let i = 0; i < 3; i++) await prober.probe(fleet.get('lost')!);
    expect(await names()).not.to.include('lost__brief');
    const back = await Upstream.start([{ name: 'brief' }], port);
    for (let i = 0; i < 2; i++) await prober.probe(fleet.get('lost')!);
    expect(await names()).to.include('lost__brief');
    await orchestrator.send('DELETE', '/servers/lost');
    await back.kill();
  });

  it('asks for a list again when its server said that it would be old by then, and not before', async () => {
    const quick = await Upstream.start([{ name: 'now' }]);
    quick.behave = ({ id, method }, response) => {
      if (method !== 'tools/list') return false;
      reply(response, id, {
        tools: [{ name: 'now', inputSchema: { type: 'object' } }],
        ttlMs: 0,
        cacheScope: 'private'
      });
      return true;
    };
    await orchestrator.register('quick', quick.url);
    await until(async () => (await names()).includes('quick__now'));
    const asked = ({ received }: Upstream) => received.filter(({ method }) => method === 'tools/list').length;
    const before = [asked(quick), asked(two)];
    const { result } = await ask('tools/list');
    expect([asked(quick), asked(two)]).to.deep.equal([before[0]! + 1, before[1]]);
    expect(result).to.include({ ttlMs: 0, cacheScope: 'private' });
    await orchestrator.send('DELETE', '/servers/quick');
    await quick.kill();
  });

  it('speaks the older revision to a server that has to be greeted', async () => {
    expect((await call('past__shout', { text: 'hello' })).result.content[0].text).to.equal('HELLO');
    const routed = await orchestrator.route({
      server: 'past',
      method: 'tools/call',
      params: { name: 'shout', arguments: { text: 'routed' } }
    });
    expect(routed.body.result.content[0].text).to.equal('ROUTED');
  });

  it('greets such a server again when it has forgotten the session, without a failed request', async () => {
    const { opened } = older;
    older.forget();
    expect((await call('past__shout', { text: 'again' })).result.content[0].text).to.equal('AGAIN');
    expect(older.opened).to.equal(opened + 1);
  });

  it('refuses pages of browsers, and callers without a key where one is needed', async () => {
    expect((await post('tools/list', {}, { origin: 'https://evil.example' })).status).to.equal(403);
    const closed = await TestOrchestrator.start({ env: { MCP_API_KEYS: 'me:secret' } });
    const status = async (headers: Record<string, string>) => {
      const { status } = await fetch(`${closed.url}/mcp`, { method: 'POST', headers });
      return status;
    };
    expect([await status({}), await status({ authorization: 'Bearer wrong' })]).to.deep.equal([401, 401]);
    expect(await status({ authorization: 'Bearer secret' })).to.equal(415);
    await closed.stop();
  });
});
