import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpRoute } from '../../../core/http/index.js';
import { expectError } from './expectations.js';
import { RawClient, request, send } from './raw-client.js';
import { startSite, until, type Running } from './test-site.js';

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const MEGABYTE = 1_048_576;

describe('http-express: what clients may have under way', () => {
  let site: Running;
  const clients: Socket[] = [];
  const start = async (...limits: Parameters<typeof startSite>) => (site = await startSite(...limits));
  const open = async () => {
    const client = await RawClient.open(site.port);
    clients.push(client.socket);
    return client;
  };
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    for (const { release } of site.waiting) release();
    await site.stop();
  });

  it('is so many requests on one connection: what was sent within the limit is answered, then it closes', async () => {
    await start({}, {}, { inFlight: 5 });
    const client = await open();
    client.write(ask('/healthz').repeat(9));
    const answers = await client.answers(6);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 429]);
    expectError(answers[5]!, 429, 'rate_limited');
    await client.end();
    expect(client.reset).to.equal(false);
    const next = await open();
    for (let i = 0; i < 9; i++) await next.write(ask('/healthz')).answers(i + 1);
  });

  it('is bounded for clients that send requests without end and read nothing', async () => {
    await start();
    const flood = Buffer.from(ask('/healthz').repeat(Math.ceil((6.6 * MEGABYTE) / ask('/healthz').length)));
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
    for (let i = 0; i < 20; i++) {
      const socket = connect(site.port, '127.0.0.1').pause();
      socket.on('error', () => {});
      await once(socket, 'connect');
      clients.push(socket);
      socket.write(flood);
    }
    const others = [];
    for (let i = 0; i < 20; i++) others.push((await send(site.port, 'GET', '/healthz', '')).status);
    await until(() => site.lines.filter(({ event }) => event === 'http.refused').length === 20);
    clearInterval(watch);
    expect(others).to.deep.equal(Array(20).fill(200));
    expect((most - before) / MEGABYTE).to.be.below(100);
  });

  it('is so many connections from one address, until one closes', async () => {
    await start({}, {}, { perAddress: 2 });
    const [one] = [await open(), await open()];
    const third = await open();
    await until(() => third.closed);
    one!.socket.destroy();
    for (let status = 0; status !== 200;)
      status = (await send(site.port, 'GET', '/healthz', '').catch(() => ({ status: 0 }))).status;
  });

  it('is so many bytes of bodies at once', async () => {
    await start({}, {}, { bodyBytes: 16 });
    const body = JSON.stringify({ message: 'a message that is longer' });
    expectError(await send(site.port, 'POST', '/v1/echo', body), 503, 'service_unavailable');
    expect((await send(site.port, 'POST', '/v1/echo', '{"message":"a"}')).status).to.equal(200);
  });

  describe('of answers', () => {
    const big: HttpRoute<string> = {
      method: 'GET',
      path: '/v1/big',
      operationId: 'big',
      summary: 'Much',
      tag: 'things',
      open: true,
      replies: { 200: { description: 'Much', schema: { type: 'object' } } },
      handle: async () => ({ status: 200, body: { much: 'x'.repeat(MEGABYTE) } })
    };
    const open = () => new Promise<number>(resolve => site.server.getConnections((_, count) => resolve(count)));
    const asking = async (count: number) => {
      const socket = connect(site.port, '127.0.0.1').pause();
      socket.on('error', () => {});
      clients.push(socket);
      await once(socket, 'connect');
      socket.write(ask('/v1/big').repeat(count));
    };

    it('is so many bytes that one client does not take, beyond a first answer', async () => {
      await start({ routes: [big] }, {}, { untakenOfOne: 3 * MEGABYTE });
      await asking(20);
      await until(async () => (await open()) === 0);
      const whole = await RawClient.open(site.port);
      clients.push(whole.socket);
      expect((await whole.write(ask('/v1/big')).answer()).body).to.have.length.above(MEGABYTE);
    });

    it('is so many bytes of all clients, of whom the slowest go first', async () => {
      await start({ routes: [big] }, {}, { untakenOfAll: 8 * MEGABYTE, untakenOfOne: 6 * MEGABYTE });
      await asking(5);
      const small = Array.from({ length: 3 }, () => asking(2));
      await Promise.all(small);
      await until(async () => (await open()) < 4);
      expect(await open()).to.be.at.least(2);
    });
  });

  it('is one name of the server in each request', async () => {
    await start();
    const client = await open();
    const [answer] = await client.write('GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n').answers(1);
    expectError(answer!, 400, 'validation_error', { field: 'Host', rule: 'single' });
  });

  it('leaves a client that waits for each answer alone', async () => {
    await start({}, {}, { inFlight: 1 });
    const client = await open();
    for (let i = 1; i <= 20; i++)
      expect((await client.write(request('GET', '/v1/special')).answers(i))[i - 1]!.status).to.be.above(0);
  });
});
