import type { IncomingHttpHeaders } from 'node:http';
import { extensionPoint } from '../kernel/point.js';

export interface HttpRequest<Caller = unknown> {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Validated against the route's body schema; undefined when the route takes none or an optional one is absent. */
  readonly body: unknown;
  readonly caller: Caller;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  /** True when the handler has written the audit event of this request itself. */
  readonly recorded?: boolean;
  /** Sent as JSON; omitted for an empty body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One endpoint. Its schemas validate the request and make the OpenAPI document. */
export interface HttpRoute<Caller = any> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/v1/conversations/{id}/messages`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  /** Answers without a credential, writes no audit event. */
  readonly open?: boolean;
  readonly body?: { readonly schema: object; readonly required: boolean };
  /** JSON Schema of an object; values arrive coerced to the schema's types. */
  readonly query?: object;
  readonly requestHeaders?: Readonly<Record<string, { readonly description: string }>>;
  /** Status to description and JSON Schema of the body (no schema: empty body). Errors all routes share are added. */
  readonly replies: Readonly<Record<number, { readonly description: string; readonly schema?: object }>>;
  /** Throws `ApiError` for a documented failure; anything else answers 500 `internal_error` and is logged in full. */
  handle(request: HttpRequest<Caller>): Promise<HttpReply>;
}

/** What became of one request: for audit and metrics. */
export interface HttpOutcome<Caller = any> {
  readonly requestId: string;
  readonly method: string;
  /** The route's path template, or `unmatched`. Never the raw path. */
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Caller | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** One HTTP service: the transport plugin listens for it. */
export interface HttpSite<Caller = any> {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  /** Serve `/docs` and `/openapi.json` without a credential. */
  readonly publicDocs: boolean;
  readonly routes: readonly HttpRoute<Caller>[];
  /** JSON Schemas shared by routes, by name, referenced as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, object>>;
  /** Throws `ApiError` 403 `forbidden` for a missing or wrong credential, the same for both. */
  authenticate(headers: IncomingHttpHeaders): Caller;
  /** Awaited before the response of a request is sent (not for open routes, nor where the handler recorded it). */
  record(outcome: HttpOutcome<Caller>): Promise<void>;
}

export const HttpSite = extensionPoint<HttpSite>('http-site', site => site.name, [
  'name',
  'host',
  'port',
  'routes',
  'authenticate',
  'record'
]);
