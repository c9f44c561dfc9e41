import { expect } from 'chai';
import express, { type Express } from 'express';
import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTunedServer } from '../../../plugins/http-express/fast-path.js';

/** An app that shows what Express puts on requests and responses. */
function application(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.post('/show/:id', (req, res) => {
    res.cookie('c', 'v').vary('Accept').status(201);
    res.json({
      params: req.params,
      query: req.query,
      body: req.body as unknown,
      ip: req.ip,
      host: req.hostname,
      type: req.is('json'),
      accepts: req.accepts('html', 'json'),
      header: req.get('x-a'),
      path: req.path,
      original: req.originalUrl,
      sameApp: req.app === app && res.app === app,
      linked: req.res === res && res.req === req,
      instances: req instanceof IncomingMessage && res instanceof ServerResponse,
      own: [Object.keys(req).includes('app'), 'headers' in req, typeof res.writeHead]
    });
  });
  app.get('/text', (_req, res) => void res.send('text'));
  app.get('/away', (_req, res) => res.redirect('/text'));
  app.get('/throw', () => {
    throw new Error('thrown');
  });
  app.use(
    (error: Error, _req: express.Request, res: express.Response, _next: express.NextFunction) =>
      void res.status(500).send(error.message)
  );
  return app;
}

async function answers(server: Server): Promise<readonly unknown[]> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const json = { 'content-type': 'application/json', 'x-a': 'b' };
  try {
    const seen: unknown[] = [];
    for (const [path, init] of [
      ['/show/1?q=2', { method: 'POST', headers: json, body: '{"a":1}' }],
      ['/show/1', { method: 'POST', headers: json, body: '{' }],
      ['/text', {}],
      ['/text', { method: 'HEAD' }],
      ['/text', { headers: { 'if-none-match': 'W/"4-Ny5gwd/8Q+2ktnMSPJ2IHqlMm+8"' } }],
      ['/text', { method: 'OPTIONS' }],
      ['/away', { redirect: 'manual' }],
      ['/throw', {}],
      ['/nowhere', {}]
    ] as const) {
      const answer = await fetch(base + path, init);
      const { date: _date, ...headers } = Object.fromEntries(answer.headers);
      seen.push({ path, status: answer.status, headers, body: await answer.text() });
    }
    return seen;
  } finally {
    server.close();
  }
}

describe('http-express: the tuned server', () => {
  it('behaves as Express does on a plain one', async () => {
    const app = application();
    const tuned = await answers(createTunedServer(app, {}).on('request', app));
    const plain = await answers(createServer(application()));
    expect(tuned).to.deep.equal(plain);
    expect(tuned[0]).to.include({ status: 201 });
  });

  it('leaves Express nothing to change on a request', async () => {
    const app = express();
    let unchanged = false;
    const server = createTunedServer(app, {});
    app.get('/', (req, res) => {
      unchanged = Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response;
      res.end();
    });
    const born: boolean[] = [];
    server.prependListener('request', (req, res) => {
      born.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response);
    });
    server.on('request', app);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.close();
    expect(born).to.deep.equal([true, true]);
    expect(unchanged).to.equal(true);
  });
});
