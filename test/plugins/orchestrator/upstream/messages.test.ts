import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { TestOrchestrator } from '../fixture/index.js';
import { callsOnly, Upstream } from '../fixture/upstream.js';

const META = 'io.modelcontextprotocol/';

describe('messages to and from servers', () => {
  let orchestrator: TestOrchestrator;
  let upstream: Upstream;
  before(async () => {
    orchestrator = await TestOrchestrator.start();
    upstream = await Upstream.start([
      {
        name: 'écho→',
        inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
      },
      { name: 'echo' }
    ]);
    await orchestrator.register('a', upstream.url);
  });
  after(async () => {
    await orchestrator.stop();
    await upstream.kill();
  });
  afterEach(() => {
    upstream.sound();
    upstream.received.length = 0;
  });
  const last = () => upstream.calls.at(-1)!;
  const respond = (body: (id: unknown) => string | Buffer, type = 'application/json') =>
    (upstream.behave = callsOnly(({ id }, response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body(id));
    }));

  it('are requests of the protocol, with everything filled in that the caller left out', async () => {
    await orchestrator.call();
    const { headers, params, id } = last();
    expect(headers).to.include({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo'
    });
    expect(id).to.be.a('number');
    expect(params['_meta']).to.deep.include({
      [`${META}protocolVersion`]: '2026-07-28',
      [`${META}clientCapabilities`]: {},
      [`${META}clientInfo`]: { name: 'bylaw-orchestrator', version: '1.0.0' }
    });
  });

  it('keep what the caller did say, down to the last digit and the order of keys', async () => {
    const sent = `{"z":1,"_meta":{"${META}clientInfo":{"name":"mine","version":"9"},"progressToken":"p"},"name":"echo","arguments":{"n":12345678901234567890.10,"e":1E400,"text":"naïve 😀 \\u00e9 \\"x\\" }"}}`;
    const { status } = await orchestrator.send('POST', '/route', `{ "params" : ${sent} ,"method":"tools/call"}`);
    expect(status).to.equal(200);
    const { text, params } = last();
    expect(text).to.include('"arguments":{"n":12345678901234567890.10,"e":1E400,"text":"naïve 😀 \\u00e9 \\"x\\" }"}');
    expect(params['_meta'][`${META}clientInfo`]).to.deep.equal({ name: 'mine', version: '9' });
    expect(params['_meta']).to.include({ progressToken: 'p', [`${META}protocolVersion`]: '2026-07-28' });
  });

  it('carry names and arguments in headers, wrapped where a header cannot hold them', async () => {
    await orchestrator.route({ method: 'tools/call', params: { name: 'écho→', arguments: { region: 'zürich' } } });
    const unwrap = (value: unknown) =>
      Buffer.from(/^=\?base64\?(.*)\?=$/.exec(String(value))![1]!, 'base64').toString();
    expect(unwrap(last().headers['mcp-name'])).to.equal('écho→');
    expect(unwrap(last().headers['mcp-param-region'])).to.equal('zürich');
  });

  it('come back byte for byte', async () => {
    const result = '{"n": 0.10000000000000000001,"big":123456789012345678901234567890,"text":"😀 } ] \\" ü"}';
    respond(id => `\n{"result":${result},"jsonrpc":"2.0",\n"id":${String(id)} }\n`);
    const { text } = await orchestrator.call();
    expect(text).to.include(`"result":${result},"attempts"`);
  });

  it('tell a JSON-RPC error and a failed tool from a failed server', async () => {
    respond(id => `{"jsonrpc":"2.0","id":${String(id)},"error":{"code":-32000,"message":"no","data":[1]}}`);
    const refused = await orchestrator.call();
    expect(refused.status).to.equal(200);
    expect(refused.body.error).to.deep.equal({ code: -32000, message: 'no', data: [1] });
    expect(refused.body.attempts[0]).to.include({ outcome: 'rpc_error' });
    respond(id => `{"jsonrpc":"2.0","id":${String(id)},"result":{"isError":true,"content":[]}}`);
    expect((await orchestrator.call()).body.attempts[0]).to.include({ outcome: 'tool_error' });
    expect((await orchestrator.get('/servers/a')).body).to.include({ status: 'healthy', last_error: null });
  });

  it('may be event streams: notifications are left out, the response is the answer', async () => {
    const event = (json: string) => `event: message\r\ndata: ${json}\r\n\r\n`;
    respond(
      id =>
        `: hello\n\n${event('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}')}${event(`{"jsonrpc":"2.0","id":${String(id)},"result":{"text":"ü"}}`)}`,
      'text/event-stream'
    );
    expect((await orchestrator.call()).body.result).to.deep.equal({ text: 'ü' });
  });

  it('may be fifty megabytes, which pass through without being kept', async () => {
    const part = Buffer.from(JSON.stringify('ü"\\[{]}').slice(1, -1).repeat(4096));
    const parts = Math.ceil(50_000_000 / part.length);
    const sent = createHash('sha256');
    let written = 0;
    upstream.behave = callsOnly(({ id }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"jsonrpc":"2.0","id":${String(id)},"result":{"text":"`);
      const more = () => {
        while (written < parts) {
          written++;
          sent.update(part);
          if (!response.write(part)) return void response.once('drain', more);
        }
        response.end('"}}');
      };
      more();
    });
    let writtenWhilePaused = 0;
    const got = createHash('sha256');
    const tail = await new Promise<string>((resolve, reject) => {
      const calling = httpRequest(
        `${orchestrator.url}/route`,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        response => {
          expect(response.headers).not.to.have.property('content-length');
          let total = 0;
          let rest = Buffer.alloc(0);
          const head = '{"server":"a","result":{"text":"'.length;
          // The caller stops reading: then the server has to stop sending, and nothing piles up in between.
          setTimeout(() => {
            writtenWhilePaused = written;
            response.resume();
          }, 150);
          response.on('data', (chunk: Buffer) => {
            const text = Buffer.concat([rest, chunk.subarray(Math.max(0, head - total))]);
            total += chunk.length;
            const whole = Math.max(0, text.length - 200);
            got.update(text.subarray(0, whole));
            rest = Buffer.from(text.subarray(whole));
          });
          response.on('end', () => resolve(rest.toString('latin1')));
          response.on('error', reject);
          response.pause();
        }
      );
      calling.end(JSON.stringify({ method: 'tools/call', params: { name: 'echo' } }));
    });
    const end = tail.lastIndexOf('"},"attempts":');
    got.update(Buffer.from(tail.slice(0, end), 'latin1'));
    expect(got.digest('hex')).to.equal(sent.digest('hex'));
    expect(tail.slice(end)).to.match(
      /^"},"attempts":\[{"server":"a","outcome":"ok","duration_ms":[\d.]+}],"duration_ms":[\d.]+}$/
    );
    expect(writtenWhilePaused).to.be.within(1, parts / 2);
  });

  it('are cut for the caller where a large one breaks off, since part of it has gone already', async () => {
    let breakOff = () => {};
    upstream.behave = callsOnly(({ id }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`{"jsonrpc":"2.0","id":${String(id)},"result":{"text":"${'x'.repeat(600_000)}`);
      breakOff = () => response.destroy();
    });
    const begun = await fetch(`${orchestrator.url}/route`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'tools/call', params: { name: 'echo' } })
    });
    breakOff();
    const failure = await begun.text().then(
      () => undefined,
      (error: unknown) => error
    );
    expect(failure).to.be.instanceOf(TypeError);
  });
});
