import { expect } from 'chai';
import { request } from 'node:http';
import { ApiError } from '../../../core/http/index.js';
import type { HttpRoute, HttpStream, HttpStreamRoute } from '../../../core/http/site.js';
import { KEY, startSite, until, type Running } from './test-site.js';

const common = { tag: 'test', summary: 'A route of the test site', replies: { 200: { description: 'Done' } } };
const body = { schema: { type: 'object', properties: { how: { type: 'string' } }, required: ['how'] }, required: true };

describe('http-express: answers that are not JSON objects', () => {
  let site: Running;
  const open: HttpStream[] = [];
  const gone: string[] = [];
  const peers: (string | undefined)[] = [];

  const streamed: HttpStreamRoute<string> = {
    ...common,
    method: 'POST',
    path: '/v1/stream',
    operationId: 'stream',
    body,
    stream({ body: given, bytes, requestId }, answer) {
      const { how } = given as { readonly how: string };
      if (how === 'send')
        return answer.send(201, `{"bytes":${bytes!.length},"id":"${requestId}","text":"\u00c3\u00bc"}`);
      if (how === 'throw') throw new ApiError(409, 'conflict', 'No.');
      if (how === 'fail') return answer.fail(new Error('a defect'));
      answer.onGone = () => gone.push(how);
      open.push(answer);
      if (how === 'wait') return;
      answer.begin(200);
      answer.write('{"parts":[1');
      if (how === 'cut') setImmediate(() => answer.cut());
      else setImmediate(() => answer.end(',2]}'));
    }
  };
  const text: HttpRoute<string> = {
    ...common,
    method: 'GET',
    path: '/v1/text',
    operationId: 'text',
    handle: async () => ({ status: 200, text: { type: 'text/plain; version=1', content: 'up 1\nü\n' } })
  };
  before(async () => {
    site = await startSite({
      routes: [streamed, text],
      pages: [{ path: '/ui', type: 'text/html', load: async () => Buffer.from('<p>') }],
      authenticate(headers, peer) {
        peers.push(peer);
        if (headers['x-api-key'] !== KEY) throw new ApiError(403, 'forbidden', 'The credential is missing or wrong.');
        return 'tenant-1';
      }
    });
  });
  after(() => site.stop());
  beforeEach(() => {
    open.length = 0;
    gone.length = 0;
  });

  const headers = { 'content-type': 'application/json', 'x-api-key': KEY, 'x-request-id': 'asked' };
  const ask = (how: string, path = '/v1/stream') =>
    fetch(`http://127.0.0.1:${site.port}${path}`, { method: 'POST', headers, body: JSON.stringify({ how }) });

  it('are text of a type', async () => {
    const answer = await fetch(`http://127.0.0.1:${site.port}/v1/text`, { headers });
    expect(answer.headers.get('content-type')).to.equal('text/plain; version=1');
    expect(await answer.text()).to.equal('up 1\nü\n');
  });

  it('are pages, behind the credential', async () => {
    expect((await fetch(`http://127.0.0.1:${site.port}/ui`)).status).to.equal(403);
    const answer = await fetch(`http://127.0.0.1:${site.port}/ui`, { headers });
    expect(answer.headers.get('content-type')).to.equal('text/html');
    expect(answer.headers.get('content-security-policy')).to.include("script-src 'self'");
    expect(await answer.text()).to.equal('<p>');
  });

  it('are sent as bytes, with the headers that all answers have, past the framework and through it', async () => {
    const recorded = site.outcomes.length;
    const direct = await ask('send');
    expect(direct.status).to.equal(201);
    expect(Object.fromEntries(direct.headers)).to.include({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'asked',
      'cache-control': 'no-store'
    });
    expect(await direct.json()).to.deep.equal({ bytes: 14, id: 'asked', text: 'ü' });
    expect(peers.at(-1)).to.equal('127.0.0.1');
    expect(site.outcomes).to.have.length(recorded);
    expect((await ask('send', '/v1/stream?x=1')).status).to.equal(422);
    expect((await ask('send', '/v1/stream?')).status).to.equal(201);
  });

  it('are written in parts', async () => {
    const answer = await ask('parts');
    expect(answer.headers.has('content-length')).to.equal(false);
    expect(await answer.json()).to.deep.equal({ parts: [1, 2] });
  });

  it('are refused like others: without a credential, with a body that does not fit, by what is thrown', async () => {
    const path = `http://127.0.0.1:${site.port}/v1/stream`;
    expect((await fetch(path, { method: 'POST', body: '{}' })).status).to.equal(403);
    expect((await fetch(path, { method: 'POST', headers, body: '{}' })).status).to.equal(422);
    expect((await fetch(path, { method: 'GET', headers })).status).to.equal(405);
    const thrown = await ask('throw');
    expect(thrown.status).to.equal(409);
    expect(await thrown.json()).to.include({ code: 'conflict', request_id: 'asked' });
    expect((await ask('fail')).status).to.equal(500);
  });

  it('are broken off so that the client can tell', async () => {
    const failure = await ask('cut')
      .then(answer => answer.text())
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });

  it('are told when their client goes away, once, and then go nowhere', async () => {
    const calling = request({ port: site.port, host: '127.0.0.1', path: '/v1/stream', method: 'POST', headers });
    calling.on('error', () => {});
    calling.end(JSON.stringify({ how: 'wait' }));
    await until(() => open.length === 1);
    calling.destroy();
    await until(() => gone.length > 0);
    open[0]!.send(200, '{}');
    open[0]!.end('{}');
    expect(gone).to.deep.equal(['wait']);
  });

  it('are waited for when the server stops', async () => {
    const answer = ask('wait');
    await until(() => open.length === 1);
    const stopped = site.stop();
    open[0]!.send(200, '{"late":true}');
    expect(await (await answer).json()).to.deep.equal({ late: true });
    await stopped;
    site = await startSite();
  });
});
