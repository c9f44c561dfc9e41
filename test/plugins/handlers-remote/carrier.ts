import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandle } from '../../../core/mcp/index.js';
import { silentLog } from '../../../core/index.js';
import type { McpServer } from '../../../core/mcp/index.js';
import { serveMcp } from '../../harness/mcp-site.js';

export const SHIPMENT = {
  shipment: { state: 'IN_TRANSIT', place: 'Leeds', due: '2026-11-24', cost: 4.9, parcels: 1, insured: true },
  seen_at: '2026-11-21T08:15:00+01:00'
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A carrier's real HTTP server: what it answers can be changed, and what it was asked can be read. */
export async function startCarrier() {
  const asked: Asked[] = [];
  const carrier = {
    asked,
    port: 0,
    answer: (response: ServerResponse): void => sendJson(response, 200, SHIPMENT),
    stop: () => new Promise<void>(resolve => (server.closeAllConnections(), server.close(() => resolve())))
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', chunk => (body += String(chunk)));
    request.on('end', () => {
      asked.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      carrier.answer(response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  carrier.port = (server.address() as AddressInfo).port;
  return carrier;
}

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers: object = {}): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The same carrier as a server of the Model Context Protocol. */
export async function startCarrierMcp() {
  const called: { name: string; args: object }[] = [];
  const server: McpServer = {
    info: { name: 'carrier', version: '1.0.0' },
    tools: {
      list: () => [{ name: 'track', description: 'Tracks a shipment.', inputSchema: { type: 'object' } }],
      call: async (name, args, { progress }) => {
        called.push({ name, args });
        progress(1, 2, 'looking');
        if (args['number'] === 'NONE')
          return { isError: true, content: [], structuredContent: { denial: { reason: 'not_found' } } };
        if (args['number'] === 'BROKEN') return { isError: true, content: [{ type: 'text', text: 'no' }] };
        return { content: [{ type: 'text', text: JSON.stringify(SHIPMENT) }], structuredContent: SHIPMENT };
      }
    }
  };
  const { port, close } = await serveMcp({ handle: createHandle(server, silentLog) });
  return { called, port, stop: close };
}
