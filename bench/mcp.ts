import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { createHandle, META, PROTOCOL_VERSION, type McpServer } from '../core/mcp/index.js';
import { silentLog } from '../core/observe/log.js';
import { serveMcp } from '../test/harness/mcp-site.js';
import { launch, serveParent, type VariantProcess } from './variant-process.js';

/**
 * What the protocol layer costs: one `tools/call` of a tool that does nothing, against the least that node:http can do
 * for a JSON-RPC request. Servers run in processes of their own; rounds are interleaved.
 *
 *     node dist/bench/mcp.js [rounds] [seconds] [connections]
 */
const TOKEN = 'token-of-the-bench';
const content = [{ type: 'text', text: 'x'.repeat(200) }];
const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'nothing',
    arguments: { path: 'src/index.ts' },
    _meta: { [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {} }
  }
});
const headers = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  Authorization: `Bearer ${TOKEN}`,
  'MCP-Protocol-Version': PROTOCOL_VERSION,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'nothing'
};

const server: McpServer = {
  info: { name: 'bench', version: '1.0.0' },
  tools: {
    list: () => [{ name: 'nothing', description: 'Does nothing.', inputSchema: { type: 'object' } }],
    call: async () => ({ content })
  }
};

/** Reads a request, looks at nothing in it but its id, and answers. */
function bare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { id: number };
    const json = JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(json);
  });
}

const variants: Readonly<Record<string, () => Promise<number>>> = {
  'bare node:http': () =>
    new Promise(resolve => {
      const site = createServer(bare).listen(0, '127.0.0.1', () => resolve((site.address() as AddressInfo).port));
    }),
  'core/mcp': async () => {
    const handle = createHandle(server, silentLog);
    return (await serveMcp({ handle, bearerToken: TOKEN })).port;
  }
};

async function measure({ port, usage }: VariantProcess, seconds: number, connections: number) {
  const url = `http://127.0.0.1:${port}/mcp`;
  const before = await usage();
  const result = await autocannon({ url, method: 'POST', headers, body, duration: seconds, connections });
  const calls = result.requests.total;
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return {
    perSecond: calls / result.duration,
    cpu: ((await usage()).cpu - before.cpu) / calls,
    p99: result.latency.p99
  };
}

async function compare(rounds: number, seconds: number, connections: number): Promise<void> {
  const targets = await Promise.all(
    Object.keys(variants).map(async name => ({ name, ...(await launch(new URL(import.meta.url), ['--serve', name])) }))
  );
  const best = new Map<string, { perSecond: number; cpu: number; p99: number }>();
  for (let round = 0; round <= rounds; round++)
    for (const target of targets) {
      const got = await measure(target, round === 0 ? 1 : seconds, connections);
      const held = best.get(target.name);
      // The first round only warms up; of the others the least disturbed one counts.
      if (round > 0 && (held === undefined || got.cpu < held.cpu)) best.set(target.name, got);
    }
  await Promise.all(targets.map(target => target.end()));
  for (const [name, { perSecond, cpu, p99 }] of best)
    process.stdout.write(
      `${name.padEnd(16)} ${cpu.toFixed(0)} µs CPU a call, ${perSecond.toFixed(0)}/s, p99 ${p99} ms\n`
    );
}

const [first, second] = process.argv.slice(2);
if (first === '--serve') serveParent(await variants[second!]!());
else await compare(Number(first ?? 3), Number(second ?? 4), Number(process.argv[4] ?? 32));
