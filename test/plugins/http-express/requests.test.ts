import { expect } from 'chai';
import { request as plainRequest } from 'node:http';
import { expectError, expectStandardHeaders } from './expectations.js';
import { KEY, LIMIT, startSite, until, type Running } from './test-site.js';
import { RawClient, request, send } from './raw-client.js';

const text = (value: unknown) => JSON.stringify(value);

describe('http-express: requests', () => {
  let site: Running;
  const ask = (...args: Parameters<typeof request>) => send(site.port, ...args);
  beforeEach(async () => (site = await startSite()));
  afterEach(() => site.stop());

  it('answers with the standard headers and the request id it was given', async () => {
    const answer = await ask('POST', '/v1/echo', text({ message: 'hé' }), { 'X-Request-ID': 'my-id.1' });
    expect(answer.status).to.equal(200);
    expectStandardHeaders(answer);
    expect(answer.headers).to.include({ 'x-request-id': 'my-id.1', 'content-type': 'application/json; charset=utf-8' });
    expect(answer.json()).to.deep.equal({ body: { message: 'hé' }, caller: 'tenant-1', requestId: 'my-id.1' });
  });

  for (const bad of ['a b', 'x'.repeat(65), 'a;b', ''])
    it(`makes a request id instead of ${text(bad).slice(0, 20)}`, async () => {
      const { headers } = await ask('GET', '/healthz', undefined, { 'X-Request-ID': bad });
      expect(headers['x-request-id']).to.match(/^req_\w{26}$/);
    });

  it('records a request before it answers, with the template and not the path', async () => {
    let recorded = false;
    site.recorder = async outcome => {
      await new Promise(resolve => setTimeout(resolve, 20));
      site.outcomes.push(outcome);
      recorded = true;
    };
    await ask('GET', '/v1/things/t1', undefined, { 'X-Request-ID': 'r1' });
    expect(recorded).to.equal(true);
    const [{ durationMs, ...outcome }] = site.outcomes as [(typeof site.outcomes)[0]];
    expect(durationMs).to.be.a('number');
    expect(outcome).to.deep.equal({
      requestId: 'r1',
      method: 'GET',
      route: '/v1/things/{id}',
      params: { id: 't1' },
      caller: 'tenant-1',
      status: 200
    });
  });

  it('logs one line per request that holds no path value, query or body', async () => {
    await ask('GET', '/v1/things/secret-id');
    await ask('POST', '/v1/echo?secret=1', text({ message: 'secret' }));
    await until(() => site.lines.length === 2);
    expect(
      site.lines.map(({ level, event, fields }) => [level, event, fields['method'], fields['route'], fields['status']])
    ).to.deep.equal([
      ['info', 'http.request', 'GET', '/v1/things/{id}', 200],
      ['info', 'http.request', 'POST', '/v1/echo', 422]
    ]);
    expect(text(site.lines)).to.not.contain('secret');
  });

  describe('credential', () => {
    for (const [what, method, path] of [
      ['a known path', 'GET', '/v1/things'],
      ['an unknown path', 'GET', '/nowhere'],
      ['a wrong method', 'PUT', '/v1/echo'],
      ['the documentation', 'GET', '/docs'],
      ['the schema', 'GET', '/openapi.json'],
      ['a badly encoded path', 'GET', '/v1/things/%zz']
    ] as const)
      it(`is asked for on ${what}`, async () => {
        expectError(await ask(method, path, undefined, { 'X-API-Key': undefined }), 403, 'forbidden');
        expect(site.outcomes).to.have.length(1);
        expect(site.outcomes[0]).to.include({ status: 403, route: 'unmatched', caller: undefined });
      });

    it('comes before any look at the body', async () => {
      const answer = await ask('POST', '/v1/echo', '{broken', { 'X-API-Key': 'wrong', 'Content-Type': 'text/plain' });
      expectError(answer, 403, 'forbidden');
    });

    it('is not asked for on open paths, which are not recorded', async () => {
      const answer = await ask('GET', '/healthz', undefined, { 'X-API-Key': undefined });
      expect(answer.json()).to.deep.equal({ status: 'ok' });
      expectStandardHeaders(answer);
      expectError(await ask('POST', '/healthz', undefined, { 'X-API-Key': undefined }), 405, 'method_not_allowed');
      expect(site.outcomes).to.deep.equal([]);
    });
  });

  describe('route and method', () => {
    for (const path of [
      '/nowhere',
      '/v1/things/',
      '/V1/things',
      '/v1/things/a/b',
      '/',
      '//',
      '/v1/things/..%2fetc',
      `/v1/things/${'a'.repeat(129)}`,
      '/v1/things/a%00b',
      '/v1/things/%E2%82%AC',
      '/v1/things/a%20b'
    ])
      it(`has nothing at ${path.slice(0, 30)}`, async () => expectError(await ask('GET', path), 404, 'not_found'));

    it('refuses a badly encoded path with 400', async () => {
      expectError(await ask('GET', '/v1/things/%E0%A4%A'), 400, 'validation_error', {
        field: '(path)',
        rule: 'percent_encoding'
      });
    });

    it('takes an id of 128 characters, and prefers a fixed path to a parameter', async () => {
      const id = 'a'.repeat(128);
      expect((await ask('GET', `/v1/things/${id}`)).json()).to.deep.equal({ params: { id } });
      expect((await ask('GET', '/v1/things/special')).json()).to.deep.equal({ special: true });
    });

    it('takes the absolute form of a target', async () => {
      expect((await ask('GET', 'http://test/v1/things/x')).json()).to.deep.equal({ params: { id: 'x' } });
    });

    it('answers 405 with what is allowed', async () => {
      const answer = await ask('PUT', '/v1/things');
      expectError(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).to.equal('POST, GET, HEAD');
      expect((await ask('OPTIONS', '/v1/things/x')).headers['allow']).to.equal('GET, HEAD, DELETE');
      expect((await ask('HEAD', '/v1/echo')).status).to.equal(405);
    });

    it('answers HEAD as GET without the body', async () => {
      const client = await RawClient.open(site.port);
      client.write(request('HEAD', '/v1/things/x'));
      const [head] = await client.answers(1, true);
      const got = await ask('GET', '/v1/things/x');
      expect(head!.status).to.equal(200);
      expect(head!.headers['content-length']).to.equal(got.headers['content-length']);
      await new Promise(resolve => setTimeout(resolve, 20));
      expect(client.received).to.match(/\r\n\r\n$/);
      client.socket.destroy();
    });
  });

  describe('body', () => {
    const post = (body: string | Buffer, headers: Record<string, string | undefined> = {}) =>
      ask('POST', '/v1/echo', body, headers);

    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
      it(`takes ${type}`, async () =>
        expect((await post(text({ message: 'a' }), { 'Content-Type': type })).status).to.equal(200));

    for (const type of [
      'text/plain',
      'application/json; charset=latin1',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      '',
      undefined
    ])
      it(`refuses ${type ?? 'no type'}`, async () =>
        expectError(await post(text({ message: 'a' }), { 'Content-Type': type }), 415, 'unsupported_media_type'));

    it('refuses a compressed body, takes identity', async () => {
      expectError(await post('{}', { 'Content-Encoding': 'gzip' }), 415, 'unsupported_media_type');
      expect((await post(text({ message: 'a' }), { 'Content-Encoding': 'identity' })).status).to.equal(200);
    });

    for (const [what, body, rule] of [
      ['what is not JSON', '{"message": ', 'json'],
      ['two values', '{} {}', 'json'],
      ['blanks', '  ', 'json'],
      ['what is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'utf8'],
      ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'utf8'],
      ['a raw control character', '{"message": "a\0"}', 'json'],
      ['an escaped NUL', '{"message": "a\\u0000"}', 'text'],
      ['an escaped NUL in a key', '{"message": "a", "x\\u0000": 1}', 'text'],
      ['half a surrogate pair', '{"message": "\\ud83d!"}', 'text'],
      ['the other half in a list', '{"any": ["\\udc00"]}', 'text'],
      ['too deep a value', `{"any": ${'['.repeat(32)}${']'.repeat(32)}}`, 'depth'],
      ['a very deep value', '['.repeat(990) + ']'.repeat(990), 'depth']
    ] as const)
      it(`refuses ${what} with 400`, async () =>
        expectError(await post(body), 400, 'validation_error', { field: '(body)', rule }));

    it('takes a whole surrogate pair, the last of two equal keys, and 31 levels', async () => {
      const body = `{"message": "x", "message": "\\ud83d\\ude00", "any": ${'['.repeat(31)}${']'.repeat(31)}}`;
      expect((await post(body)).json().body.message).to.equal('😀');
    });

    for (const [what, body, field, rule] of [
      ['a missing field', {}, 'message', 'required'],
      ['a wrong type', { message: 5 }, 'message', 'type'],
      ['a broken format', { message: 'a', email: 'secret' }, 'email', 'format'],
      ['a number out of range', { message: 'a', count: 0 }, 'count', 'minimum'],
      ['an item deep down', { message: 'a', nested: { list: [1, 'secret'] } }, 'nested.list.1', 'type'],
      ['an unknown field', { message: 'a', extra: 'secret' }, 'extra', 'unknown_field'],
      ['an unknown field deep down', { message: 'a', nested: { more: 1 } }, 'nested.more', 'unknown_field'],
      ['an unknown field whose name carries text', { message: 'a', 'secret <b>': 1 }, '(unnamed)', 'unknown_field'],
      ['an unknown field with a long name', { message: 'a', ['secret'.repeat(20)]: 1 }, '(unnamed)', 'unknown_field'],
      ['a list', [], '(body)', 'type'],
      ['null', null, '(body)', 'type']
    ] as const)
      it(`refuses ${what} with 422`, async () => {
        const answer = await post(text(body));
        expectError(answer, 422, 'validation_error', { field, rule });
        expect(answer.body).to.not.contain('secret');
      });

    it('refuses __proto__ as an unknown field', async () => {
      expectError(await post('{"message": "a", "__proto__": {"x": 1}}'), 422, 'validation_error', {
        field: '__proto__',
        rule: 'unknown_field'
      });
    });

    it('names several fields, but not without end', async () => {
      const { fields } = (await post(text({ count: 'x', email: 1 }))).json().detail as { fields: { field: string }[] };
      expect(fields.map(({ field }) => field)).to.have.members(['message', 'count', 'email']);
      const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`k${at}`, 1]));
      expect((await post(text(many))).json().detail.fields).to.have.length(20);
    });

    it('is required where the route says so', async () => {
      expectError(await ask('POST', '/v1/echo'), 422, 'validation_error', { field: '(body)', rule: 'required' });
      expectError(await post(''), 422, 'validation_error', { field: '(body)', rule: 'required' });
    });

    it('may be left out where the route says so, also chunked and without a type', async () => {
      expect((await ask('POST', '/v1/things')).json()).to.deep.equal({ given: null });
      expect((await ask('POST', '/v1/things', '', { 'Content-Type': undefined })).status).to.equal(201);
      const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked', 'Content-Type': undefined };
      expect((await ask('POST', '/v1/things', '0\r\n\r\n', chunked)).status).to.equal(201);
      expectError(await ask('POST', '/v1/things', '2\r\n{}\r\n0\r\n\r\n', chunked), 415, 'unsupported_media_type');
    });

    it('is ignored on GET', async () => {
      const client = await RawClient.open(site.port);
      client.write(request('GET', '/v1/things/a', '{broken')).write(request('GET', '/v1/things/b'));
      expect((await client.answers(2)).map(({ status }) => status)).to.deep.equal([200, 200]);
      client.socket.destroy();
      expectError(await ask('GET', '/v1/things/a', 'x'.repeat(LIMIT + 1)), 413, 'request_too_large');
    });

    it('arrives whole when it comes byte by byte', async () => {
      const client = await RawClient.open(site.port);
      for (const byte of request('POST', '/v1/echo', text({ message: 'é€😀' }))) {
        client.write(Buffer.from([byte]));
        await new Promise(resolve => setImmediate(resolve));
      }
      expect((await client.answer()).json().body).to.deep.equal({ message: 'é€😀' });
      client.socket.destroy();
    });
  });

  describe('query', () => {
    it('is coerced to the schema, with its defaults', async () => {
      expect((await ask('GET', '/v1/things?limit=7&all=true')).json()).to.deep.equal({
        query: { limit: 7, all: true }
      });
      expect((await ask('GET', '/v1/things?')).json()).to.deep.equal({ query: { limit: 50 } });
    });

    for (const [query, status, field, rule] of [
      ['limit=x', 422, 'limit', 'type'],
      ['limit=0', 422, 'limit', 'minimum'],
      ['limit=', 422, 'limit', 'type'],
      ['other=1', 422, 'other', 'unknown_field'],
      ['__proto__=1', 422, '__proto__', 'unknown_field'],
      ['a%3Cb=1', 422, '(unnamed)', 'unknown_field'],
      ['limit=1&limit=2', 422, '(query)', 'repeated'],
      ['limit=%zz', 400, '(query)', 'percent_encoding'],
      ['limit=%00', 400, '(query)', 'text']
    ] as const)
      it(`refuses ${query}`, async () =>
        expectError(await ask('GET', `/v1/things?${query}`), status, 'validation_error', { field, rule }));

    it('is refused where the route has none', async () => {
      expectError(await ask('GET', '/v1/things/x?a=1'), 422, 'validation_error', { field: 'a', rule: 'unknown_field' });
    });
  });

  describe('handler', () => {
    const fail = (how: string) => ask('POST', `/v1/fail/${how}`);

    it('has its ApiError answered as it is', async () => {
      const answer = await fail('api');
      expectError(answer, 409, 'conflict');
      expect(answer.headers['retry-after']).to.equal('1');
      expect(answer.json())
        .to.include({ message: 'The key is taken.' })
        .and.deep.include({ detail: { key: 'x' } });
    });

    it('has a lost store answered with 503', async () => {
      const answer = await fail('store');
      expectError(answer, 503, 'service_unavailable');
      expect(answer.body).to.not.contain('refused');
    });

    for (const how of ['defect', 'circular', 'header'])
      it(`has anything else (${how}) answered with 500 and logged in full`, async () => {
        const answer = await fail(how);
        expectError(answer, 500, 'internal_error');
        expect(answer.json().message).to.equal('An unexpected error occurred.');
        const unhandled = site.lines.filter(({ event }) => event === 'http.unhandled');
        expect(unhandled).to.have.length(1);
        expect(unhandled[0]!.level).to.equal('error');
        await until(() => site.lines.some(({ event, fields }) => event === 'http.request' && fields['status'] === 500));
        expect(unhandled[0]!.fields['stack']).to.contain('Error').and.contain('\n');
      });

    it('may answer without a body, and with headers', async () => {
      const gone = await ask('DELETE', '/v1/things/x');
      expect(gone.status).to.equal(204);
      expect(gone.headers).to.not.have.any.keys('content-type', 'content-length');
      expectStandardHeaders(gone);
      expect((await ask('POST', '/v1/things')).headers['location']).to.equal('/v1/things/1');
    });

    it('may have recorded the request itself', async () => {
      await fail('recorded');
      expect(site.outcomes).to.deep.equal([]);
    });
  });

  describe('when recording fails', () => {
    beforeEach(() => {
      site.recorder = () => Promise.reject(new Error('no disk'));
    });

    it('a success becomes a failure', async () => expectError(await ask('GET', '/v1/things/x'), 500, 'internal_error'));

    it('a refusal stays one, and the failure is logged', async () => {
      expectError(await ask('GET', '/nowhere'), 404, 'not_found');
      expectError(await ask('GET', '/v1/things', undefined, { 'X-API-Key': 'no' }), 403, 'forbidden');
      expect(site.lines.filter(({ event }) => event === 'http.record_failed')).to.have.length(2);
    });
  });

  it('aborts the signal when the client leaves, and calls that no error', async () => {
    const leaving = plainRequest({
      port: site.port,
      host: '127.0.0.1',
      path: '/v1/wait',
      headers: { 'x-api-key': KEY }
    });
    leaving.on('error', () => {}).end();
    await until(() => site.waiting.length === 1);
    leaving.destroy();
    await until(() => site.outcomes.length === 1);
    expect(site.waiting[0]!.signal.aborted).to.equal(true);
    expect(site.outcomes[0]).to.include({ status: 499, route: '/v1/wait' });
    expect(site.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  it('records a client that leaves inside its body', async () => {
    const client = await RawClient.open(site.port);
    client.write(request('POST', '/v1/echo', '', { 'Content-Length': '100', Expect: '100-continue' }));
    await until(() => client.received.startsWith('HTTP/1.1 100'));
    client.socket.resetAndDestroy();
    await until(() => site.outcomes.length === 1);
    expect(site.outcomes[0]).to.include({ status: 499, route: '/v1/echo' });
    expect(site.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});
