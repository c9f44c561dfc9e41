import type { McpServer, ToolDescription } from '../../../core/mcp/index.js';
import { META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import type { Log } from '../../../core/index.js';

export interface Line {
  readonly level: string;
  readonly event: string;
  readonly fields: any;
}

export function recordingLog(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = [];
  const write =
    (level: string) =>
    (event: string, fields: object = {}) =>
      void lines.push({ level, event, fields });
  return {
    log: { debug: write('debug'), info: write('info'), warning: write('warning'), error: write('error') },
    lines
  };
}

const tool = (name: string, properties: object = {}): ToolDescription => ({
  name,
  description: `Shows ${name}.`,
  inputSchema: { type: 'object', properties },
  annotations: { readOnlyHint: true }
});

const region = { type: 'string', 'x-mcp-header': 'Region' };
const count = { type: 'integer', 'x-mcp-header': 'Count' };
const nested = { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } };

/** Answers `echo` at once, `later` when it is told to, `steps` with progress; `broken` throws. */
export class SampleServer implements McpServer {
  readonly info = { name: 'sample', version: '0.0.1' };
  readonly instructions = 'A server for tests.';
  readonly pageSize: number;
  readonly aborted: string[] = [];
  #finish = () => {};
  readonly names = ['echo', 'later', 'steps', 'broken', 'routed', 'größe'];

  constructor(pageSize = 100) {
    this.pageSize = pageSize;
  }

  /** Lets `later` answer. */
  finish(): void {
    this.#finish();
  }

  readonly tools: McpServer['tools'] = {
    list: () => this.names.map(name => tool(name, name === 'routed' ? { region, count, nested } : {})),
    call: async (name, args, { signal, progress }) => {
      signal.addEventListener('abort', () => this.aborted.push(name));
      if (name === 'broken') throw new Error('the secret path /very/private');
      if (name === 'later') await new Promise<void>(resolve => (this.#finish = resolve));
      if (name === 'steps') for (const done of [1, 1, 3, 2, 4]) progress(done, 4, `step ${done}`);
      if (name === 'steps') setImmediate(() => progress(5, 4));
      return { content: [{ type: 'text', text: JSON.stringify(args) }] };
    }
  };
}

export const goodMeta = {
  [META.protocolVersion]: PROTOCOL_VERSION,
  [META.clientCapabilities]: {}
};

export const ask = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { _meta: goodMeta, ...params }
});

export const callOf = (id: unknown, name: unknown, args?: unknown, meta: object = goodMeta) =>
  ask(id, 'tools/call', { name, ...(args === undefined ? {} : { arguments: args }), _meta: meta });
