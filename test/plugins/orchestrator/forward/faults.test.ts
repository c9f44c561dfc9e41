import { expect } from 'chai';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Files, NOWHERE, TestOrchestrator, until, type Answer } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const READING = [{ name: 'echo', annotations: { readOnlyHint: true } }];
const outcomes = ({ body }: Answer) =>
  ((body.attempts ?? body.detail.attempts) as { readonly outcome: string }[]).map(({ outcome }) => outcome);

const AGAIN = { again: 'harmless' };
const RULES = `
  - id: again
    priority: 10
    when: { params: { arguments.again: harmless } }
    retry: always
    examples: [{ method: tools/call, params: { name: echo, arguments: { again: harmless } } }]
    near_misses: [{ method: tools/call, params: { name: echo } }]
`;

describe('upstreams that fail', () => {
  const files = new Files(RULES);
  let orchestrator: TestOrchestrator;
  let good: Upstream;
  let bad: Upstream;
  before(async () => {
    files.edit('routing.yaml', text =>
      text.replace('retries:\n', 'retries:\n  budget: { extra_load_share: 0.2, reserve: 10, most_saved: 10 }\n')
    );
    orchestrator = await TestOrchestrator.start({ files });
    good = await Upstream.start();
    bad = await Upstream.start();
  });
  after(async () => {
    await orchestrator.stop();
    await Promise.all([good.kill(), bad.kill()]);
    files.remove();
  });
  afterEach(async () => {
    bad.sound();
    bad.tools = [{ name: 'echo' }];
    for (const upstream of [good, bad]) upstream.received.length = 0;
    await orchestrator.clear();
  });

  /** Turns are counted for each kind of request, so a capability that no other test has begins with the first. */
  let kind = 0;
  const both = async (first: readonly [name: string, url: string] = ['bad', bad.url]) => {
    const capabilities = [`kind-${++kind}`];
    await orchestrator.register(...first, { capabilities });
    await orchestrator.register('good', good.url, { capabilities });
  };
  const call = () => orchestrator.call({ capability: `kind-${kind}` });
  const breakCalls = (behaviour: Parameters<typeof callsOnly>[0]) => (bad.behave = callsOnly(behaviour));

  for (const status of [502, 503, 504])
    it(`${status}: another server answers, and the attempts say so`, async () => {
      breakCalls((_received, response) => void response.writeHead(status).end('down'));
      await both();
      const answer = await call();
      expect(answer.status).to.equal(200);
      expect(answer.body.server).to.equal('good');
      expect(outcomes(answer)).to.deep.equal(['unavailable', 'ok']);
    });

  it('a server that was killed: no caller notices, and it is found out at once', async () => {
    const killed = await Upstream.start(READING);
    await both(['killed', killed.url]);
    const answers: Answer[] = [];
    const caller = async () => {
      for (let i = 0; i < 10; i++) answers.push(await call());
    };
    const callers = Promise.all(Array.from({ length: 4 }, caller));
    await until(() => answers.length > 8);
    await killed.kill();
    await callers;
    for (const answer of answers) expect(answer.status, answer.text).to.equal(200);
    expect((await call()).status).to.equal(200);
    expect((await orchestrator.get('/servers/killed')).body.status).not.to.equal('healthy');
    expect((await orchestrator.get('/health')).body.status).to.equal('degraded');
  });

  for (const annotations of [{ readOnlyHint: true }, { readOnlyHint: false, idempotentHint: true }])
    it(`a connection that breaks under a tool with ${JSON.stringify(annotations)}: another server answers`, async () => {
      bad.tools = [{ name: 'echo', annotations }];
      breakCalls((_received, response) => void response.destroy());
      await both();
      expect(outcomes(await call())).to.deep.equal(['connection_lost', 'ok']);
    });

  it('a connection that breaks under a tool that says nothing of itself: nobody knows, so it is not repeated', async () => {
    breakCalls((_received, response) => void response.destroy());
    await both();
    const answer = await call();
    expect(answer.status).to.equal(502);
    expect(answer.body).to.include({ code: 'upstream_error' });
    expect(answer.body.detail).to.include({ stopped: 'outcome_unknown' });
    expect(outcomes(answer)).to.deep.equal(['connection_lost']);
    expect(good.calls).to.have.length(0);
  });

  it('a connection that breaks where the rule says that it may be repeated: another server answers', async () => {
    breakCalls((_received, response) => void response.destroy());
    await both();
    const answer = await orchestrator.call({ capability: `kind-${kind}` }, AGAIN);
    expect(outcomes(answer)).to.deep.equal(['connection_lost', 'ok']);
  });

  it('a connection that breaks under a method that only reads: another server answers', async () => {
    bad.behave = ({ method }, response) => method === 'resources/list' && (response.destroy(), true);
    await both();
    const answer = await orchestrator.route({ method: 'resources/list', capability: `kind-${kind}` });
    expect([answer.body.server, ...outcomes(answer)]).to.deep.equal(['good', 'connection_lost', 'rpc_error']);
  });

  it('502, 503 and 504 of a tool that is not idempotent are not followed by a second call', async () => {
    bad.tools = [{ name: 'echo', annotations: { idempotentHint: false } }];
    breakCalls((_received, response) => void response.writeHead(503).end());
    await both();
    expect((await call()).body.detail).to.include({ stopped: 'not_idempotent' });
  });

  it('a tool that is not idempotent is not called twice once it may have been reached', async () => {
    bad.tools = [{ name: 'echo', annotations: { readOnlyHint: false, idempotentHint: false } }];
    breakCalls((_received, response) => void response.destroy());
    await both();
    const answer = await call();
    expect(answer.status).to.equal(502);
    expect(answer.body).to.include({ code: 'upstream_error' });
    expect(answer.body.detail).to.include({ stopped: 'not_idempotent' });
    expect(outcomes(answer)).to.deep.equal(['connection_lost']);
    expect(good.calls).to.have.length(0);
  });

  it('such a tool is called on another server when the first was never reached', async () => {
    const tools = [{ name: 'echo', annotations: { readOnlyHint: false, idempotentHint: false } }];
    const gone = await Upstream.start(tools);
    await both(['gone', gone.url]);
    await gone.kill();
    expect((await call()).body.server).to.equal('good');
  });

  it('a server that is slow: 504 in time, not tried again, and the server is told', async () => {
    let closed = false;
    breakCalls((_received, _response, incoming) => void incoming.socket.on('close', () => (closed = true)));
    await both();
    const answer = await orchestrator.call({ capability: `kind-${kind}`, timeout_ms: 500 });
    expect(answer.status).to.equal(504);
    expect(answer.body).to.include({ code: 'upstream_timeout' });
    expect(answer.body.detail).to.include({ stopped: 'deadline' });
    expect(outcomes(answer)).to.deep.equal(['timeout']);
    expect(good.calls).to.have.length(0);
    await until(() => closed);
  });

  it('what callers can bring about is not held against a server: too little time, a refused request', async () => {
    breakCalls(() => {});
    await orchestrator.register('bad', bad.url);
    for (let i = 0; i < 3; i++) expect((await orchestrator.call({ timeout_ms: 5 })).status).to.equal(504);
    breakCalls((_received, response) => void response.writeHead(413).end('too large'));
    for (let i = 0; i < 3; i++) expect((await orchestrator.call()).status).to.equal(502);
    expect((await orchestrator.get('/servers/bad')).body).to.include({ status: 'healthy', last_error: null });
  });

  it('tells the server how long it has, in a header and in _meta', async () => {
    await orchestrator.register('good', good.url);
    await orchestrator.call({ timeout_ms: 9_000 });
    const [{ headers, params }] = good.calls as [(typeof good.calls)[number]];
    expect(Number(headers['x-request-timeout-ms'])).to.be.within(1, 9_000);
    expect(params['_meta']['bylaw/timeoutMs']).to.equal(Number(headers['x-request-timeout-ms']));
  });

  it('a server that accepts and says nothing does not hold others up', async () => {
    const halfOpen = await silentServer();
    const hasty = await TestOrchestrator.start({ env: { MCP_REQUEST_TIMEOUT: '1000' } });
    expect((await hasty.register('silent', halfOpen.url)).body).to.include({ status: 'degraded' });
    await until(async () => (await hasty.register('good', good.url)).body.status === 'healthy');
    const asked = new Set<string>();
    await until(async () => {
      const { status, body } = await hasty.call();
      for (const { server } of body.attempts ?? body.detail.attempts) asked.add(server);
      return status === 200;
    });
    expect([...asked]).to.deep.equal(['good']);
    expect((await hasty.call({ server: 'silent', timeout_ms: 60 })).status).to.equal(504);
    await hasty.stop();
    halfOpen.server.close();
  });

  it('one after the other: three more are asked after the first, and no further one', async () => {
    for (let i = 0; i < 5; i++) await orchestrator.register(`closed-${i}`, 'http://127.0.0.1:9/mcp');
    const answer = await orchestrator.call();
    expect(answer.status).to.equal(502);
    expect(outcomes(answer)).to.deep.equal(Array(4).fill('connect_failed'));
    expect(answer.body.detail).to.include({ stopped: 'retries_used_up' });
  });

  it('a name that does not resolve: another server answers; asked for by name it is 502', async () => {
    await both(['nowhere', NOWHERE]);
    expect((await call()).body.server).to.equal('good');
    const answer = await orchestrator.call({ server: 'nowhere' });
    expect(answer.status).to.equal(502);
    expect(outcomes(answer)).to.deep.equal(['connect_failed']);
    expect(answer.body.detail.reason).to.equal('ENOTFOUND');
  });

  it('half an answer and then nothing: 504 in time', async () => {
    breakCalls((_received, response) => {
      response.writeHead(200, { ...json, 'content-length': '500' });
      response.write('{"jsonrpc"');
    });
    await orchestrator.register('bad', bad.url);
    const answer = await orchestrator.call({ timeout_ms: 60 });
    expect(answer.status).to.equal(504);
    expect(outcomes(answer)).to.deep.equal(['timeout']);
  });

  const json = { 'content-type': 'application/json' };
  const responses: readonly [what: string, send: Parameters<typeof callsOnly>[0], outcome: string][] = [
    ['text that is not JSON', (_r, response) => response.writeHead(200, json).end('<html>'), 'bad_response'],
    ['JSON that is no response', (_r, response) => response.writeHead(200, json).end('[1,2]'), 'bad_response'],
    [
      'a result with a broken inside',
      ({ id }, response) => response.writeHead(200, json).end(`{"jsonrpc":"2.0","id":${String(id)},"result":{"a":}}`),
      'bad_response'
    ],
    [
      'bytes that are not UTF-8',
      ({ id }, response) =>
        response
          .writeHead(200, json)
          .end(Buffer.from(`{"jsonrpc":"2.0","id":${String(id)},"result":{"a":"\xff"}}`, 'latin1')),
      'bad_response'
    ],
    ["the answer to another's request", (_r, response) => reply(response, 0, {}), 'bad_response'],
    [
      'a truncated answer',
      (_r, response) => (
        response.writeHead(200, { ...json, 'content-length': '500' }),
        response.write('{"jsonrpc"'),
        setImmediate(() => response.destroy())
      ),
      'connection_lost'
    ],
    ['a redirect to itself', (_r, response) => response.writeHead(307, { location: '/mcp' }).end(), 'bad_response'],
    ['an empty answer', (_r, response) => response.writeHead(202).end(), 'bad_response'],
    ['401', (_r, response) => response.writeHead(401).end('who?'), 'bad_response'],
    [
      'a header bomb',
      (_r, response) => response.writeHead(200, { 'x-bomb': 'a'.repeat(40_000) }).end('{}'),
      'bad_response'
    ]
  ];
  for (const [what, send, outcome] of responses)
    it(`${what}: 502, told apart as ${outcome}`, async () => {
      breakCalls((received, response, incoming) => send(received, response, incoming));
      await orchestrator.register('bad', bad.url);
      const answer = await orchestrator.call();
      expect(answer.status).to.equal(502);
      expect(answer.body).to.include({ code: 'upstream_error' });
      expect(outcomes(answer)).to.deep.equal([outcome]);
      expect(bad.calls).to.have.length(1);
    });

  it('all of them: every one is asked once, then 502; when all are known to be down, 503 at once', async () => {
    breakCalls((_received, response) => void response.writeHead(503).end());
    good.behave = bad.behave;
    await both();
    const answer = await call();
    good.sound();
    expect(answer.status).to.equal(502);
    expect(outcomes(answer)).to.deep.equal(['unavailable', 'unavailable']);
    expect(answer.body.detail).to.include({ stopped: 'no_other_server' });
    const { fleet, prober } = orchestrator.endpoint.service;
    for (const upstream of [good, bad]) upstream.behave = (_received, response) => (response.destroy(), true);
    for (let i = 0; i < 3; i++) await Promise.all([...fleet.values()].map(server => prober.probe(server)));
    expect((await call()).body).to.include({ code: 'no_server_available' });
    expect((await orchestrator.get('/health')).body).to.include({ status: 'unhealthy', healthy_servers: 0 });
    expect(orchestrator.logged('health.none_left')).to.have.length(1);
    good.sound();
  });

  it('retries stay within their budget when everything fails', async () => {
    breakCalls((_received, response) => void response.writeHead(503).end());
    good.behave = bad.behave;
    await both();
    const answers = await Promise.all(Array.from({ length: 60 }, () => call()));
    good.sound();
    const retries = answers.reduce((sum, answer) => sum + outcomes(answer).length - 1, 0);
    // A reserve of ten, and a fifth of what came in.
    expect(retries).to.be.at.most(10 + 0.2 * 60);
    expect(answers.map(({ body }) => body.detail.stopped)).to.include('retry_budget');
  });

  it('a caller that goes away takes its request with it', async () => {
    let closed = false;
    breakCalls((_received, _response, incoming) => void incoming.socket.on('close', () => (closed = true)));
    await orchestrator.register('bad', bad.url);
    const calling = request(`${orchestrator.url}/route`, { method: 'POST', headers: json });
    calling.on('error', () => {});
    calling.end(JSON.stringify({ method: 'tools/call', params: { name: 'echo' } }));
    await until(() => bad.calls.length === 1);
    calling.destroy();
    await until(() => closed);
    const { body } = await orchestrator.get('/metrics');
    expect(body.requests.outcomes.cancelled).to.be.at.least(1);
    expect((await orchestrator.get('/servers/bad')).body.status).to.equal('healthy');
  });

  it('a server that is deregistered finishes what it works on', async () => {
    let release = () => {};
    breakCalls(({ id }, response) => void (release = () => reply(response, id, { late: true })));
    await orchestrator.register('bad', bad.url);
    const call = orchestrator.call();
    await until(() => bad.calls.length === 1);
    expect((await orchestrator.send('DELETE', '/servers/bad')).status).to.equal(204);
    release();
    expect((await call).body.result).to.include({ late: true });
  });
});

/** Accepts connections and never answers. */
async function silentServer(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer(socket => void socket.on('error', () => {}));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}
