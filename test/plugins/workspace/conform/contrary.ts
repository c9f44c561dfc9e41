/** `agrees` grants whatever is asked, `lists` its tools and nothing else, `refuses` all; `raves` breaks every form. */
export const MODES = ['agrees', 'lists', 'refuses', 'raves'] as const;
export type Mode = (typeof MODES)[number];

const tool = {
  name: 'look',
  inputSchema: { type: 'object', additionalProperties: false },
  outputSchema: { type: 'object', required: ['seen'] },
  annotations: { readOnlyHint: true }
};
const oddTool = { name: 'bad name', title: 7, annotations: { readOnlyHint: true, idempotentHint: 'yes' } };
const oddTools = [{ ...oddTool, inputSchema: { type: 'arra' }, outputSchema: { type: 'arra' } }, oddTool];

/** What a server that never listens says to one message. */
export function contraryAnswer(mode: Mode, text: string): object {
  const { id, method } = idOf(text);
  const listing = method === 'tools/list' ? { tools: [tool] } : {};
  if (mode === 'agrees') return { jsonrpc: '2.0', id: id ?? 'unasked', result: { ...listing, structuredContent: {} } };
  if (mode === 'refuses' || (mode === 'lists' && method !== 'tools/list'))
    return { jsonrpc: '2.0', id, error: { code: -32099, message: 'no\n    at serve (/srv/server.js:1:2)' } };
  if (mode === 'lists') return { jsonrpc: '2.0', id, result: listing };
  const content = method === 'tools/call' ? { content: 'text', isError: 'no' } : {};
  const tools = method === 'tools/list' ? { tools: oddTools, nextCursor: 3 } : {};
  const about = { supportedVersions: 3, capabilities: 3, instructions: 3, ttlMs: -1, cacheScope: 'all' };
  // An id of unusual form is lost.
  const kept = /^[a-z]+-\d+$/.test(String(id)) ? id : null;
  return { jsonrpc: '2.0', id: kept, method: 'x/y', result: { ...about, ...tools, ...content }, error: { code: 'x' } };
}

/** What comes unasked beside it. */
export const contraryNoise = [
  { jsonrpc: '1.0', id: 1, method: 'sampling/createMessage', params: {} },
  { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'hi' } },
  { jsonrpc: '2.0', id: null, error: { code: -32002, message: 'gone' } },
  { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'legacy' } }
];

function idOf(text: string): { readonly id?: unknown; readonly method?: unknown } {
  try {
    return Object(JSON.parse(text)) as object;
  } catch {
    return {};
  }
}

/** Speaks over pipes until the input ends or several lines come at once, and ends with a status of no good. */
export function serveContrary(mode: Mode): void {
  const say = (message: object) => void process.stdout.write(`${JSON.stringify(message)}\n`);
  let held = '';
  process.stdin
    .on('data', chunk => {
      const [line, ...rest] = (held + String(chunk)).split('\n');
      held = rest.length === 0 ? line! : '';
      if (rest.length === 0) return;
      say(contraryAnswer(mode, line!));
      if (mode === 'raves') contraryNoise.forEach(say);
      if (rest.length > 1) process.exit(3);
    })
    .on('close', () => process.exit(3));
}
