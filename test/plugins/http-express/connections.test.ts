import { expect } from 'chai';
import fc from 'fast-check';
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { expectError, expectStandardHeaders } from './expectations.js';
import { RawClient, request, send } from './raw-client.js';
import { KEY, LIMIT, startSite, until, type Running } from './test-site.js';

const short = { headersMs: 150, requestMs: 150 };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const CHUNKED = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' };
const hello = JSON.stringify({ message: 'hello' });

describe('http-express: connections', () => {
  let site: Running;
  let client: RawClient;
  const start = async (...args: Parameters<typeof startSite>) => {
    site = await startSite(...args);
    client = await RawClient.open(site.port);
  };
  afterEach(async () => {
    client.socket.destroy();
    for (const { release } of site.waiting) release();
    await site.stop();
  });

  describe('input that is not a request', () => {
    beforeEach(() => start());
    const http = { field: '(request)', rule: 'http' };

    for (const [what, input] of [
      ['noise', 'blah blah\r\n\r\n'],
      ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n'],
      ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nbad header: x\r\n\r\n'],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
      ['a length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
      ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
      ['the start of TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])]
    ] as const)
      it(`has ${what} answered in the envelope`, async () => {
        expectError(await client.write(input as string).answer(), 400, 'validation_error', http);
        await client.end();
        expect(client.reset).to.equal(false);
        expect(site.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
      });

    it('has a transfer encoding other than chunked refused', async () => {
      const coded = { ...CHUNKED, 'Transfer-Encoding': 'gzip, chunked' };
      const rule = { field: 'Transfer-Encoding', rule: 'chunked' };
      expectError(
        await send(site.port, 'POST', '/v1/echo', chunk(hello) + chunk(''), coded),
        400,
        'validation_error',
        rule
      );
    });

    it('harms nobody, whatever it is', async () => {
      const piece = fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes)),
        fc
          .constantFrom(
            'GET ',
            '/v1/things',
            ' HTTP/1.1\r\n',
            '\r\n',
            'Host: a\r\n',
            'Content-Length: 5\r\n',
            '%',
            '0\r\n\r\n',
            `X-API-Key: ${KEY}\r\n`
          )
          .map(text => Buffer.from(text)),
        fc.constantFrom(
          request('POST', '/v1/echo', hello),
          request('GET', '/v1/things/x'),
          request('POST', '/v1/echo', chunk(hello), CHUNKED)
        )
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces => {
          const fuzz = await RawClient.open(site.port);
          for (const bytes of pieces) fuzz.write(bytes);
          fuzz.socket.end();
          await new Promise(resolve => fuzz.socket.once('close', resolve));
          for (const answer of await fuzz.answers(0)) expectStandardHeaders(answer);
          expect((await send(site.port, 'GET', '/healthz')).status).to.equal(200);
        }),
        { numRuns: 150 }
      );
      expect(site.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });

    it('has too large headers answered with 431', async () => {
      client.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
      expectError(await client.answer(), 431, 'request_too_large');
      await client.end();
    });

    it('has a missing Host answered with 400, but not in HTTP/1.0', async () => {
      const host = { field: 'Host', rule: 'required' };
      expectError(
        await send(site.port, 'GET', '/healthz', undefined, { Host: undefined }),
        400,
        'validation_error',
        host
      );
      client.write('GET /healthz HTTP/1.0\r\n\r\n');
      expect((await client.answer()).status).to.equal(200);
      await client.end();
    });

    it('has an unknown expectation answered with 417', async () => {
      const rule = { field: 'Expect', rule: '100-continue' };
      expectError(await send(site.port, 'POST', '/v1/echo', hello, { Expect: 'tea' }), 417, 'validation_error', rule);
    });

    it('has CONNECT refused, and an upgrade not made', async () => {
      const other = await RawClient.open(site.port);
      expectError(await other.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n').answer(), 405, 'method_not_allowed');
      await other.end();
      const upgrade = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Key': 'eA==',
        'Sec-WebSocket-Version': '13'
      };
      expectError(await send(site.port, 'GET', '/nowhere', undefined, upgrade), 404, 'not_found');
      expect((await send(site.port, 'GET', '/healthz', undefined, upgrade)).status).to.equal(200);
    });
  });

  describe('pipelining', () => {
    beforeEach(() => start());

    it('answers in the order asked, however long each takes', async () => {
      client.write(
        Buffer.concat([request('GET', '/v1/wait'), request('GET', '/v1/things/b'), request('POST', '/v1/echo', hello)])
      );
      await until(() => site.outcomes.length === 2);
      expect(client.received).to.equal('');
      site.waiting[0]!.release();
      expect((await client.answers(3)).map(({ body }) => Object.keys(JSON.parse(body) as object)[0])).to.deep.equal([
        'waited',
        'params',
        'body'
      ]);
    });

    it('answers what came before broken input first, then that', async () => {
      client.write(
        Buffer.concat([request('GET', '/v1/wait'), request('GET', '/v1/things/b'), Buffer.from('noise\r\n\r\n')])
      );
      await until(() => site.outcomes.length === 1 && site.lines.some(({ event }) => event === 'http.refused'));
      expect(client.received).to.equal('');
      site.waiting[0]!.release();
      const answers = await client.answers(3);
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 400]);
      await client.end();
    });

    it('aborts all that wait when the client leaves', async () => {
      client.write(Buffer.concat([request('GET', '/v1/wait'), request('GET', '/v1/wait')]));
      await until(() => site.waiting.length === 2);
      client.socket.resetAndDestroy();
      await until(() => site.outcomes.length === 2);
      expect(site.outcomes.map(({ status }) => status)).to.deep.equal([499, 499]);
    });

    it('answers a body that broke off behind one that came whole', async () => {
      client.stubborn = true;
      client.write(
        Buffer.concat([request('POST', '/v1/echo', hello), request('POST', '/v1/echo', chunk(hello), CHUNKED)])
      );
      client.socket.end();
      expect((await client.answers(2)).map(({ status }) => status)).to.deep.equal([200, 400]);
    });

    it('keeps the connection after every kind of refusal whose body is known to end', async () => {
      client.write(
        Buffer.concat([
          request('POST', '/v1/echo', hello, { 'X-API-Key': 'wrong' }),
          request('POST', '/nowhere', hello),
          request('PUT', '/v1/echo', hello),
          request('POST', '/v1/echo', hello, { 'Content-Type': 'text/plain' }),
          request('POST', '/v1/echo', '{'),
          request('POST', '/v1/echo', '{}'),
          request('POST', '/v1/echo', chunk(hello) + chunk(''), CHUNKED),
          request('POST', '/v1/echo', hello)
        ])
      );
      expect((await client.answers(8)).map(({ status }) => status)).to.deep.equal([
        403, 404, 405, 415, 400, 422, 200, 200
      ]);
    });
  });

  describe('large bodies', () => {
    beforeEach(() => start({}, { lingerMs: 60_000 }));

    it('of exactly the limit are taken, of one byte more are not', async () => {
      const body = (size: number) => JSON.stringify({ message: 'x'.repeat(size - 14) });
      expect((await send(site.port, 'POST', '/v1/echo', body(LIMIT))).status).to.equal(200);
      expectError(await send(site.port, 'POST', '/v1/echo', body(LIMIT + 1)), 413, 'request_too_large');
      expect((await send(site.port, 'POST', '/v1/echo', chunk(body(LIMIT)) + chunk(''), CHUNKED)).status).to.equal(200);
      expectError(
        await send(site.port, 'POST', '/v1/echo', chunk(body(LIMIT + 1)) + chunk(''), CHUNKED),
        413,
        'request_too_large'
      );
    });

    it('are refused by their declared length before they are sent', async () => {
      client.write(request('POST', '/v1/echo', '', { 'Content-Length': '999999999999' }));
      const answer = await client.answer();
      expectError(answer, 413, 'request_too_large');
      expect(answer.headers['connection']).to.equal('close');
      await client.end();
      expect(client.reset).to.equal(false);
    });

    for (const [what, headers, piece] of [
      ['declared', { 'Content-Length': '8000000' }, 'x'.repeat(100_000)],
      ['chunked', CHUNKED, chunk('x'.repeat(100_000))]
    ] as const)
      it(`let the client read the answer while it is still sending (${what})`, async () => {
        client.write(request('POST', '/v1/echo', '', headers));
        for (let sent = 0; sent < 80 && !client.closed; sent++) {
          client.write(piece);
          await new Promise(resolve => setImmediate(resolve));
        }
        expectError(await client.answer(), 413, 'request_too_large');
        await client.end();
        expect(client.reset).to.equal(false);
      });

    it('in endless chunks are cut off after a while', async () => {
      const impatient = await startSite({}, { lingerMs: 200 });
      const endless = await RawClient.open(impatient.port);
      endless.stubborn = true;
      endless.write(request('POST', '/v1/echo', '', { ...CHUNKED, 'X-API-Key': 'wrong' }));
      const closed = new Promise(resolve => endless.socket.once('close', resolve));
      expectError(await endless.answer(), 403, 'forbidden');
      const timer = setInterval(() => endless.write(chunk('x'.repeat(1000))), 20);
      try {
        await closed;
      } finally {
        clearInterval(timer);
        await impatient.stop();
      }
    });

    it('leave the connection unusable for a further request when they were not sent whole', async () => {
      client.stubborn = true;
      client.write(request('POST', '/v1/echo', chunk('x'.repeat(LIMIT + 1)), CHUNKED));
      expectError(await client.answer(), 413, 'request_too_large');
      client.write(chunk('')).write(request('GET', '/v1/things/late'));
      await client.end();
      client.socket.end();
      await new Promise(resolve => client.socket.once('close', resolve));
      expect(site.outcomes.map(({ route }) => route)).to.deep.equal(['/v1/echo']);
      expect(await client.answers(1)).to.have.length(1);
    });

    it('broken inside a chunk are answered with 400', async () => {
      client.write(request('POST', '/v1/echo', `${chunk('{"mes')}zz\r\n`, CHUNKED));
      expectError(await client.answer(), 400, 'validation_error');
      await client.end();
      expect(site.outcomes[0]).to.include({ route: '/v1/echo', status: 400 });
    });
  });

  describe('Expect: 100-continue', () => {
    const expecting = (body: string, headers = {}) =>
      request('POST', '/v1/echo', body, { 'Content-Length': String(hello.length), Expect: '100-continue', ...headers });
    beforeEach(() => start());

    it('is told to go on when the body is wanted', async () => {
      client.write(expecting(''));
      await until(() => client.received === 'HTTP/1.1 100 Continue\r\n\r\n');
      client.received = '';
      client.write(hello);
      expect((await client.answer()).json().body).to.deep.equal({ message: 'hello' });
    });

    for (const [what, headers, status] of [
      ['a wrong credential', { 'X-API-Key': 'wrong' }, 403],
      ['a wrong type', { 'Content-Type': 'text/plain' }, 415],
      ['too large a body', { 'Content-Length': String(LIMIT + 1) }, 413]
    ] as const)
      it(`is answered at once for ${what}`, async () => {
        const answer = await client.write(expecting('', headers)).answer();
        expect(answer.status).to.equal(status);
        expect(answer.headers['connection']).to.equal('close');
        await client.end();
      });
  });

  describe('slow clients', () => {
    beforeEach(() => start({}, short));

    /** Says it on a new connection until its beginning comes in time. */
    const begun = async (said: Buffer, isBegun: () => boolean) => {
      for (;;) {
        client.write(said);
        await until(() => isBegun() || client.closed);
        if (isBegun()) return;
        client = await RawClient.open(site.port);
      }
    };

    it('get 408 when their headers do not end', async () => {
      expectError(await client.write('GET / HTTP/1.1\r\nHost: a\r\n').answer(), 408, 'request_timeout');
      await client.end();
    });

    it('get 408 when their body does not come', async () => {
      await begun(request('POST', '/v1/echo', '{', { 'Content-Length': '100' }), () => site.outcomes.length > 0);
      expectError(await client.answer(), 408, 'request_timeout');
      await client.end();
      expect(site.outcomes[0]).to.include({ route: '/v1/echo', status: 408 });
    });

    it('get one answer only when the body they owe was refused', async () => {
      await begun(request('POST', '/nowhere', '{', { 'Content-Length': '100' }), () => site.outcomes.length > 0);
      expectError(await client.answer(), 404, 'not_found');
      await client.end();
      expect(await client.answers(1)).to.have.length(1);
    });

    it('are not told to hurry while their request is handled', async () => {
      await begun(request('GET', '/v1/wait'), () => site.waiting.length > 0);
      await new Promise(resolve => setTimeout(resolve, 500));
      site.waiting[0]!.release();
      expect((await client.answer()).status).to.equal(200);
    });
  });

  describe('stop', () => {
    it('closes idle connections, finishes what is under way, accepts nothing new', async () => {
      await start();
      const idle = await RawClient.open(site.port);
      await idle.write(request('GET', '/healthz')).answer();
      client.write(request('GET', '/v1/wait'));
      await until(() => site.waiting.length === 1);
      const stopped = site.stop();
      await idle.end();
      const refused = plainRequest({ port: site.port, host: '127.0.0.1', headers: { 'x-api-key': KEY } }).end();
      expect(((await once(refused, 'error')) as [NodeJS.ErrnoException])[0].code).to.equal('ECONNREFUSED');
      site.waiting[0]!.release();
      const answer = await client.answer();
      expect(answer.status).to.equal(200);
      expect(answer.headers['connection']).to.equal('close');
      await stopped;
      await client.end();
    });

    it('answers everything that was pipelined', async () => {
      await start();
      client.write(Buffer.concat([request('GET', '/v1/wait'), request('GET', '/v1/wait')]));
      await until(() => site.waiting.length === 2);
      const stopped = site.stop();
      for (const { release } of site.waiting) release();
      expect((await client.answers(2)).map(({ headers }) => headers['connection'])).to.deep.equal([
        'keep-alive',
        'close'
      ]);
      await stopped;
    });

    it('ends at its deadline whatever is under way, whose signal it aborts', async () => {
      await start({}, { drainMs: 50 });
      client.write(request('GET', '/v1/wait'));
      await until(() => site.waiting.length === 1);
      await site.stop();
      expect(site.waiting[0]!.signal.aborted).to.equal(true);
      await client.end();
    });
  });
});
