import { newId } from '../../../core/index.js';
import { invalidParams, type McpCallContext, RpcError, type ToolCallResult } from '../../../core/mcp/index.js';
import type { Envelope } from '../forward/envelope.js';
import type { Forwarder } from '../forward/forwarder.js';
import type { RouteRequest } from '../forward/observer.js';
import { routeEnvelope } from '../forward/route-envelope.js';
import type { Fleet } from '../registry/fleet.js';
import type { RoutingTable } from '../policy/table.js';
import { wantedOf } from '../policy/wanted.js';
import { asciiJson } from '../upstream/ascii-json.js';
import { messageOf } from '../upstream/message.js';
import { CollectedAnswer } from './collected-answer.js';
import { split } from './names.js';

export interface ToolCaller {
  readonly fleet: Fleet;
  readonly forwarder: Forwarder;
  readonly table: () => RoutingTable;
}

/** Failures as `/route` words them; an answer is framed anew, so nothing is put around it. */
const ENVELOPE: Envelope = {
  ...routeEnvelope(undefined),
  head: (_server, member) => `{"${member}":`,
  tail: () => '}'
};

interface Progress {
  readonly progress?: unknown;
  readonly total?: unknown;
  readonly message?: unknown;
}

/**
 * Routes a `tools/call` to the server its name says, and gives back what that server answers. Throws an `RpcError` with
 * the server's own code, or -32603 with the attempts where none answered.
 */
export async function callTool(
  { fleet, forwarder, table }: ToolCaller,
  from: Pick<RouteRequest, 'caller' | 'trace'>,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
  { signal, meta, progress }: McpCallContext
): Promise<ToolCallResult> {
  const found = split(name, fleet);
  if (found === undefined) throw invalidParams(`Unknown tool: ${name}`);
  const params = { name: found.tool, arguments: args, _meta: meta };
  const answer = new CollectedAnswer(table().policy.limits.maxEventBytes);
  const abort = () => {
    answer.onGone?.();
    answer.cut();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    forwarder.forward(
      {
        requestId: newId('req'),
        ...from,
        wanted: forwarder.limited(wantedOf({ server: found.server.name, method: 'tools/call', params }), from.caller),
        message: messageOf('tools/call', asciiJson(params)),
        timeoutMs: undefined,
        envelope: ENVELOPE,
        progress: text => report(text, progress)
      },
      answer
    );
  } catch (error) {
    answer.fail(error);
  }
  try {
    const { result, error } = await answer.routed;
    if (error !== undefined)
      throw new RpcError(error.code, error.message, 200, error.data as Readonly<Record<string, unknown>> | undefined);
    return result as unknown as ToolCallResult;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Passes on `notifications/progress`; what else a server tells on the way ends here. */
function report(text: string, progress: McpCallContext['progress']): void {
  const { method, params } = parsed(text);
  if (method !== 'notifications/progress' || typeof params?.progress !== 'number') return;
  const { total, message } = params;
  progress(
    params.progress,
    typeof total === 'number' ? total : undefined,
    typeof message === 'string' ? message : undefined
  );
}

function parsed(text: string): { readonly method?: unknown; readonly params?: Progress } {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as object;
  } catch {
    return {};
  }
}
