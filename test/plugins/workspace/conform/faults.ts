import type { Answer, Handle, McpServer, ToolDescription } from '../../../../core/mcp/index.js';
import { createHandle, META, PROTOCOL_VERSION } from '../../../../core/mcp/index.js';
import { silentLog } from '../../../../core/observe/log.js';

/** One way in which a server breaks the protocol. */
export interface Fault {
  /** Cases to run, and the one that has to find it. */
  readonly found: string;
  readonly also?: readonly string[];
  /** Around the whole message. */
  around?(message: any, inner: (message: any) => Promise<Answer | undefined>): Promise<Answer | undefined>;
  /** Changes what goes out. */
  out?(response: any, message: any): void;
  /** Another list of tools. */
  tools?(tools: ToolDescription[]): ToolDescription[];
}

const metaOf = (message: any) => message?.params?._meta;
const asVersionError = (requested: unknown) => ({
  code: -32022,
  message: 'no',
  data: { supported: [PROTOCOL_VERSION], requested }
});
/** Asks again as a client that did everything right. */
const repaired = (message: any, changes: object = {}) => ({
  ...message,
  params: {
    ...message.params,
    _meta: { ...metaOf(message), [META.protocolVersion]: PROTOCOL_VERSION, [META.clientCapabilities]: {}, ...changes }
  }
});
let versionSeen = false;
let lists = 0;

