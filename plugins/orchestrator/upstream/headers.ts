import { valueAt } from '../../../core/index.js';
import { encodeHeader, META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import { TIMEOUT_HEADER } from './message.js';
import type { TraceContext } from './trace-context.js';

/** Which argument of a tool travels in a header as well: the header's name and the path of the argument. */
export interface ParamHeader {
  readonly header: string;
  readonly path: readonly string[];
}

type Params = Readonly<Record<string, unknown>>;

/** Parameter that names what a request is about, by method; it travels in `Mcp-Name`. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri'
};

/** Headers of one request, names and values in turn, but for what differs by attempt. */
export function requestHeaders(method: string, params: Params | undefined, mirrored: readonly ParamHeader[]): string[] {
  const meta = params?.['_meta'] as Params | undefined;
  const version = meta?.[META.protocolVersion];
  const headers = [
    'content-type',
    'application/json',
    'accept',
    'application/json, text/event-stream',
    'mcp-protocol-version',
    typeof version === 'string' ? encodeHeader(version) : PROTOCOL_VERSION,
    'mcp-method',
    method
  ];
  const by = NAMED_BY[method];
  const name = by === undefined ? undefined : params?.[by];
  if (typeof name === 'string') headers.push('mcp-name', encodeHeader(name));
  for (const { header, path } of mirrored) {
    const value = valueAt(params?.['arguments'], path);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      headers.push(header, encodeHeader(String(value)));
  }
  return headers;
}

/** The headers of one attempt. */
export function ofAttempt(headers: readonly string[], timeoutMs: number, trace: TraceContext | undefined): string[] {
  const all = [...headers, TIMEOUT_HEADER, String(Math.max(1, Math.floor(timeoutMs)))];
  if (trace !== undefined) all.push(...trace.headers);
  return all;
}

/** The `x-mcp-header` annotations of a tool's input schema, reached through `properties` alone. */
export function paramHeadersOf(schema: unknown, path: readonly string[] = []): readonly ParamHeader[] {
  const properties = (schema as { readonly properties?: unknown } | null | undefined)?.properties;
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties as Record<string, unknown>).flatMap(([key, property]) => {
    const header = (property as { readonly 'x-mcp-header'?: unknown } | null)?.['x-mcp-header'];
    const here = [...path, key];
    if (typeof header === 'string' && /^[!#$%&'*+.^_`|~\w-]{1,64}$/.test(header))
      return [{ header: `mcp-param-${header.toLowerCase()}`, path: here }];
    return paramHeadersOf(property, here);
  });
}
