import { expect } from 'chai';
import { Settings } from '../../../core/kernel/settings.js';
import type { ToolContext, ToolHandler, ToolResources } from '../../../core/tools/index.js';
import { httpGet, httpPost } from '../../../plugins/handlers-remote/http-handlers.js';
import { mcpCall } from '../../../plugins/handlers-remote/mcp-handler.js';
import { sendJson, SHIPMENT, startCarrier, startCarrierMcp } from './carrier.js';

const RECORD = {
  as: 'shipment',
  fields: {
    status: { at: '/shipment/state', type: 'string', words: { IN_TRANSIT: 'in transit', DELIVERED: 'delivered' } },
    place: { at: '/shipment/place', type: 'string' },
    due_on: { at: '/shipment/due', type: 'date' },
    cost: { at: '/shipment/cost', type: 'money' },
    parcels: { at: '/shipment/parcels', type: 'integer' },
    insured: { at: '/shipment/insured', type: 'boolean' },
    seen_at: { at: '/seen_at', type: 'moment' },
    signed_by: { at: '/shipment/signed_by', type: 'string', optional: true }
  }
};

const FIELDS = {
  status: 'in transit',
  place: 'Leeds',
  due_on: '2026-11-24',
  cost: '4.90',
  parcels: 1,
  insured: true,
  seen_at: '2026-11-21T07:15:00.000Z',
  signed_by: null
};

const resources = (privateHosts: readonly string[] = ['127.0.0.1']): ToolResources => ({
  tool: 'track',
  store: {} as never,
  settings: new Settings(new Map([['tools/private_hosts', privateHosts]])),
  secret: name => (name === 'CARRIER' ? 's3cret' : undefined)
});

const context = (customerId?: string, signal = AbortSignal.timeout(5000)) =>
  ({ tenant: 'demo', customerId, conversationId: 'c', runId: 'r', purpose: 'i', signal }) as ToolContext;

