import { CODES } from '../../../../core/mcp/index.js';
import { Skip, type Case, type Obligation, type Trial } from '../case.js';
import { meta, request } from '../messages.js';
import { refusal } from '../refusal.js';

/** A method that is not served; one that belongs to a capability only where that is not advertised. */
const unknown = (method: string, capability?: string): Case => {
  const inner = refusal({
    id: `method-${method.replaceAll('/', '-').toLowerCase()}${/[A-Z]/.test(method) ? '-in-capitals' : ''}`,
    rule: 'JSON-RPC 2.0, 5.1: method not found; transports: HTTP 404',
    code: CODES.methodNotFound,
    status: 404,
    send: id => request(id, method)
  });
  const run = (trial: Trial) => {
    if (capability !== undefined && capability in trial.capabilities) throw new Skip(`the server offers ${capability}`);
    return inner.run(trial);
  };
  return { ...inner, run };
};

export const methodCases: readonly Case[] = [
  unknown('no/such/method'),
  unknown('Tools/List'),
  unknown('initialize'),
  unknown('ping'),
  unknown('logging/setLevel'),
  unknown('resources/subscribe'),
  unknown('resources/list', 'resources'),
  unknown('resources/read', 'resources'),
  unknown('prompts/list', 'prompts'),
  unknown('prompts/get', 'prompts'),
  unknown('completion/complete', 'completions')
];

const params = (
  id: string,
  method: string,
  given: Record<string, unknown>,
  { level = 'must', code = [] }: { readonly level?: Obligation; readonly code?: readonly number[] } = {}
): Case =>
  refusal({
    id,
    rule: method === 'tools/call' ? 'server/tools: protocol errors' : 'server/utilities/pagination: invalid cursors',
    level,
    code: [CODES.invalidParams, ...code],
    send: value => request(value, method, { _meta: meta(), ...given })
  });

// A name that is no string cannot stand in Mcp-Name either, so over HTTP the header may be what is wrong.
const header = [CODES.headerMismatch];

/** Known methods with parameters they cannot take. */
export const paramCases: readonly Case[] = [
  params('call-unknown-tool', 'tools/call', { name: 'no_such_tool_at_all', arguments: {} }),
  params('call-name-absent', 'tools/call', { arguments: {} }, { code: header }),
  params('call-name-number', 'tools/call', { name: 5, arguments: {} }, { code: header }),
  params('call-name-null', 'tools/call', { name: null, arguments: {} }, { code: header }),
  withTool('call-arguments-array', []),
  withTool('call-arguments-string', 'all'),
  withTool('call-arguments-number', 1),
  params('list-cursor-number', 'tools/list', { cursor: 5 }),
  params('list-cursor-unknown', 'tools/list', { cursor: 'no-such-cursor' }, { level: 'should' })
];

function withTool(id: string, args: unknown): Case {
  return refusal({
    id,
    rule: 'schema: CallToolRequestParams, arguments is an object',
    code: CODES.invalidParams,
    send: (value, { tool }) => {
      if (tool === undefined) throw new Skip('no tool says that it only reads');
      return request(value, 'tools/call', { name: tool.name, arguments: args });
    }
  });
}
