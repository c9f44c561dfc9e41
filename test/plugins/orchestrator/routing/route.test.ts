import { expect } from 'chai';
import { Files, TestOrchestrator, until } from '../fixture/index.js';
import { callsOnly, reply, Upstream } from '../fixture/upstream.js';

const RULES = `
  - id: pinned
    priority: 90
    when: { method: tools/call, tool: 'pin_*' }
    to: { servers: [b] }
    otherwise: fail
    examples: [{ method: tools/call, params: { name: pin_it } }]
    near_misses: [{ method: tools/call, params: { name: unpin_it } }]
  - id: docs-first
    priority: 80
    when: { params: { arguments.path: 'docs/*' } }
    to: { servers: [c, gone] }
    examples: [{ method: tools/call, params: { name: echo, arguments: { path: docs/a.md } } }]
    near_misses: [{ method: tools/call, params: { name: echo, arguments: { path: src/a.ts } } }]
  - id: sticky
    priority: 70
    when: { capability: sticky }
    choose: { hash: arguments.user }
    examples: [{ method: tools/call, capability: sticky, params: { name: echo } }]
    near_misses: [{ method: tools/call, params: { name: echo } }]
  - id: once
    priority: 65
    when: { tool: once }
    retry: never
    examples: [{ method: tools/call, params: { name: once } }]
    near_misses: [{ method: tools/call, params: { name: twice } }]
  - id: idlest
    priority: 60
    when: { tool: slow }
    choose: least_pending
    examples: [{ method: tools/call, params: { name: slow } }]
    near_misses: [{ method: tools/call, params: { name: slower } }]
`;
const TOOLS = ['echo', 'pin_it', 'slow', 'once'].map(name => ({ name }));

