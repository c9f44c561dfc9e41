import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { Pool } from 'undici';

/** The shortest honest proxy in Node: node:http in front, undici behind, bodies streamed both ways. It decides nothing. */
const upstream = new Pool(`http://127.0.0.1:${process.argv[2]}`, { connections: 64, pipelining: 1 });

const server = createServer((request, response) => {
  upstream
    .request({ path: '/mcp', method: 'POST', headers: { 'content-type': 'application/json' }, body: request })
    .then(({ statusCode, headers, body }) => {
      response.writeHead(statusCode, headers);
      pipeline(body, response, () => {});
    })
    .catch(() => response.writeHead(502).end());
});

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
