import { greet, mayBeOlder } from './greet.js';
import { knownTool, type KnownTool, type KnownTools } from '../registry/tools.js';
import type { AssessText } from '../policy/description-guard.js';
import { call, type Asked, type CallLimits } from '../upstream/call.js';
import { MODERN, type Dialect } from '../upstream/dialect.js';
import type { Answer, Failure } from '../upstream/outcome.js';
import { isObject } from '../../../core/index.js';

const MAX_PAGES = 50;
const MAX_TOOLS = 2000;

export type Asking = CallLimits;

/** What became of a probe: undefined when the server is well. */
export type ProbeFailure = string | undefined;

/** Errors by which a server that is well says that it speaks another revision, or does not know the method. */
const WELL = new Set([-32600, -32601, -32602, -32020, -32021, -32022]);

export interface Found {
  readonly failure: ProbeFailure;
  /** Undefined where this was not asked: it is as it was. */
  readonly capabilities: readonly string[] | undefined;
  /** How the server is to be spoken to from now on. */
  readonly dialect: Dialect;
}

/**
 * Asks a server how it is and what it is capable of: `server/discover`, or `ping` where it speaks an older revision. A
 * server that may have to be greeted first is greeted. An error that a sound server may give is no failure.
 */
export async function discover(server: Asked, asking: Asking): Promise<Found> {
  const { dialect } = server;
  const end = await call(server, { method: dialect.probe, ...asking });
  const found = (failure: ProbeFailure, value: unknown): Found => ({
    failure,
    capabilities: isObject(value) ? Object.keys(value) : undefined,
    dialect
  });
  if (end.outcome === 'ok') return found(undefined, isObject(end.value) ? end.value['capabilities'] : undefined);
  // The session of a server that was restarted is gone, and an upgraded server knows no `ping`.
  if (dialect.older !== undefined || mayBeOlder(end)) {
    const greeted = 'reason' in end && end.outcome !== 'bad_response' ? undefined : await greet(server.client, asking);
    if (greeted !== undefined) return { failure: undefined, ...greeted };
    return { ...found(failureOf(end), undefined), dialect: MODERN };
  }
  return found(failureOf(end), undefined);
}

/** A list of tools is good for so long where its server does not say. */
const TTL_MS = 60_000;

export interface ListedTools {
  readonly tools: KnownTools;
  readonly ttlMs: number;
  readonly shared: boolean;
}

/** Asks `tools/list`, all pages. Undefined where the server does not answer it. `before` is what it listed so far. */
export async function listTools(
  server: Asked,
  asking: Asking,
  { before, assess }: { readonly before: KnownTools | undefined; readonly assess: AssessText }
): Promise<ListedTools | undefined> {
  const tools = new Map<string, KnownTool>();
  let ttlMs = Infinity;
  let shared = true;
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES && tools.size < MAX_TOOLS; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const end = await call(server, { method: 'tools/list', params, ...asking });
    if (end.outcome !== 'ok') return undefined;
    const { tools: listed, nextCursor, ttlMs: ttl, cacheScope } = isObject(end.value) ? end.value : NOTHING;
    if (!Array.isArray(listed)) return undefined;
    if (typeof ttl === 'number' && ttl >= 0) ttlMs = Math.min(ttlMs, ttl);
    if (cacheScope !== 'public') shared = false;
    for (const entry of listed) {
      const tool = knownTool(entry, before, assess);
      if (tool !== undefined) tools.set(tool.name, tool);
    }
    if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return { tools, ttlMs: ttlMs === Infinity ? TTL_MS : ttlMs, shared };
}

function failureOf(end: Answer | Failure): ProbeFailure {
  if ('reason' in end) return `${end.outcome} (${end.reason})`;
  const code = (end.value as { readonly code?: unknown } | null)?.code;
  if (end.outcome === 'rpc_error' && WELL.has(code as number)) return undefined;
  return `${end.outcome}${typeof code === 'number' ? ` (${code})` : ''}`;
}

const NOTHING: Readonly<Record<string, unknown>> = {};
