import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const ANSWER = JSON.stringify({
  resultType: 'complete',
  content: [{ type: 'text', text: 'src/index.ts:12: export function main(): void {' }],
  structuredContent: { matches: 1, truncated: false }
});

const TOOLS = JSON.stringify({
  resultType: 'complete',
  ttlMs: 60_000,
  tools: Array.from({ length: 20 }, (_, i) => ({
    name: i === 0 ? 'find_matches' : `tool_${i}`,
    description: 'Finds what is looked for, and says where it stands, with as many lines around it as are asked for.',
    inputSchema: {
      type: 'object',
      required: ['pattern'],
      properties: { pattern: { type: 'string' }, path: { type: 'string' }, glob: { type: 'string' } }
    }
  }))
});

/** A tool server that answers every request but one with the same result: as little work as an upstream can be. */
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
      const length = /\r\ncontent-length: *(\d+)/.exec(headers)?.[1];
      const end = length === undefined ? chunkedEnd(pending, head + 4) : head + 4 + Number(length);
      if (end < 0 || pending.length < end) return;
      const id = /"id":(\d+)/.exec(pending.slice(head, end))?.[1] ?? '1';
      const result = headers.includes('\r\nmcp-method: tools/list') ? TOOLS : ANSWER;
      pending = pending.slice(end);
      const body = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
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
