import { expect } from 'chai';
import type { IncomingHttpHeaders } from 'node:http';
import { createHandle, META, PROTOCOL_VERSION, SUPPORTED_VERSIONS } from '../../../core/mcp/index.js';
import { ask, callOf, goodMeta, recordingLog, SampleServer } from './sample-server.js';
import { assertServerMessage } from './wire-schema.js';

const supported = ['2026-07-28'];

function open(server = new SampleServer()) {
  const { log, lines } = recordingLog();
  const handle = createHandle(server, log);
  const notes: any[] = [];
  const controller = new AbortController();
  const common = { signal: controller.signal, notify: (note: unknown) => void notes.push(note) };
  const check = (answer: any) => {
    if (answer !== undefined) assertServerMessage(answer.response);
    notes.forEach(assertServerMessage);
    return answer;
  };
  return {
    server,
    lines,
    notes,
    controller,
    stdio: async (message: unknown): Promise<any> =>
      check(await handle(message, { transport: 'stdio', ...common }))?.response,
    http: async (message: unknown, headers: IncomingHttpHeaders): Promise<any> =>
      check(await handle(message, { transport: 'http', headers, ...common }))
  };
}

const headersOf = (message: any, changes: IncomingHttpHeaders = {}): IncomingHttpHeaders => ({
  'mcp-protocol-version': message.params._meta[META.protocolVersion],
  'mcp-method': message.method,
  ...(message.method === 'tools/call' ? { 'mcp-name': message.params.name } : {}),
  ...changes
});

