import { Attempt } from '../upstream/attempt.js';
import { asciiJson } from '../upstream/ascii-json.js';
import { nextId, settle } from '../upstream/call.js';
import type { UpstreamClient } from '../upstream/client.js';
import { olderDialect, olderHeaders, type Dialect, type Session } from '../upstream/dialect.js';
import { CLIENT_INFO } from '../upstream/message.js';
import type { Answer, Failure } from '../upstream/outcome.js';
import type { Asking } from './discover.js';

/** The last revision that began with a greeting; a server may answer with an earlier one. */
const OFFERED = '2025-11-25';
const OLDER = /^20(?:24|25)-\d{2}-\d{2}$/;

/** Codes by which servers of older revisions say that they were not greeted, or do not know what they are asked. */
const PUZZLED: ReadonlySet<unknown> = new Set([-32600, -32601, -32602, -32022]);
const OLD_STATUS = /^http_(?:400|404|405|406)$/;

/** Whether an answer to `server/discover` may be that of a server which has to be greeted first. */
export function mayBeOlder(end: Answer | Failure): boolean {
  if ('reason' in end) return end.outcome === 'bad_response' && OLD_STATUS.test(end.reason);
  const code = (end.value as { readonly code?: unknown } | null)?.code;
  if (end.outcome !== 'rpc_error') return false;
  return PUZZLED.has(code) || (typeof code === 'number' && code <= -32000 && code >= -32019);
}

export interface Greeted {
  readonly dialect: Dialect;
  readonly capabilities: readonly string[];
}

/** Greets a server with `initialize`, as revisions before 2026 want it. Undefined when it does not answer as they do. */
export async function greet(client: UpstreamClient, asking: Asking): Promise<Greeted | undefined> {
  const post = (body: object, id: number, session?: Session) => {
    let attempt!: Attempt;
    const end = settle(asking, id, created => {
      attempt = created;
      client.post(asciiJson(body), olderHeaders(session), created);
    });
    return { end, session: () => attempt.sessionId };
  };
  const id = nextId();
  const params = { protocolVersion: OFFERED, capabilities: {}, clientInfo: CLIENT_INFO };
  const hello = post({ jsonrpc: '2.0', id, method: 'initialize', params }, id);
  const end = await hello.end;
  if (end.outcome !== 'ok') return undefined;
  const { protocolVersion: version, capabilities } = end.value as Readonly<Record<string, unknown>>;
  if (typeof version !== 'string' || !OLDER.test(version)) return undefined;
  const session: Session = { version, id: hello.session() };
  // A notification: whatever it is answered, the session is open.
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, nextId(), session).end;
  return {
    dialect: olderDialect(session),
    capabilities: typeof capabilities === 'object' && capabilities !== null ? Object.keys(capabilities) : []
  };
}
