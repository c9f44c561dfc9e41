import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import express from 'express';
import { silentLog } from '../core/observe/log.js';
import type { HttpSite } from '../core/http/site.js';
import { createSiteServer } from '../plugins/http-express/site-server.js';
import { createTunedServer } from '../plugins/http-express/fast-path.js';
import { median } from './statistics.js';
import { launch, serveParent, type VariantProcess } from './variant-process.js';

/**
 * What the transport costs: one JSON POST through bare node:http, plain Express, tuned Express, and a whole site
 * (headers, credential, validation, record). Servers run in processes of their own; rounds are interleaved.
 *
 *     node dist/bench/http.js [rounds] [seconds]
 */
const CONNECTIONS = 32;
const message = { message: 'Where is my order ORD-1001? It should have come on Monday.' };
const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['message'],
  properties: { message: { type: 'string' } }
};

const site: HttpSite = {
  name: 'bench',
  title: 'Bench',
  version: '1',
  description: '',
  host: '127.0.0.1',
  port: 0,
  maxBodyBytes: 262_144,
  publicDocs: false,
  schemas: {},
  routes: [
    {
      method: 'POST',
      path: '/v1/conversations/{id}/messages',
      operationId: 'echo',
      summary: 'Echo',
      tag: 'bench',
      body: { schema, required: true },
      replies: { 200: { description: 'The same', schema } },
      handle: async ({ body }) => ({ status: 200, body })
    }
  ],
  authenticate: () => 'caller',
  record: async () => {}
};

function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body))]);
    response.end(body);
  });
}

/** Express with the same work as `bare`, so that only Express itself differs. */
function application(): express.Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.post('/v1/conversations/:id/messages', (request, response) => bare(request, response));
  return app;
}

const variants: Readonly<Record<string, () => Server>> = {
  'bare node:http': () => createServer(bare),
  'plain Express': () => createServer(application()),
  'plain Express, express.json, res.json': () => {
    const app = express();
    app.use(express.json());
    app.post('/v1/conversations/:id/messages', (request, response) => void response.json(request.body));
    return createServer(app);
  },
  'tuned Express': () => {
    const app = application();
    return createTunedServer(app, {}).on('request', app);
  },
  'a site': () => createSiteServer(site, { log: silentLog }).server
};

interface Target extends VariantProcess {
  readonly name: string;
}

const launched = async (name: string): Promise<Target> => ({
  name,
  ...(await launch(new URL(import.meta.url), ['--serve', name]))
});

interface Round {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p99: number;
}

async function round(target: Target, seconds: number): Promise<Round> {
  const before = await target.usage();
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}/v1/conversations/conv_1/messages`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'key' },
    body: JSON.stringify(message),
    connections: CONNECTIONS,
    duration: seconds
  });
  const after = await target.usage();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    perSecond: result.requests.total / result.duration,
    cpuMicros: (after.cpu - before.cpu) / result.requests.total,
    p99: result.latency.p99
  };
}

async function main(rounds: number, seconds: number): Promise<void> {
  const targets = await Promise.all(Object.keys(variants).map(launched));
  const results = new Map<Target, Round[]>(targets.map(target => [target, []]));
  for (const target of targets) await round(target, 1);
  for (let at = 0; at < rounds; at++)
    for (const target of targets) results.get(target)?.push(await round(target, seconds));
  const baseline = median((results.get(targets[0] as Target) as Round[]).map(({ cpuMicros }) => cpuMicros));
  console.log('| variant | per second | CPU µs | CPU ratio | p99 ms | peak MB |\n|---|---|---|---|---|---|');
  for (const [target, measured] of results) {
    const of = (pick: (one: Round) => number) => median(measured.map(pick));
    const { peak } = await target.usage();
    const cpu = of(one => one.cpuMicros);
    console.log(
      `| ${target.name} | ${of(one => one.perSecond).toFixed(0)} | ${cpu.toFixed(1)} | ${(cpu / baseline).toFixed(2)} | ${of(one => one.p99)} | ${peak.toFixed(0)} |`
    );
    await target.end();
  }
}

const [first, second] = process.argv.slice(2);
if (first === '--serve') {
  const server = variants[second!]!().listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
} else await main(Number(first ?? 3), Number(second ?? 3));
