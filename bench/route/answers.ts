/** What the tool server of these measurements is: as many tools as such servers have, which answer every call with the same. */
const TOOLS = {
  tools: Array.from({ length: 20 }, (_, i) => ({
    name: i === 0 ? 'find_matches' : `tool_${i}`,
    description: 'Finds what is looked for, and says where it stands, with as many lines around it as are asked for.',
    inputSchema: {
      type: 'object',
      required: ['pattern'],
      properties: { pattern: { type: 'string' }, path: { type: 'string' }, glob: { type: 'string' } }
    }
  })),
  ttlMs: 60_000,
  cacheScope: 'public'
};
const RESULTS: Readonly<Record<string, object>> = {
  'tools/call': {
    content: [{ type: 'text', text: 'src/index.ts:12: export function main(): void {' }],
    structuredContent: { matches: 1, truncated: false }
  },
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' }
  },
  'tools/list': TOOLS,
  // What routers that speak an older revision begin with.
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' }
  },
  ping: {}
};
const TEXTS = new Map(
  Object.entries(RESULTS).map(([method, result]) => [method, JSON.stringify({ resultType: 'complete', ...result })])
);

/** The response to a message, with as little work as can be; undefined to a notification. */
export function answerTo(text: string): string | undefined {
  const method = /"method":"([^"]+)"/.exec(text)?.[1] ?? '';
  if (method.startsWith('notifications/')) return undefined;
  // What comes past a proxy as it was meant for `/route` has no id.
  const id = /"id":(\d+)/.exec(text)?.[1] ?? '1';
  const result = TEXTS.get(method);
  return result === undefined
    ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`
    : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}
