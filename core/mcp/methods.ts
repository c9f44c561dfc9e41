import type { IncomingHttpHeaders } from 'node:http';
import { invalidParams } from './errors.js';
import { checkParamHeaders } from './headers.js';
import { page } from './pages.js';
import { CACHE, META, SUPPORTED_VERSIONS } from './protocol.js';
import type { McpCallContext, McpServer, Notification, RequestId } from './types.js';
import { isObject } from '../json.js';

/** A request whose envelope has been checked. */
export interface CheckedRequest {
  readonly id: RequestId;
  readonly params: Readonly<Record<string, unknown>>;
  /** Present on HTTP. */
  readonly headers: IncomingHttpHeaders | undefined;
  readonly context: McpCallContext;
  notify(notification: Notification): void;
}

export type ResultBody = Readonly<Record<string, unknown>>;
type Method = (server: McpServer, request: CheckedRequest) => ResultBody | Promise<ResultBody>;

/** Every method that is served; all others are unknown. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['server/discover', discover],
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['subscriptions/listen', listen]
]);

function discover({ instructions }: McpServer): ResultBody {
  const said = instructions === undefined ? {} : { instructions };
  return { supportedVersions: SUPPORTED_VERSIONS, capabilities: { tools: {} }, ...said, ...CACHE };
}

async function listTools(server: McpServer, { params }: CheckedRequest): Promise<ResultBody> {
  const { items, nextCursor } = page(await server.tools.list(), params['cursor'], server.pageSize);
  return { tools: items, ...(nextCursor === undefined ? {} : { nextCursor }), ...(server.cache?.() ?? CACHE) };
}

async function callTool({ tools }: McpServer, { params, headers, context }: CheckedRequest): Promise<ResultBody> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') throw invalidParams('Invalid params: params.name must be a string');
  if (!isObject(args)) throw invalidParams('Invalid params: params.arguments must be an object');
  // Nothing is awaited where the list is at hand, so that the call begins at once.
  const listed = tools.find === undefined ? tools.list() : [tools.find(name)];
  const tool = ('then' in listed ? await listed : listed).find(t => t?.name === name);
  if (tool === undefined) throw invalidParams(`Unknown tool: ${name.slice(0, 128)}`);
  if (headers !== undefined) checkParamHeaders(headers, tool.inputSchema, args);
  const { structuredContent, isError, ...rest } = await tools.call(name, args, context);
  return {
    ...rest,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {})
  };
}

/** No kind of change is announced, so a subscription is acknowledged as empty and ends at once: nothing is kept. */
function listen(_server: McpServer, { id, params, notify }: CheckedRequest): ResultBody {
  if (!isObject(params['notifications'])) throw invalidParams('Invalid params: params.notifications must be an object');
  const _meta = { [META.subscriptionId]: id };
  notify({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta, notifications: {} }
  });
  return { _meta };
}