describe('routing', () => {
  const files = new Files(RULES);
  let orchestrator: TestOrchestrator;
  const upstreams: Upstream[] = [];
  const names = ['a', 'b', 'c'];
  before(async () => {
    orchestrator = await TestOrchestrator.start({ files });
    for (const _ of names) upstreams.push(await Upstream.start(TOOLS));
  });
  after(async () => {
    await orchestrator.stop();
    await Promise.all(upstreams.map(upstream => upstream.kill()));
    files.remove();
  });
  beforeEach(async () => {
    for (const upstream of upstreams) {
      upstream.sound();
      upstream.tools = TOOLS;
      upstream.received.length = 0;
    }
  });
  afterEach(() => orchestrator.clear());

  const registerAll = async (more: Readonly<Record<string, object>> = {}) => {
    for (const [i, name] of names.entries()) await orchestrator.register(name, upstreams[i]!.url, more[name]);
  };
  const asked = async (times: number, request: () => Promise<{ readonly body: { readonly server: string } }>) => {
    const servers: string[] = [];
    for (let i = 0; i < times; i++) servers.push((await request()).body.server);
    return servers;
  };
  const tally = (servers: readonly string[]) => names.map(name => servers.filter(server => server === name).length);

  it('answers with the server, its attempts, the time and the result as it came', async () => {
    await registerAll();
    const { status, body } = await orchestrator.call({ server: 'b' });
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('server', 'attempts', 'duration_ms', 'result');
    expect(body.result).to.deep.equal({
      resultType: 'complete',
      content: [{ type: 'text', text: String(upstreams[1]!.port) }]
    });
    expect(body.attempts).to.have.length(1);
    expect(body.attempts[0]).to.include({ server: 'b', outcome: 'ok' });
    expect(body.attempts[0].duration_ms).to.be.within(0, body.duration_ms);
  });

  it('goes to the server that is named, whatever rules say, and to no other', async () => {
    await registerAll();
    const request = { method: 'tools/call', server: 'a', params: { name: 'pin_it' } };
    expect(await asked(3, () => orchestrator.route(request))).to.deep.equal(['a', 'a', 'a']);
    expect((await orchestrator.route({ ...request, server: 'nobody' })).body).to.include({ code: 'not_found' });
  });

  it('goes round where no rule decides', async () => {
    await registerAll();
    const servers = await asked(6, () => orchestrator.call());
    expect(tally(servers)).to.deep.equal([2, 2, 2]);
    expect(servers.slice(0, 3)).to.deep.equal(servers.slice(3));
  });

  it('gives heavier servers more, and not all at once', async () => {
    await registerAll({ a: { weight: 4 }, b: { weight: 2 }, c: { weight: 2 } });
    const servers = await asked(8, () => orchestrator.call());
    expect(tally(servers)).to.deep.equal([4, 2, 2]);
    expect(servers.join('')).not.to.include('aaa');
  });

  it('follows the rule that matches: to its servers, or nowhere where it says so', async () => {
    await registerAll();
    const request = { method: 'tools/call', params: { name: 'pin_it' } };
    expect(await asked(3, () => orchestrator.route(request))).to.deep.equal(['b', 'b', 'b']);
    await orchestrator.send('DELETE', '/servers/b');
    const refused = await orchestrator.route(request);
    expect(refused.status).to.equal(503);
    expect(refused.body).to.include({ code: 'no_server_available' });
  });

  it('asks nobody else where the rule forbids it and the server may have been reached', async () => {
    await registerAll();
    for (const upstream of upstreams) upstream.behave = callsOnly((_received, response) => void response.destroy());
    const { status, body } = await orchestrator.route({ method: 'tools/call', params: { name: 'once' } });
    expect(status).to.equal(502);
    expect(body.detail).to.include({ stopped: 'rule_forbids' });
    expect(body.detail.attempts).to.have.length(1);
  });

  it('looks at parameters, and asks the next step where none of the servers of a rule is there', async () => {
    await registerAll();
    const docs = () => orchestrator.call({}, { path: 'docs/a.md' });
    expect(await asked(2, docs)).to.deep.equal(['c', 'c']);
    await orchestrator.send('DELETE', '/servers/c');
    expect(tally(await asked(2, docs))).to.deep.equal([1, 1, 0]);
  });

  it('keeps to one server by a parameter, and moves only what a server that goes had', async () => {
    const capabilities = ['sticky'];
    await registerAll({ a: { capabilities }, b: { capabilities }, c: { capabilities } });
    const of = async (user: string) =>
      (await orchestrator.call({ capability: 'sticky' }, { user })).body.server as string;
    const users = Array.from({ length: 24 }, (_, i) => `user-${i}`);
    const before = new Map<string, string>();
    for (const user of users) before.set(user, await of(user));
    expect(new Set(before.values())).to.deep.equal(new Set(names));
    for (const user of users) expect(await of(user)).to.equal(before.get(user));
    await orchestrator.send('DELETE', '/servers/c');
    for (const user of users)
      if (before.get(user) !== 'c') expect(await of(user)).to.equal(before.get(user));
      else expect(await of(user)).to.be.oneOf(['a', 'b']);
  });

  it('finds the server with the least to do', async () => {
    await registerAll();
    const held: (() => void)[] = [];
    for (const upstream of upstreams)
      upstream.behave = callsOnly(({ id }, response) => void held.push(() => reply(response, id, {})));
    const slow = () => orchestrator.route({ method: 'tools/call', params: { name: 'slow' } });
    const answers: Promise<{ readonly body: { readonly server: string } }>[] = [];
    for (let i = 0; i < 6; i++) {
      answers.push(slow());
      await until(() => held.length === i + 1);
    }
    for (const release of held) release();
    expect(tally((await Promise.all(answers)).map(({ body }) => body.server))).to.deep.equal([2, 2, 2]);
  });

  it('asks only servers with the capability, declared or discovered', async () => {
    upstreams[2]!.tools = [{ name: 'echo' }, { name: 'paint' }];
    await registerAll({ a: { capabilities: ['files'] } });
    expect(await asked(2, () => orchestrator.call({ capability: 'files' }))).to.deep.equal(['a', 'a']);
    expect(await asked(2, () => orchestrator.call({ capability: 'paint' }))).to.deep.equal(['c', 'c']);
    const none = await orchestrator.call({ capability: 'music' });
    expect(none.status).to.equal(503);
    expect(none.body).to.include({ code: 'no_server_available' });
  });

  it('asks only servers that list the tool, and any where none does', async () => {
    upstreams[0]!.tools = [{ name: 'other' }];
    await registerAll();
    expect(tally(await asked(4, () => orchestrator.call()))).to.deep.equal([0, 2, 2]);
    const { status, body } = await orchestrator.route({ method: 'tools/call', params: { name: 'unheard_of' } });
    expect(status).to.equal(200);
    expect(body.error).to.include({ code: -32602 });
    expect(body).not.to.have.property('result');
  });

  it('uses a server with another schema of a tool last, for that tool only', async () => {
    upstreams[1]!.tools = [{ name: 'echo', inputSchema: { type: 'object', required: ['text'] } }, { name: 'slow' }];
    await registerAll();
    expect(tally(await asked(4, () => orchestrator.call()))).to.deep.equal([2, 0, 2]);
    const slow = () => orchestrator.route({ method: 'tools/call', params: { name: 'slow' } });
    expect(tally(await asked(6, slow))).to.deep.equal([2, 2, 2]);
    await orchestrator.send('DELETE', '/servers/a');
    await orchestrator.send('DELETE', '/servers/c');
    expect((await orchestrator.call()).body.server).to.equal('b');
  });

  it('compares the schemas of a tool anew when a server goes', async () => {
    const fourth = await Upstream.start([{ name: 'echo', inputSchema: { type: 'object', required: ['text'] } }]);
    upstreams[2]!.tools = fourth.tools;
    await registerAll();
    await orchestrator.register('d', fourth.url);
    // Two against two: those that came first are right, until one of them has gone.
    const differing = async () => {
      const { servers } = (await orchestrator.get('/servers?detail=true')).body as {
        readonly servers: readonly {
          readonly name: string;
          readonly tools: readonly { readonly differs: boolean }[];
        }[];
      };
      return servers.filter(({ tools }) => tools.some(({ differs }) => differs)).map(({ name }) => name);
    };
    expect(await differing()).to.deep.equal(['c', 'd']);
    await orchestrator.send('DELETE', '/servers/a');
    expect(await differing()).to.deep.equal(['b']);
    expect(orchestrator.logged('registry.tools_differ').at(-1)!.fields).to.deep.equal({ server: 'b', tools: ['echo'] });
    await fourth.kill();
  });

  it('uses degraded servers only when no healthy one fits', async () => {
    await orchestrator.register('a', upstreams[0]!.url);
    upstreams[1]!.behave = (_received, response) => (response.writeHead(500).end(), true);
    expect((await orchestrator.register('b', upstreams[1]!.url)).body).to.include({ status: 'degraded' });
    upstreams[1]!.sound();
    expect(await asked(3, () => orchestrator.call())).to.deep.equal(['a', 'a', 'a']);
    await orchestrator.send('DELETE', '/servers/a');
    expect((await orchestrator.call()).body.server).to.equal('b');
  });

  it('explains: the rule with its file and line, the server, and why each other one was passed over', async () => {
    await registerAll();
    const { body } = await orchestrator.route({ method: 'tools/call', params: { name: 'pin_it' }, explain: true });
    expect(body.result).to.be.an('object');
    expect(body.explain).to.deep.include({ step: 'rule', chosen: 'b', candidates: ['b'] });
    expect(body.explain.rule).to.deep.equal({ id: 'pinned', file: 'policies/routing/rules.yaml', line: 4 });
    expect(body.explain.passed_over).to.deep.equal([
      { server: 'a', why: 'not a server of the rule pinned' },
      { server: 'c', why: 'not a server of the rule pinned' }
    ]);
    const round = (await orchestrator.call({ explain: true })).body.explain;
    expect(round).to.deep.include({ step: 'round_robin', rule: null, candidates: names });
    expect(round.passed_over.map((p: { why: string }) => p.why)).to.deep.equal(
      Array(2).fill("fits; it was another one's turn")
    );
    expect(round.rules).to.have.length(5);
    const none = await orchestrator.call({ capability: 'music', explain: true });
    expect(none.body.detail.explain.passed_over[0]).to.deep.equal({ server: 'a', why: 'lacks the capability music' });
  });

  it('takes changed rules when told to, and keeps the old ones where the new are not sound', async () => {
    await registerAll();
    const call = () => orchestrator.route({ method: 'tools/call', params: { name: 'pin_it' } });
    expect(await asked(2, call)).to.deep.equal(['b', 'b']);
    files.rules(RULES.replace('servers: [b]', 'servers: [c]'));
    await orchestrator.running.documents.reload();
    expect(await asked(2, call)).to.deep.equal(['c', 'c']);
    files.rules(RULES.replace('priority: 80', 'priority: 90'));
    const { problems } = await orchestrator.running.documents.reload();
    expect(problems.map(({ code }) => code)).to.deep.equal(['routing_tie']);
    expect(await asked(2, call)).to.deep.equal(['c', 'c']);
    expect((await orchestrator.get('/health')).body.reasons.join()).to.include('policy_refused');
    files.rules(RULES);
    await orchestrator.running.documents.reload();
    expect(await asked(1, call)).to.deep.equal(['b']);
  });

  const wrong: readonly [what: string, body: unknown, status: number, field: string, rule: string][] = [
    ['text that is not JSON', '{"method":', 400, '(body)', 'json'],
    ['no method', { params: {} }, 422, 'method', 'required'],
    ['a method with a blank', { method: 'tools call' }, 422, 'method', 'pattern'],
    ['a notification', { method: 'notifications/cancelled' }, 422, 'method', 'request'],
    ['parameters that are a list', { method: 'tools/list', params: [] }, 422, 'params', 'type'],
    ['a tools/call without a tool', { method: 'tools/call', params: {} }, 422, 'params.name', 'required'],
    [
      'arguments that are text',
      { method: 'tools/call', params: { name: 'a', arguments: 'b' } },
      422,
      'params.arguments',
      'type'
    ],
    ['an unknown field', { method: 'tools/list', parameters: {} }, 422, 'parameters', 'unknown_field'],
    ['a key that comes twice', '{"method":"tools/list","params":{"a":1},"params":{}}', 400, '(body)', 'distinct_keys'],
    ['a time-out of nothing', { method: 'tools/list', timeout_ms: 0 }, 422, 'timeout_ms', 'minimum']
  ];
  for (const [what, body, status, field, rule] of wrong)
    it(`refuses ${what}, by field and rule`, async () => {
      const answer = await orchestrator.send('POST', '/route', body);
      expect(answer.status).to.equal(status);
      expect(answer.body).to.include({ code: 'validation_error' });
      expect(answer.body.detail.fields).to.deep.include({ field, rule });
    });
});
