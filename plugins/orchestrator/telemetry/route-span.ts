import type { OpenSpan, SpanExporter } from '../../../core/index.js';
import { PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import type { RouteEnd, RouteRequest } from '../forward/observer.js';
import type { ToolServer } from '../registry/tool-server.js';
import { codeOf, type Answer, type Failure } from '../upstream/outcome.js';
import { parentOf, retraced, type TraceContext } from '../upstream/trace-context.js';
import { addressOf } from './address.js';

/**
 * A routed request as a span, with one inside for each attempt. Names and attributes are those of OpenTelemetry's
 * conventions for MCP; what they have no name for begins with `bylaw.`.
 */
export class RouteSpan {
  readonly #span: OpenSpan;
  readonly #name: string;
  /** A tool that no server lists is whatever a caller has made up, and is named nowhere. */
  readonly #tool: string | undefined;
  /** The trace of the caller's connection, unless `_meta` names another one. */
  readonly #given: TraceContext | undefined;
  #attempt: OpenSpan | undefined;
  #id = 0;
  #attempts = 0;

  constructor(
    exporter: SpanExporter,
    private readonly request: RouteRequest,
    private readonly method: string,
    first: ToolServer | undefined
  ) {
    const { wanted, trace } = request;
    this.#tool = first?.tool(wanted.tool)?.name;
    this.#name = this.#tool === undefined ? method : `${method} ${this.#tool}`;
    const parent = parentOf(wanted.params, trace);
    this.#given = parent === trace?.headers[1] ? trace : undefined;
    this.#span = exporter.open!(this.#name, parent);
  }

  get traceparent(): string {
    return this.#span.traceparent;
  }

  asks(id: number): TraceContext {
    this.#attempt = this.#span.ask(this.#name);
    this.#id = id;
    this.#attempts++;
    return retraced(this.#given, this.#attempt.traceparent);
  }

  answered(server: ToolServer, end: Answer | Failure): void {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    if (attempt?.kept !== true) return;
    const attributes = this.#attributes(end.outcome, 'member' in end ? codeOf(end) : undefined);
    Object.assign(attributes, addressOf(server));
    attributes['mcp.protocol.version'] = server.dialect.older ?? PROTOCOL_VERSION;
    attributes['jsonrpc.request.id'] = String(this.#id);
    if (this.#attempts > 1) attributes['http.request.resend_count'] = this.#attempts - 1;
    if ('reason' in end) attributes['bylaw.reason'] = end.reason;
    attempt.end(attributes, errorOf(end.outcome));
  }

  ended({ outcome, server, rule, code, attempts }: RouteEnd): void {
    if (!this.#span.kept) return;
    const attributes = this.#attributes(outcome, code);
    if (server !== undefined) attributes['bylaw.server'] = server;
    if (rule !== undefined) attributes['bylaw.rule'] = rule;
    attributes['bylaw.attempts'] = attempts;
    attributes['bylaw.request_id'] = this.request.requestId;
    attributes['bylaw.caller'] = this.request.caller;
    this.#span.end(attributes, errorOf(outcome));
  }

  /** What a request and its attempts have in common. */
  #attributes(outcome: RouteEnd['outcome'], code: number | undefined): Record<string, string | number> {
    const attributes: Record<string, string | number> = {
      'mcp.method.name': this.method,
      'network.transport': 'tcp',
      'network.protocol.name': 'http'
    };
    if (this.request.wanted.tool !== undefined) attributes['gen_ai.operation.name'] = 'execute_tool';
    if (this.#tool !== undefined) attributes['gen_ai.tool.name'] = this.#tool;
    if (outcome === 'ok') return attributes;
    // What a server's JSON-RPC error is called is its code; the rest has names of its own.
    attributes['error.type'] = code === undefined ? outcome : String(code);
    if (code !== undefined) attributes['rpc.response.status_code'] = String(code);
    return attributes;
  }
}

const errorOf = (outcome: RouteEnd['outcome']) => (outcome === 'ok' ? undefined : outcome);
