import { expect } from 'chai';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { createHandle, META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import { StartupError } from '../../../core/index.js';
import { serveMcp, type McpSite, type McpSiteOptions } from '../../harness/mcp-site.js';
import { ask, callOf, goodMeta, recordingLog, SampleServer } from './sample-server.js';
import { assertServerMessage } from './wire-schema.js';

const TOKEN = 'a-token';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: any;
}

describe('HTTP', () => {
  const server = new SampleServer();
  const { log, lines } = recordingLog();
  let site: McpSite;

  const options: McpSiteOptions = {
    handle: createHandle(server, log),
    log,
    bearerToken: TOKEN,
    allowedOrigins: ['https://tools.example.com'],
    maxRequestBytes: 2000
  };

  before(async () => void (site = await serveMcp(options)));
  after(() => site.close());

  const good = (message: any): Record<string, string> => ({
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${TOKEN}`,
    'MCP-Protocol-Version': message?.params?._meta?.[META.protocolVersion] ?? PROTOCOL_VERSION,
    'Mcp-Method': message?.method ?? '',
    ...(message?.method === 'tools/call' ? { 'Mcp-Name': message.params.name } : {})
  });

  function send(
    body: unknown,
    headers: Record<string, string | undefined> = {},
    { method = 'POST', path = '/mcp', port = site.port } = {}
  ): Promise<Answer> {
    const all = Object.entries({ ...good(body), ...headers }).filter(([, value]) => value !== undefined);
    return new Promise((resolve, reject) => {
      const going = request(
        { host: '127.0.0.1', port, method, path, headers: Object.fromEntries(all) as any },
        response => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            const isJson = response.headers['content-type'] === 'application/json';
            const json = isJson ? JSON.parse(text) : undefined;
            if (json?.jsonrpc !== undefined) assertServerMessage(json);
            resolve({ status: response.statusCode!, headers: response.headers, text, json });
          });
        }
      );
      going.on('error', reject);
      going.end(method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined);
    });
  }

  const list = ask(1, 'tools/list');

  it('answers with one JSON object', async () => {
    const { status, headers, json } = await send(list);
    expect([status, json.id, json.result.tools.length]).to.deep.equal([200, 1, 6]);
    expect(headers).not.to.have.property('mcp-session-id');
  });

  it('takes header names in any case, blanks around values, a charset, and headers of older revisions', async () => {
    const { status } = await send(list, {
      'MCP-Protocol-Version': undefined,
      'mcp-protocol-version': ` ${PROTOCOL_VERSION} `,
      'Content-Type': 'Application/JSON; charset=utf-8',
      'Mcp-Session-Id': 'old',
      'Last-Event-ID': '3'
    });
    expect(status).to.equal(200);
  });

  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS'])
    it(`answers ${method} with 405 and says what is allowed`, async () => {
      const { status, headers } = await send(list, {}, { method });
      expect([status, headers.allow]).to.deep.equal([405, 'POST']);
    });

  it('serves nothing elsewhere', async () => {
    expect((await send(list, {}, { path: '/' })).status).to.equal(404);
    expect((await send(list, {}, { path: '/mcp/' })).status).to.equal(404);
    expect((await send(list, {}, { path: '/__proto__' })).status).to.equal(404);
    expect((await send(list, {}, { path: '/mcp?x=1' })).status).to.equal(200);
  });

  it('wants the token in the header', async () => {
    for (const value of [undefined, 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`]) {
      const { status, headers } = await send(list, { Authorization: value }, { path: `/mcp?access_token=${TOKEN}` });
      expect([status, headers['www-authenticate']], String(value)).to.deep.equal([401, 'Bearer']);
    }
    expect((await send(list, { Authorization: `bearer ${TOKEN}` })).status).to.equal(200);
  });

  it('refuses pages of origins that are not allowed, and logs it', async () => {
    for (const origin of [
      'http://evil.example.com',
      'null',
      'http://127.0.0.1:1',
      'https://tools.example.com.evil.org'
    ])
      expect((await send(list, { Origin: origin })).status, origin).to.equal(403);
    const logged = lines.filter(({ event }) => event === 'http.origin_rejected');
    expect(logged.map(({ fields }) => fields.origin)).to.include('http://evil.example.com');
  });

  it('lets allowed pages and its own address in', async () => {
    for (const origin of ['https://tools.example.com', `http://127.0.0.1:${site.port}`]) {
      const { status, headers } = await send(list, { Origin: origin });
      expect([status, headers['access-control-allow-origin']]).to.deep.equal([200, origin]);
    }
    const asked = await send(undefined, { Origin: 'https://tools.example.com' }, { method: 'OPTIONS' });
    expect(asked.status).to.equal(204);
    expect(asked.headers['access-control-allow-headers']).to.contain('Mcp-Method');
  });

  it('refuses names that were made to point at this machine', async () => {
    expect((await send(list, { Host: 'evil.example.com' })).status).to.equal(403);
    for (const host of ['localhost', `127.0.0.1:${site.port}`, '[::1]:80', 'tools.example.com'])
      expect((await send(list, { Host: host })).status, host).to.equal(200);
  });

  it('takes no other media type and no compressed body', async () => {
    for (const type of [undefined, 'text/plain', 'application/jsonp', 'multipart/form-data'])
      expect((await send(list, { 'Content-Type': type })).status, type).to.equal(415);
    expect((await send(list, { 'Content-Encoding': 'gzip' })).status).to.equal(415);
  });

  it('takes no body over the limit, said or not', async () => {
    const long = JSON.stringify({ ...list, padding: 'x'.repeat(3000) });
    expect((await send(long)).status).to.equal(413);
    expect((await send(long, { 'Transfer-Encoding': 'chunked' })).status).to.equal(413);
  });

  it('answers what is no message with 400', async () => {
    const broken = await send('{"a":');
    expect([broken.status, broken.json.error.code, 'id' in broken.json]).to.deep.equal([400, -32700, false]);
    const batch = await send([list]);
    expect([batch.status, batch.json.error.code]).to.deep.equal([400, -32600]);
  });

  it('takes a notification with 202 and no body, whatever its headers', async () => {
    const { status, text } = await send(
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { 'MCP-Protocol-Version': undefined, 'Mcp-Method': undefined }
    );
    expect([status, text]).to.deep.equal([202, '']);
  });

  it('streams only when a notification comes before the result', async () => {
    const message = callOf(1, 'steps', {}, { ...goodMeta, progressToken: 'p' });
    const { status, headers, text } = await send(message);
    expect([status, headers['content-type'], headers['x-accel-buffering']]).to.deep.equal([
      200,
      'text/event-stream',
      'no'
    ]);
    const events = text.split('\n\n').filter(event => event !== '');
    const parsed = events.map(event => JSON.parse(/^event: message\ndata: (.*)$/.exec(event)![1]!));
    parsed.forEach(assertServerMessage);
    expect(parsed.map(({ params, id }) => params?.progress ?? id)).to.deep.equal([1, 3, 4, 1]);
    const plain = await send(callOf(1, 'steps'));
    expect(plain.headers['content-type']).to.equal('application/json');
    const unread = await send(message, { Accept: 'application/json' });
    expect(unread.json.id).to.equal(1);
  });

  it('takes a client that goes away for a cancellation', async () => {
    const message = callOf(1, 'later');
    const body = JSON.stringify(message);
    const aborted = new Promise<void>(resolve => {
      const given = server.tools.call;
      server.tools.call = async (name, args, context) => {
        server.tools.call = given;
        context.signal.addEventListener('abort', () => resolve());
        setImmediate(() => socket.destroy());
        return given(name, args, context);
      };
    });
    const head = Object.entries({ Host: 'localhost', 'Content-Length': Buffer.byteLength(body), ...good(message) });
    const socket = connect(site.port, '127.0.0.1');
    socket.write(`POST /mcp HTTP/1.1\r\n${head.map(([k, v]) => `${k}: ${v}`).join('\r\n')}\r\n\r\n${body}`);
    await aborted;
    server.finish();
    expect((await send(list)).status).to.equal(200);
  });

  it('says why it cannot listen', async () => {
    const error: Error = await serveMcp({ ...options, port: site.port }).then(
      () => new Error('it listens'),
      (reason: Error) => reason
    );
    expect(error).to.be.instanceOf(StartupError);
    expect(error.message).to.contain('EADDRINUSE');
  });

  it('finishes what is in flight when it is closed', async () => {
    const other = await serveMcp(options);
    const answer = send(callOf(5, 'later'), {}, { port: other.port });
    while (!(await new Promise(resolve => setImmediate(() => resolve(started()))))) continue;
    const closed = other.close();
    server.finish();
    expect((await answer).json.id).to.equal(5);
    await closed;
  });

  // `later` puts its resolver in place when it is called; before that finishing does nothing.
  let calls = 0;
  const started = () => calls > 0;
  before(() => {
    const given = server.tools.call;
    server.tools.call = (name, args, context) => {
      if (name === 'later') calls++;
      return given(name, args, context);
    };
  });
  beforeEach(() => void (calls = 0));
});
