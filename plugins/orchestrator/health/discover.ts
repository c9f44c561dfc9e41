import type { BodyLimits } from '../kinds/routing-policy.js';
import { knownTool, type Discovered, type KnownTool } from '../registry/tools.js';
import { call } from '../upstream/call.js';
import type { UpstreamClient } from '../upstream/client.js';
import type { Answer, Failure } from '../upstream/outcome.js';

const MAX_PAGES = 50;
const MAX_TOOLS = 2000;

export interface Asking {
  readonly timeoutMs: number;
  readonly limits: BodyLimits;
}

/** What became of a probe: undefined when the server is well. */
export type ProbeFailure = string | undefined;

/** Errors by which a server that is well says that it speaks another revision, or does not know the method. */
const WELL = new Set([-32600, -32601, -32602, -32020, -32021, -32022]);

/** Asks `server/discover`. An error that a sound server may give is no failure, and says nothing about capabilities. */
export async function discover(
  client: UpstreamClient,
  asking: Asking
): Promise<{ readonly failure: ProbeFailure; readonly capabilities: readonly string[] }> {
  const end = await call(client, { method: 'server/discover', ...asking });
  if (end.outcome !== 'ok') return { failure: failureOf(end), capabilities: [] };
  const capabilities = isObject(end.value) ? end.value['capabilities'] : undefined;
  return { failure: undefined, capabilities: isObject(capabilities) ? Object.keys(capabilities) : [] };
}

/** Asks `tools/list`, all pages. Undefined where the server does not answer it. */
export async function listTools(client: UpstreamClient, asking: Asking): Promise<Discovered['tools']> {
  const tools = new Map<string, KnownTool>();
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES && tools.size < MAX_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const end = await call(client, { method: 'tools/list', params, ...asking });
    if (end.outcome !== 'ok') return undefined;
    const { tools: listed, nextCursor } = isObject(end.value) ? end.value : NOTHING;
    if (!Array.isArray(listed)) return undefined;
    for (const tool of listed.map(knownTool)) if (tool !== undefined) tools.set(tool.name, tool);
    if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return tools;
}

function failureOf(end: Answer | Failure): ProbeFailure {
  if ('reason' in end) return `${end.outcome} (${end.reason})`;
  const code = (end.value as { readonly code?: unknown } | null)?.code;
  if (end.outcome === 'rpc_error' && WELL.has(code as number)) return undefined;
  return `${end.outcome}${typeof code === 'number' ? ` (${code})` : ''}`;
}

const NOTHING: Readonly<Record<string, unknown>> = {};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
