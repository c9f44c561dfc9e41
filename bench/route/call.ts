import { META, PROTOCOL_VERSION } from '../../core/mcp/index.js';

const NAME = 'find_matches';

/** The size of a call that a model makes, with a few arguments and a path. */
const ARGUMENTS = {
  pattern: 'export function [a-z]+',
  path: 'src',
  glob: '**/*.ts',
  before: 2,
  after: 2,
  max_results: 50,
  exclude: ['node_modules', 'dist', 'coverage'],
  note: 'the size of a call that a model makes, with a few arguments and a path'
};

const META_VALUE = {
  [META.protocolVersion]: PROTOCOL_VERSION,
  [META.clientCapabilities]: {},
  [META.clientInfo]: { name: 'bench', version: '1' }
};

export const ROUTE_BODY = JSON.stringify({
  method: 'tools/call',
  capability: 'bench',
  params: { name: NAME, arguments: ARGUMENTS }
});

/** The same call as others take it. */
export const CALL = {
  /** As MCP over HTTP, with the tool's name behind `prefix`. */
  mcp(prefix: string) {
    const name = prefix + NAME;
    const params = { name, arguments: ARGUMENTS, _meta: META_VALUE };
    return {
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      headers: {
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': PROTOCOL_VERSION,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': name
      }
    };
  },
  /** As the REST interface of mcp-hub. */
  hub: (server: string) => ({ body: JSON.stringify({ server_name: server, tool: NAME, arguments: ARGUMENTS }) })
};