describe('the protocol', () => {
  it('says its revision in one place', () => {
    expect(PROTOCOL_VERSION).to.equal('2026-07-28');
    expect(SUPPORTED_VERSIONS).to.deep.equal(supported);
  });

  it('answers discover, list and call in the documented shape', async () => {
    const { stdio } = open();
    const serverInfo = { [META.serverInfo]: { name: 'sample', version: '0.0.1' } };
    expect(await stdio(ask('d1', 'server/discover'))).to.deep.equal({
      jsonrpc: '2.0',
      id: 'd1',
      result: {
        resultType: 'complete',
        supportedVersions: supported,
        capabilities: { tools: {} },
        instructions: 'A server for tests.',
        ttlMs: 3600000,
        cacheScope: 'public',
        _meta: serverInfo
      }
    });
    const { result } = await stdio(ask(2, 'tools/list'));
    expect(result.tools.map((t: any) => t.name)).to.deep.equal(open().server.names);
    expect(result).to.include({ resultType: 'complete', ttlMs: 3600000, cacheScope: 'public' });
    expect(await stdio(callOf(7, 'echo', { a: 1 }))).to.deep.equal({
      jsonrpc: '2.0',
      id: 7,
      result: { resultType: 'complete', content: [{ type: 'text', text: '{"a":1}' }], _meta: serverInfo }
    });
  });

  it('takes arguments as an empty object where there are none', async () => {
    expect((await open().stdio(callOf(1, 'echo'))).result.content[0].text).to.equal('{}');
  });

  for (const [name, message, id] of [
    ['an array', [ask(1, 'tools/list')], undefined],
    ['an empty array', [], undefined],
    ['a string', 'x', undefined],
    ['null', null, undefined],
    ['another version', { ...ask(1, 'tools/list'), jsonrpc: '1.0' }, 1],
    ['no method', { jsonrpc: '2.0', id: 3 }, 3],
    ['a method that is no string', { jsonrpc: '2.0', id: 3, method: 5 }, 3],
    ['an id of null', ask(null, 'tools/list'), undefined],
    ['a fractional id', ask(1.5, 'tools/list'), undefined],
    ['an id that cannot be echoed', ask(2 ** 60, 'tools/list'), undefined],
    ['a boolean id', ask(true, 'tools/list'), undefined],
    ['a response', { jsonrpc: '2.0', id: 4, result: {} }, undefined]
  ] as const)
    it(`refuses ${name} with -32600`, async () => {
      const { error, ...rest } = await open().stdio(message);
      expect(error.code).to.equal(-32600);
      expect(rest).to.deep.equal(id === undefined ? { jsonrpc: '2.0' } : { jsonrpc: '2.0', id });
    });

  for (const [name, params, data] of [
    ['params', undefined, { missing: ['_meta'], supported }],
    ['_meta', {}, { missing: ['_meta'], supported }],
    ['a version', { _meta: { [META.clientCapabilities]: {} } }, { missing: [META.protocolVersion], supported }],
    ['capabilities', { _meta: { [META.protocolVersion]: PROTOCOL_VERSION } }, { missing: [META.clientCapabilities] }]
  ] as const)
    it(`refuses a request without ${name} with -32602 and says so`, async () => {
      const { error } = await open().stdio({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...(params && { params }) });
      expect(error.code).to.equal(-32602);
      expect(error.data).to.deep.equal(data);
    });

  for (const [name, changes] of [
    ['a version that is no string', { [META.protocolVersion]: 20260728 }],
    ['capabilities that are an array', { [META.clientCapabilities]: [] }],
    ['client info without a name', { [META.clientInfo]: { version: '1' } }],
    ['an unknown log level', { [META.logLevel]: 'loud' }],
    ['a progress token that is an object', { progressToken: {} }]
  ] as const)
    it(`refuses ${name} with -32602`, async () => {
      const { error } = await open().stdio(ask(1, 'tools/list', { _meta: { ...goodMeta, ...changes } }));
      expect(error.code).to.equal(-32602);
      expect(error.data.invalid).to.deep.equal(Object.keys(changes));
    });

  it('refuses another revision with -32022 on every request, whatever came before', async () => {
    const { stdio, lines } = open();
    const old = ask(7, 'tools/list', { _meta: { ...goodMeta, [META.protocolVersion]: '2025-11-25' } });
    const error = {
      code: -32022,
      message: 'Unsupported protocol version; this server speaks 2026-07-28',
      data: { supported, requested: '2025-11-25' }
    };
    for (let round = 0; round < 2; round++) {
      expect(await stdio(old)).to.deep.equal({ jsonrpc: '2.0', id: 7, error });
      expect((await stdio(ask(8, 'tools/list'))).result.resultType).to.equal('complete');
    }
    const logged = lines.filter(({ event }) => event === 'rpc.error');
    expect(logged.map(({ fields }) => [fields.code, fields.requested])).to.deep.equal(
      Array(2).fill([-32022, '2025-11-25'])
    );
  });

  it('names the revision to a client that opens with initialize', async () => {
    const { stdio } = open();
    const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
    const { id, error } = await stdio(initialize);
    expect([id, error.code, error.data]).to.deep.equal([0, -32022, { supported, requested: '2025-06-18' }]);
    const bare = await stdio({ jsonrpc: '2.0', id: 0, method: 'initialize' });
    expect([bare.error.code, bare.error.data.supported]).to.deep.equal([-32602, supported]);
    expect((await stdio(ask(0, 'initialize', { protocolVersion: '2026-07-28' }))).error.code).to.equal(-32601);
  });

  it('knows four methods and no other', async () => {
    for (const method of ['ping', 'Tools/list', 'resources/list', 'tasks/get', '__proto__', '']) {
      expect((await open().stdio(ask(1, method))).error.code).to.equal(-32601);
      const message = ask(1, method);
      if (method !== '') expect(await open().http(message, headersOf(message))).to.include({ status: 404 });
    }
  });

  for (const [name, message, text] of [
    ['an unknown tool', callOf(1, 'nope'), 'Unknown tool: nope'],
    ['a name that is no string', callOf(1, 5), 'Invalid params: params.name must be a string'],
    ['arguments that are no object', callOf(1, 'echo', []), 'Invalid params: params.arguments must be an object'],
    ['arguments of null', callOf(1, 'echo', null), 'Invalid params: params.arguments must be an object'],
    [
      'a cursor that is no string',
      ask(1, 'tools/list', { cursor: 5 }),
      'Invalid params: params.cursor must be a string'
    ],
    [
      'a subscription to nothing',
      ask(1, 'subscriptions/listen'),
      'Invalid params: params.notifications must be an object'
    ]
  ] as const)
    it(`refuses ${name} with -32602`, async () => {
      expect((await open().stdio(message)).error).to.deep.equal({ code: -32602, message: text });
    });

  it('answers -32602 with 400 for the envelope and with 200 for the parameters', async () => {
    const message = callOf(1, 'nope');
    expect((await open().http(message, headersOf(message))).status).to.equal(200);
    expect((await open().http({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {})).status).to.equal(400);
  });

  it('gives a list by pages, each item once, and refuses a cursor it did not give', async () => {
    const { stdio, server } = open(new SampleServer(2));
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await stdio(ask(1, 'tools/list', cursor === undefined ? {} : { cursor }));
      names.push(...result.tools.map((t: any) => t.name));
      expect(result.tools).to.have.length.at.most(2);
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(names).to.deep.equal(server.names);
    expect((await stdio(ask(1, 'tools/list', { cursor: 'made-up' }))).error.code).to.equal(-32602);
  });

  it('says nothing about a bug but that there was one, and logs its stack', async () => {
    const { stdio, lines } = open();
    expect(await stdio(callOf(7, 'broken'))).to.deep.equal({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32603, message: 'Internal error' }
    });
    const unhandled = lines.find(({ event }) => event === 'rpc.unhandled')!;
    expect(unhandled.level).to.equal('error');
    expect(unhandled.fields.stack).to.contain('the secret path');
  });

  it('sends growing progress to a client that asks for it, and none after the result', async () => {
    const { stdio, notes } = open();
    await stdio(callOf(1, 'steps', {}, { ...goodMeta, progressToken: 0 }));
    await new Promise(resolve => setImmediate(resolve));
    expect(notes.map(({ params }) => [params.progressToken, params.progress])).to.deep.equal([
      [0, 1],
      [0, 3],
      [0, 4]
    ]);
    await stdio(callOf(2, 'steps'));
    expect(notes).to.have.length(3);
  });

  it('acknowledges a subscription and ends it at once', async () => {
    const { stdio, notes } = open();
    const { result } = await stdio(ask('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    expect(notes[0].params).to.deep.equal({ _meta: { [META.subscriptionId]: 's' }, notifications: {} });
    expect(result._meta).to.include({ [META.subscriptionId]: 's' });
  });

  it('answers neither notifications nor cancelled requests', async () => {
    const { stdio, server, controller } = open();
    expect(await stdio({ jsonrpc: '2.0', method: 'tools/list', params: 5 })).to.equal(undefined);
    const late = stdio(callOf(1, 'later'));
    controller.abort();
    server.finish();
    expect(await late).to.equal(undefined);
    expect(server.aborted).to.deep.equal(['later']);
  });
});

describe('headers', () => {
  const list = ask(1, 'tools/list');
  const call = callOf(1, 'echo', {});
  const wrap = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

  for (const [name, message, headers] of [
    ['no version', list, headersOf(list, { 'mcp-protocol-version': undefined })],
    ['another version', list, headersOf(list, { 'mcp-protocol-version': '2025-11-25' })],
    ['no method', list, headersOf(list, { 'mcp-method': undefined })],
    ['a method in capitals', list, headersOf(list, { 'mcp-method': 'TOOLS/LIST' })],
    ['no name', call, headersOf(call, { 'mcp-name': undefined })],
    ['another name', call, headersOf(call, { 'mcp-name': 'later' })],
    ['a name that is not base64', call, headersOf(call, { 'mcp-name': '=?base64?!!?=' })],
    ['a name without its padding', call, headersOf(call, { 'mcp-name': '=?base64?ZWNobw?=' })],
    ['a name that is not UTF-8', call, headersOf(call, { 'mcp-name': '=?base64?/w==?=' })]
  ] as const)
    it(`refuses ${name} with -32020 and the request's id`, async () => {
      const { status, response } = await open().http(message, headers);
      expect([status, response.id, response.error.code]).to.deep.equal([400, 1, -32020]);
    });

  it('takes a name in base64', async () => {
    for (const name of ['echo', 'größe']) {
      const message = callOf(1, name);
      const { status } = await open().http(message, headersOf(message, { 'mcp-name': wrap(name) }));
      expect(status).to.equal(200);
    }
  });

  it('checks in one order: shape, _meta, version header, version, other headers, the rest of _meta, method', async () => {
    const old = ask(1, 'nope', { _meta: { [META.protocolVersion]: '2025-11-25' } });
    const codes = [
      await open().http({ jsonrpc: '1.0', id: 1 }, {}),
      await open().http({ jsonrpc: '2.0', id: 1, method: 'nope' }, {}),
      await open().http(old, {}),
      await open().http(old, { 'mcp-protocol-version': '2025-11-25' }),
      await open().http(ask(1, 'nope', { _meta: { [META.protocolVersion]: PROTOCOL_VERSION } }), {
        'mcp-protocol-version': PROTOCOL_VERSION
      }),
      await open().http(ask(1, 'nope', { _meta: { [META.protocolVersion]: PROTOCOL_VERSION } }), {
        'mcp-protocol-version': PROTOCOL_VERSION,
        'mcp-method': 'nope'
      }),
      await open().http(ask(1, 'nope'), { 'mcp-protocol-version': PROTOCOL_VERSION, 'mcp-method': 'nope' })
    ].map(({ response }) => response.error.code);
    expect(codes).to.deep.equal([-32600, -32602, -32020, -32022, -32020, -32602, -32601]);
  });

  it('compares arguments that travel as headers', async () => {
    const args = { region: 'us', count: 42, nested: { zone: 'größe' } };
    const message = callOf(1, 'routed', args);
    const whole = { 'mcp-param-region': 'us', 'mcp-param-count': '42.0', 'mcp-param-zone': wrap('größe') };
    const code = async (given: unknown, headers: IncomingHttpHeaders) =>
      (await open().http(given, headersOf(message, headers))).response.error?.code;
    expect(await code(message, whole)).to.equal(undefined);
    expect(await code(message, { ...whole, 'mcp-param-region': undefined })).to.equal(-32020);
    expect(await code(message, { ...whole, 'mcp-param-region': 'eu' })).to.equal(-32020);
    expect(await code(message, { ...whole, 'mcp-param-count': '43' })).to.equal(-32020);
    expect(await code(callOf(1, 'routed', { region: null }), {})).to.equal(undefined);
    expect(await code(callOf(1, 'routed', {}), { 'mcp-param-region': 'us' })).to.equal(-32020);
    expect((await open().stdio(message)).result.resultType).to.equal('complete');
  });
});
