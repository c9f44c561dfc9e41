import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { answerTo } from './answers.js';

/** A tool server that answers every request but few with the same result: as little work as an upstream can be. */
const server = createServer(socket => {
  let pending = '';
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', chunk => {
    pending += chunk.toString('latin1');
    for (;;) {
      const head = pending.indexOf('\r\n\r\n');
      if (head < 0) return;
      const headers = pending.slice(0, head).toLowerCase();
      if (headers.startsWith('get ')) {
        // An older revision asks for a stream of events, which a server may refuse.
        pending = pending.slice(head + 4);
        socket.write('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n');
        continue;
      }
      const length = /\r\ncontent-length: *(\d+)/.exec(headers)?.[1];
      const end = length === undefined ? chunkedEnd(pending, head + 4) : head + 4 + Number(length);
      if (end < 0 || pending.length < end) return;
      const body = answerTo(pending.slice(head, end));
      pending = pending.slice(end);
      if (body === undefined) socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
      else
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
        );
    }
  });
});

function chunkedEnd(text: string, from: number): number {
  const last = text.indexOf('0\r\n\r\n', from);
  return last < 0 ? -1 : last + 5;
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
