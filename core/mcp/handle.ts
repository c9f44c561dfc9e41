import type { IncomingHttpHeaders } from 'node:http';
import type { Log } from '../observe/log.js';
import { errorResponse, RpcError, unsupportedVersion } from './errors.js';
import { readFrame, type RequestFrame } from './frame.js';
import { checkHeader } from './headers.js';
import { readMeta, readVersion } from './meta.js';
import { METHODS } from './methods.js';
import { progressSink } from './progress.js';
import { CODES, META, SUPPORTED_VERSIONS } from './protocol.js';
import type { McpServer, Notification, RequestId, Response } from './types.js';
import { isObject } from '../json.js';

/** How a message came in, and where what belongs to it goes out. */
export interface Delivery {
  readonly transport: 'stdio' | 'http';
  /** Of the HTTP request, names in lower case. */
  readonly headers?: IncomingHttpHeaders;
  /** Aborted when the request is cancelled; nothing is answered then. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to this request, before its response. */
  notify(notification: Notification): void;
}

/** A response with the HTTP status it travels with. */
export interface Answer {
  readonly response: Response;
  readonly status: number;
}

/** Answers one message; undefined where nothing may be sent: a notification, or a cancelled request. */
export type Handle = (message: unknown, delivery: Delivery) => Promise<Answer | undefined>;

/**
 * The protocol without a transport and without state: what a message is answered depends on that message alone.
 * Every refusal is logged as `rpc.error` with its code, a bug as `rpc.unhandled` with its stack.
 */
export function createHandle(server: McpServer, log: Log): Handle {
  const refuse = (error: RpcError, { transport }: Delivery, method?: string, id?: RequestId): Answer => {
    const requested = error.data?.['requested'];
    log.warning('rpc.error', {
      code: error.code,
      transport,
      ...(method === undefined || !METHODS.has(method) ? {} : { method }),
      ...(typeof requested === 'string' ? { requested: requested.slice(0, 40) } : {})
    });
    return { response: errorResponse(error, id), status: error.status };
  };

  return async (message, delivery) => {
    const frame = readFrame(message);
    if (frame.kind === 'notification') return undefined;
    if (frame.kind === 'refused') return refuse(frame.error, delivery, undefined, frame.id);
    const { id, method } = frame;
    try {
      const result = await answer(server, frame, delivery);
      if (delivery.signal.aborted) return undefined;
      const _meta = { ...(isObject(result['_meta']) ? result['_meta'] : {}), [META.serverInfo]: server.info };
      return { response: { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result, _meta } }, status: 200 };
    } catch (error) {
      if (delivery.signal.aborted) return undefined;
      if (error instanceof RpcError) return refuse(error, delivery, method, id);
      const { stack, message: reason } = error instanceof Error ? error : new Error(String(error));
      log.error('rpc.unhandled', { method, reason, stack });
      return refuse(new RpcError(CODES.internalError, 'Internal error', 200), delivery, method, id);
    }
  };
}

/** The checks in the order that the documents, the specification and its conformance suite agree on. */
async function answer(
  server: McpServer,
  { id, method, params: given }: RequestFrame,
  { headers = {}, transport, signal, notify }: Delivery
) {
  const http = transport === 'http';
  if (method === 'initialize') greetOldClient(given);
  const { meta, version } = readVersion(given);
  const params = given as Readonly<Record<string, unknown>>;
  if (http) checkHeader(headers, 'MCP-Protocol-Version', version);
  if (!SUPPORTED_VERSIONS.includes(version)) throw unsupportedVersion(version);
  if (http) {
    checkHeader(headers, 'Mcp-Method', method);
    if (method === 'tools/call') checkHeader(headers, 'Mcp-Name', params['name'], true);
  }
  const { progressToken } = readMeta(meta);
  const serve = METHODS.get(method);
  if (serve === undefined) throw new RpcError(CODES.methodNotFound, 'Method not found', 404);
  const progress = progressSink(progressToken, notify, signal);
  try {
    const context = { signal, meta, progress: progress.report };
    return await serve(server, { id, params, headers: http ? headers : undefined, context, notify });
  } finally {
    progress.close();
  }
}

/**
 * A client of an older revision opens with `initialize`, without the version in `_meta`. It is told which revision is
 * served rather than that something is missing.
 */
function greetOldClient(params: unknown): void {
  if (!isObject(params) || typeof params['protocolVersion'] !== 'string') return;
  const meta = params['_meta'];
  if (!isObject(meta) || meta[META.protocolVersion] === undefined) throw unsupportedVersion(params['protocolVersion']);
}
