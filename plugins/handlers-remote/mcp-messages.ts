import { randomUUID } from 'node:crypto';
import { VERSION } from '../../core/index.js';
import { encodeHeader, META, PROTOCOL_VERSION } from '../../core/mcp/index.js';
import { ToolFailure } from '../../core/tools/index.js';
import type { Answer } from './exchange.js';
import { jsonOf, parseJson } from './json.js';
import { isAbsent, type AbsentText } from './record.js';

/** A complete `tools/call`, the same for a server and for an orchestrator that passes it on. */
export function callMessage(name: string, args: unknown) {
  const _meta = {
    [META.protocolVersion]: PROTOCOL_VERSION,
    [META.clientInfo]: { name: 'bylaw', version: VERSION },
    [META.clientCapabilities]: {}
  };
  return { jsonrpc: '2.0', id: randomUUID(), method: 'tools/call', params: { name, arguments: args, _meta } } as const;
}

export const directHeaders = (tool: string) => ({
  accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': PROTOCOL_VERSION,
  'Mcp-Method': 'tools/call',
  'Mcp-Name': encodeHeader(tool)
});

/** The result of a direct call. Throws a `ToolFailure` for an HTTP failure or a JSON-RPC error. */
export function readDirect(answer: Answer, id: string): unknown {
  const message = /^text\/event-stream/i.test(answer.contentType) ? lastEvent(answer.text, id) : parseJson(answer);
  return resultOf(message);
}

/** The result within an orchestrator's answer. */
export function readRouted(answer: Answer): unknown {
  if (answer.status === 504) throw new ToolFailure('upstream_timeout', 'the orchestrator had no answer in time');
  return resultOf(parseJson(answer));
}

/** Notifications may come first; the response is the event that carries the request's id. */
function lastEvent(text: string, id: string): unknown {
  for (const event of text.split(/\r?\n\r?\n/)) {
    const data = event
      .split(/\r?\n/)
      .filter(line => line.startsWith('data:'))
      .map(line => line.slice(5).replace(/^ /, ''));
    const message = data.length === 0 ? undefined : jsonOf(data.join('\n'));
    if ((message as { id?: unknown } | undefined)?.id === id) return message;
  }
  throw new ToolFailure('upstream_shape', 'the stream of events ended without the answer');
}

function resultOf(message: unknown): unknown {
  const { result, error } = (message ?? {}) as { result?: unknown; error?: { code?: unknown } };
  if (error !== undefined && error !== null)
    throw new ToolFailure('upstream_refused', `the server answered with the error ${String(error.code)}`);
  if (typeof result !== 'object' || result === null)
    throw new ToolFailure('upstream_shape', 'the answer holds no result');
  return result;
}

interface CallResult {
  readonly isError?: unknown;
  readonly resultType?: unknown;
  readonly structuredContent?: unknown;
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
}

/**
 * What a call established: its structured content, or the JSON of its only text. Throws `upstream_refused` for a
 * result with `isError`, unless `absent` recognises it as "there is none".
 */
export function dataOf(result: unknown, absent: AbsentText | undefined): unknown {
  const { isError, resultType, structuredContent, content = [] } = result as CallResult;
  if (resultType !== undefined && resultType !== 'complete')
    throw new ToolFailure('upstream_refused', 'the tool asks for more input, and there is nobody to give it');
  const data = structuredContent ?? textData(content);
  if (isError === true && !isAbsent(data, absent))
    throw new ToolFailure('upstream_refused', 'the tool answered that it failed');
  return data;
}

function textData(content: NonNullable<CallResult['content']>): unknown {
  const [only, second] = content;
  if (second !== undefined || only?.type !== 'text' || typeof only.text !== 'string') return undefined;
  try {
    return JSON.parse(only.text) as unknown;
  } catch {
    return undefined;
  }
}
