import { PROTOCOL_VERSION, type OpenSpan, type SpanAttributes, type SpanExporter } from '../../../core/index.js';
import type { RouteRequest } from '../forward/forwarder.js';
import type { ToolServer } from '../registry/tool-server.js';
import type { Answer, Failure } from '../upstream/outcome.js';
import { parentOf, retraced, type TraceContext } from '../upstream/trace-context.js';
import { addressOf } from './address.js';
import type { RouteEnd } from './route-observer.js';

/**
 * A routed request as a span, with one inside for each attempt. Names and attributes are those of OpenTelemetry's
 * conventions for MCP; what they have no name for begins with `bylaw.`.
 */
export class RouteSpan {
  readonly #span: OpenSpan;
  readonly #name: string;
  readonly #common: SpanAttributes;
  #attempt: OpenSpan | undefined;
  #asked: SpanAttributes = {};
  #attempts = 0;

  constructor(
    exporter: SpanExporter,
    private readonly request: RouteRequest,
    method: string,
    first: ToolServer | undefined
  ) {
    const { wanted, trace } = request;
    // A tool that no server lists is whatever a caller has made up, and is named nowhere.
    const tool = first?.tool(wanted.tool)?.name;
    this.#name = tool === undefined ? method : `${method} ${tool}`;
    this.#common = {
      'mcp.method.name': method,
      'network.transport': 'tcp',
      'network.protocol.name': 'http',
      ...(wanted.tool !== undefined && { 'gen_ai.operation.name': 'execute_tool' }),
      ...(tool !== undefined && { 'gen_ai.tool.name': tool })
    };
    this.#span = exporter.open!(this.#name, parentOf(wanted.params, trace));
  }

  get traceparent(): string {
    return this.#span.traceparent;
  }

  asks(server: ToolServer, id: number): TraceContext {
    this.#attempt = this.#span.ask(this.#name);
    this.#asked = {
      ...this.#common,
      ...addressOf(server),
      'mcp.protocol.version': server.dialect.older ?? PROTOCOL_VERSION,
      'jsonrpc.request.id': String(id),
      ...(this.#attempts > 0 && { 'http.request.resend_count': this.#attempts })
    };
    this.#attempts++;
    return retraced(this.request.trace, this.#attempt.traceparent);
  }

  answered(end: Answer | Failure): void {
    this.#attempt?.end(
      {
        ...this.#asked,
        ...failure(end.outcome, 'member' in end ? codeOf(end) : undefined),
        ...('reason' in end && { 'bylaw.reason': end.reason })
      },
      errorOf(end.outcome)
    );
    this.#attempt = undefined;
  }

  ended({ outcome, server, rule, code, attempts }: RouteEnd): void {
    const { requestId, caller } = this.request;
    this.#span.end(
      {
        ...this.#common,
        ...failure(outcome, code),
        ...(server !== undefined && { 'bylaw.server': server }),
        ...(rule !== undefined && { 'bylaw.rule': rule }),
        'bylaw.attempts': attempts,
        'bylaw.request_id': requestId,
        'bylaw.caller': caller
      },
      errorOf(outcome)
    );
  }
}

/** The code of a JSON-RPC error. */
export function codeOf({ member, value }: Answer): number | undefined {
  const code = member === 'error' ? (value as { readonly code?: unknown } | null)?.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

const errorOf = (outcome: RouteEnd['outcome']) => (outcome === 'ok' ? undefined : outcome);

/** What a server's JSON-RPC error is called is its code; the rest has names of its own. */
function failure(outcome: RouteEnd['outcome'], code: number | undefined): SpanAttributes {
  if (outcome === 'ok') return {};
  if (code === undefined) return { 'error.type': outcome };
  return { 'error.type': String(code), 'rpc.response.status_code': String(code) };
}
