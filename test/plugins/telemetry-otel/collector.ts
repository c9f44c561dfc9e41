import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OTLP/HTTP receiver on a port of its own, which keeps what it was sent. */
export interface Collector {
  readonly url: string;
  readonly metrics: () => readonly any[];
  readonly logs: () => readonly any[];
  readonly spans: () => readonly any[];
  /** Resource attributes of everything received. */
  readonly resources: () => readonly any[];
  /** Everything received, as text. */
  readonly text: () => string;
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: { path: string; body: any }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', chunk => (text += chunk));
    request.on('end', () => {
      const sound = request.method === 'POST' && request.headers['content-type'] === 'application/json';
      if (sound) bodies.push({ path: request.url!, body: JSON.parse(text) });
      response.writeHead(sound ? 200 : 400, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const of = (path: string, outer: string, scoped: string, inner: string) => () =>
    bodies
      .filter(each => each.path === path)
      .flatMap(({ body }) => body[outer].flatMap((r: any) => r[scoped].flatMap((s: any) => s[inner])));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics: of('/v1/metrics', 'resourceMetrics', 'scopeMetrics', 'metrics'),
    logs: of('/v1/logs', 'resourceLogs', 'scopeLogs', 'logRecords'),
    spans: of('/v1/traces', 'resourceSpans', 'scopeSpans', 'spans'),
    resources: () =>
      bodies.flatMap(({ body }) => Object.values<any>(body).flatMap(list => list.map((each: any) => each.resource))),
    text: () => JSON.stringify(bodies),
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}

/** OTLP's list of keys and values as an object. */
export const attributesOf = ({ attributes }: any): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }: any) => [key, Object.values(value)[0]]));