export const FAULTS: Readonly<Record<string, Fault>> = {
  'batches-served': {
    found: 'frame-batch',
    around: (message, inner) => inner(Array.isArray(message) ? message[0] : message)
  },
  'null-id-for-a-notification': {
    found: 'frame-id-null',
    around: async (message, inner) => (message?.id === null ? undefined : inner(message))
  },
  'any-version-of-json-rpc': {
    found: 'frame-version-1.0',
    around: (message, inner) => inner(message?.jsonrpc === '1.0' ? { ...message, jsonrpc: '2.0' } : message)
  },
  'ids-as-text': { found: 'id-integer', out: response => void (response.id = String(response.id)) },
  'no-result-type': { found: 'result-type', out: ({ result }) => void delete result?.resultType },
  'no-ttl': { found: 'list-ttl', out: ({ result }) => void delete result?.ttlMs },
  'odd-cache-scope': {
    found: 'discover-cache-scope',
    out: ({ result }) => void (result?.cacheScope && (result.cacheScope = 'shared'))
  },
  'meta-not-needed': {
    found: 'meta-absent',
    around: (message, inner) => inner(message?.params && metaOf(message) === undefined ? repaired(message) : message)
  },
  'meta-missing-taken-for-a-version': {
    found: 'meta-absent',
    out: (response, message) => void (response.error && !metaOf(message) && (response.error = asVersionError('')))
  },
  'capabilities-not-needed': {
    found: 'meta-capabilities-absent',
    around: (message, inner) => inner(metaOf(message)?.[META.clientCapabilities] ? message : repaired(message))
  },
  'client-info-needed': {
    found: 'meta-without-client-info',
    out(response, message) {
      if (metaOf(message)?.[META.clientInfo] !== undefined) return;
      delete response.result;
      response.error = { code: -32602, message: 'clientInfo is required' };
    }
  },
  'every-version-served': { found: 'version-2025-11-25', around: (message, inner) => inner(repaired(message)) },
  'version-checked-once': {
    found: 'version-future',
    around(message, inner) {
      if (versionSeen) return inner(repaired(message));
      versionSeen = metaOf(message)?.[META.protocolVersion] === PROTOCOL_VERSION;
      return inner(message);
    }
  },
  'version-error-without-data': {
    found: 'version-data-supported',
    out: ({ error }) => void (error?.code === -32022 && delete error.data)
  },
  'requested-version-made-up': {
    found: 'version-data-requested',
    out: ({ error }) => void (error?.code === -32022 && (error.data.requested = 'unknown'))
  },
  'legacy-code': {
    found: 'error-code-legacy',
    also: ['version-draft'],
    out: ({ error }) => void (error && (error.code = -32004))
  },
  'reserved-code': {
    found: 'error-code-reserved',
    also: ['version-draft'],
    out: ({ error }) => void (error && (error.code = -32050))
  },
  'removed-code': {
    found: 'error-code-removed',
    also: ['version-draft'],
    out: ({ error }) => void (error && (error.code = -32002))
  },
  'stack-in-errors': {
    found: 'error-without-stack',
    also: ['version-draft'],
    out: ({ error }) => void (error && (error.data = new Error('inside').stack))
  },
  'ping-served': {
    found: 'method-ping',
    out: (response, { method }) =>
      void (method === 'ping' && ((response.result = { resultType: 'complete' }), delete response.error))
  },
  'unknown-tool-as-a-result': {
    found: 'call-unknown-tool',
    out(response) {
      if (!response.error?.message.startsWith('Unknown tool')) return;
      delete response.error;
      response.result = { resultType: 'complete', content: [], isError: true };
    }
  },
  'bad-arguments-as-an-error': {
    found: 'call-bad-arguments',
    out(response) {
      if (response.result?.isError !== true) return;
      delete response.result;
      response.error = { code: -32602, message: 'bad arguments' };
    }
  },
  'structure-unlike-its-schema': {
    found: 'call-output-schema',
    out: ({ result }) => void (result?.structuredContent && (result.structuredContent = { total: 'two' }))
  },
  'structure-without-text': {
    found: 'call-text-beside-structure',
    out: ({ result }) => void (result?.content && (result.content = []))
  },
  'content-without-a-type': {
    found: 'call-content',
    out: ({ result }) => void (result?.content && (result.content = [{ text: 'two' }]))
  },
  'list-in-any-order': { found: 'list-same-order', tools: tools => (++lists % 2 === 0 ? tools : tools.toReversed()) },
  'two-tools-of-one-name': { found: 'tool-names-differ', tools: tools => [...tools, tools[0]!] },
  'input-schema-without-type': {
    found: 'tool-input-schema',
    tools: tools => [...tools, { ...tools[0]!, name: 'odd', inputSchema: {} }]
  },
  'schema-that-cannot-be-used': {
    found: 'tool-output-schema-valid',
    tools: tools => [...tools, { ...tools[0]!, name: 'odd', outputSchema: { type: 'objekt' } }]
  },
  'no-server-info': {
    found: 'discover-server-info',
    out: ({ result }) => void delete result?._meta?.[META.serverInfo]
  },
  'result-and-error': {
    found: 'result-or-error',
    out: response => void (response.result && (response.error = { code: 0, message: 'fine' }))
  }
};

const TOOLS: ToolDescription[] = ['total', 'other'].map(name => ({
  name,
  description: `Tells ${name}.`,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } },
  annotations: { readOnlyHint: true }
}));

/** A server that keeps the protocol but for one fault; `none` has none. */
export function faultyHandle(name: string): Handle {
  const fault: Partial<Fault> = FAULTS[name] ?? {};
  const server: McpServer = {
    info: { name: 'faulty', version: '0' },
    tools: {
      list: () => fault.tools?.([...TOOLS]) ?? TOOLS,
      async call(_name, args, { progress }) {
        progress(1, 2);
        progress(2, 2);
        const wrong = Object.keys(args).length > 0;
        if (wrong) return { content: [{ type: 'text', text: 'there are no arguments' }], isError: true };
        return { content: [{ type: 'text', text: '{"total":2}' }], structuredContent: { total: 2 } };
      }
    }
  };
  const handle = createHandle(server, silentLog);
  return async (message, delivery) => {
    const inner = (given: unknown) => handle(given, delivery);
    const answer = await (fault.around?.(message, inner) ?? inner(message));
    if (answer === undefined || fault.out === undefined) return answer;
    const response = structuredClone(answer.response);
    fault.out(response, message);
    return { ...answer, response };
  };
}