describe('handlers of remote tools', () => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let mcp: Awaited<ReturnType<typeof startCarrierMcp>>;
  const shared = resources();
  before(async () => {
    carrier = await startCarrier();
    mcp = await startCarrierMcp();
  });
  beforeEach(() => {
    carrier.asked.length = 0;
    carrier.answer = response => sendJson(response, 200, SHIPMENT);
  });
  after(() => Promise.all([carrier.stop(), mcp.stop()]));

  const url = (path: string) => `http://127.0.0.1:${carrier.port}${path}`;
  const call = (handler: ToolHandler, configuration: object, args: object, by = shared, on = context('cus_1')) =>
    handler.bind({ record: RECORD, ...configuration }, by)(args, on);
  const get = (configuration: object, args: object = {}) => call(httpGet, { url: url('/'), ...configuration }, args);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'ok',
      (error: { code?: string; message: string }) => error.code ?? error.message
    );

  it('http.get asks the fixed URL and gives the declared fields, typed, with foreign text untrusted', async () => {
    const output = await get(
      {
        url: url('/v2/{bound.customer_id}/shipments/{number}?lang={lang}'),
        headers: { Authorization: { secret: 'CARRIER', prefix: 'Bearer ' }, 'X-Shop': 'demo' }
      },
      { number: 'NL 44?#', lang: 'en&x=1' }
    );
    expect(output).to.deep.equal({
      records: [{ name: 'shipment', fields: FIELDS, untrusted: ['place', 'signed_by'] }]
    });
    const [asked] = carrier.asked;
    expect(asked).to.include({ method: 'GET', path: '/v2/cus_1/shipments/NL%2044%3F%23?lang=en%26x%3D1', body: '' });
    expect(asked!.headers).to.include({ authorization: 'Bearer s3cret', 'x-shop': 'demo' });
  });

  it('http.post sends a fixed body with declared and bound values in it', async () => {
    await call(
      httpPost,
      {
        url: url('/claims'),
        body: { order: { argument: 'order_id' }, customer: { bound: 'customer_id' }, tags: ['web', 1] }
      },
      { order_id: 'ORD-1', other: 'x' }
    );
    const [asked] = carrier.asked;
    expect(asked).to.include({ method: 'POST', path: '/claims' });
    expect(JSON.parse(asked!.body)).to.deep.equal({ order: 'ORD-1', customer: 'cus_1', tags: ['web', 1] });
  });

  for (const value of ['..', '.', '', '../x', 'a/b', 'a\\b', '\u0000', '\ud800'])
    it(`no argument leaves its place in the path: ${JSON.stringify(value)}`, async () => {
      expect(await codeOf(get({ url: url('/s/{n}/x') }, { n: value }))).to.equal('argument_refused');
      expect(carrier.asked).to.have.length(0);
    });

  it('a dot beside a placeholder makes no step up either', async () => {
    expect(await codeOf(get({ url: url('/s/.{n}/x') }, { n: '.x' }))).to.equal('ok');
    expect(await codeOf(get({ url: url('/s/.{n}{m}/x') }, { n: 'a', m: 'b' }))).to.equal('ok');
    expect(carrier.asked.map(({ path }) => path)).to.deep.equal(['/s/..x/x', '/s/.ab/x']);
  });

  const FAILURES: readonly [what: string, answer: (typeof carrier)['answer'], code: string][] = [
    ['a failing status', response => sendJson(response, 503, {}), 'upstream_status'],
    ['a redirect, whereto ever', response => sendJson(response, 302, {}, { location: '/' }), 'upstream_redirect'],
    [
      'another type',
      response => response.writeHead(200, { 'content-type': 'text/html' }).end('{}'),
      'upstream_not_json'
    ],
    [
      'broken JSON',
      response => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      'upstream_not_json'
    ],
    ['a long answer', response => sendJson(response, 200, { x: 'y'.repeat(2000) }), 'upstream_too_large'],
    ['a missing field', response => sendJson(response, 200, {}), 'upstream_shape'],
    [
      'a field of another type',
      response => sendJson(response, 200, { ...SHIPMENT, seen_at: 'today' }),
      'upstream_shape'
    ],
    [
      'a code nobody declared',
      response => sendJson(response, 200, { shipment: { ...SHIPMENT.shipment, state: 'LOST' } }),
      'upstream_shape'
    ],
    ['a broken connection', response => void response.destroy(), 'upstream_unreachable']
  ];
  for (const [what, answer, code] of FAILURES)
    it(`${what} is the failure ${code}`, async () => {
      carrier.answer = answer;
      expect(await codeOf(get({ max_bytes: 1024 }))).to.equal(code);
    });

  it('what the definition calls absent is found not to be there, and is no failure', async () => {
    carrier.answer = response => sendJson(response, 404, {});
    expect(await get({ absent_statuses: [404] })).to.deep.equal({ records: [] });
    carrier.answer = response => sendJson(response, 200, { known: false });
    expect(await get({ absent: { at: '/known', values: [false] } })).to.deep.equal({ records: [] });
  });

  it('stops when its time is up', async () => {
    carrier.answer = () => {};
    const signal = AbortSignal.timeout(30);
    const work = httpGet.bind({ url: url('/'), record: RECORD }, shared)({}, context('c', signal));
    expect(await work.catch((error: Error) => error.name)).to.equal('TimeoutError');
  });

  it('calls private addresses only where a deployment lists them, and some addresses never', async () => {
    const none = resources([]);
    expect(await codeOf(call(httpGet, { url: url('/') }, {}, none))).to.equal('address_refused');
    expect(await codeOf(call(httpGet, { url: url('/').replace('127.0.0.1', 'localhost') }, {}, none))).to.equal(
      'address_refused'
    );
    expect(await codeOf(call(httpGet, { url: url('/').replace('127.0.0.1', '[::ffff:7f00:1]') }, {}, none))).to.equal(
      'address_refused'
    );
    const never = [
      '169.254.169.254',
      '168.63.129.16',
      '[fd20:ce::254]',
      '[64:ff9b::a9fe:a9fe]',
      '[fe80::1]',
      '0.0.0.0'
    ];
    const listed = resources([`localhost:${carrier.port}`, ...never, 'metadata.google.internal']);
    expect(await codeOf(call(httpGet, { url: url('/').replace('127.0.0.1', 'localhost') }, {}, listed))).to.equal('ok');
    for (const host of [...never, '2852039166', 'metadata.google.internal.'])
      expect(await codeOf(call(httpGet, { url: `http://${host}/` }, {}, listed)), host).to.equal('address_refused');
  });

  it('does nothing without its secret, and nothing for nobody', async () => {
    expect(await codeOf(get({ headers: { 'X-Key': { secret: 'OTHER' } } }))).to.equal('secret_missing');
    const work = call(httpGet, { url: url('/{bound.customer_id}') }, {}, shared, context());
    expect(await codeOf(work)).to.equal('not_bound');
    expect(carrier.asked).to.have.length(0);
  });

  const track = (number: string, configuration: object = {}) =>
    call(
      mcpCall,
      {
        url: `http://127.0.0.1:${mcp.port}/mcp`,
        tool: 'track',
        arguments: { number: { argument: 'number' }, detail: 'short' },
        ...configuration
      },
      { number }
    );

  it('mcp.call calls one tool of one server and reads its structured content', async () => {
    expect((await track('NL1')).records[0]!.fields).to.deep.equal(FIELDS);
    expect(mcp.called.at(-1)).to.deep.equal({ name: 'track', args: { number: 'NL1', detail: 'short' } });
  });

  it('mcp.call takes a refusal of the tool as one, unless the definition knows it means absence', async () => {
    const absent = { at: '/denial/reason', values: ['not_found'] };
    expect(await track('NONE', { absent })).to.deep.equal({ records: [] });
    expect(await codeOf(track('NONE'))).to.equal('upstream_refused');
    expect(await codeOf(track('BROKEN', { absent }))).to.equal('upstream_refused');
    expect(await codeOf(track('NL1', { tool: 'untrack' }))).to.match(/^upstream_/);
  });

  it('mcp.call reads an answer that comes as events, past the notifications before it', async () => {
    const events = (last: (id: string) => object) => {
      carrier.answer = response => {
        const { id } = JSON.parse(carrier.asked.at(-1)!.body) as { id: string };
        const note = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(
          [note, last(id)].map(each => `event: message\r\ndata: ${JSON.stringify(each)}\r\n\r\n`).join(': ping\n\n')
        );
      };
    };
    events(id => ({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', content: [], structuredContent: SHIPMENT }
    }));
    expect((await track('NL1', { url: url('/mcp') })).records[0]!.fields).to.deep.equal(FIELDS);
    const [{ headers }] = carrier.asked as [(typeof carrier.asked)[number]];
    expect(headers).to.include({
      'mcp-method': 'tools/call',
      'mcp-name': 'track',
      'mcp-protocol-version': '2026-07-28'
    });
    events(() => ({ jsonrpc: '2.0', id: 'other', result: {} }));
    expect(await codeOf(track('NL1', { url: url('/mcp') }))).to.equal('upstream_shape');
    events(id => ({ jsonrpc: '2.0', id, result: { resultType: 'input_required' } }));
    expect(await codeOf(track('NL1', { url: url('/mcp') }))).to.equal('upstream_refused');
  });

  it('mcp.call goes through an orchestrator that knows the server by its name', async () => {
    const routed = { url: undefined, route: url('/route'), server: 'carrier' };
    carrier.answer = response =>
      sendJson(response, 200, {
        server: 'carrier',
        attempts: [],
        duration_ms: 3,
        result: { resultType: 'complete', content: [{ type: 'text', text: JSON.stringify(SHIPMENT) }] }
      });
    expect((await track('NL1', routed)).records[0]!.fields).to.deep.equal(FIELDS);
    const sent = JSON.parse(carrier.asked[0]!.body);
    expect([sent.server, sent.method, sent.params.name, sent.params.arguments]).to.deep.equal([
      'carrier',
      'tools/call',
      'track',
      { number: 'NL1', detail: 'short' }
    ]);
    carrier.answer = response => sendJson(response, 200, { server: 'carrier', error: { code: -32602, message: 'no' } });
    expect(await codeOf(track('NL1', routed))).to.equal('upstream_refused');
    carrier.answer = response => sendJson(response, 503, { code: 'no_server_available' });
    expect(await codeOf(track('NL1', routed))).to.equal('upstream_status');
    carrier.answer = response => sendJson(response, 504, { code: 'upstream_timeout' });
    expect(await codeOf(track('NL1', routed))).to.equal('upstream_timeout');
  });
});
