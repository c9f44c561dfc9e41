import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { extensionPoint } from '../point.js';

export interface HttpRequest<Caller = unknown> {
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  /** Validated against the route's body schema; undefined when the route takes none or an optional one is absent. */
  readonly body: unknown;
  /** The body as it came, for a handler that passes it on; undefined when there is none. */
  readonly bytes: Buffer | undefined;
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
  /** Sent as it is, instead of a JSON body. */
  readonly text?: { readonly type: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a streaming route answers: either `send` or `fail`, or `begin`, any number of `write` and then `end` or `cut`. */
export interface HttpStream {
  /** Called once when the client goes away before the answer has left. Set it before anything is awaited. */
  onGone: (() => void) | undefined;
  /** Called when the client has taken what was written, after a `write` that answered false. */
  onDrain: (() => void) | undefined;
  /** The whole answer as JSON text, one character for each byte (latin1). */
  send(status: number, json: string): void;
  /** A JSON answer whose length is not known yet. */
  begin(status: number): void;
  /** Characters stand for bytes, as in `send`. False when the client does not keep up: wait for `onDrain`. */
  write(json: string): boolean;
  end(json: string): void;
  /** Breaks the connection, so that the client can tell that its answer is not whole. */
  cut(): void;
  /** Answers a failure like one that was thrown. */
  fail(error: unknown): void;
}

export interface HttpReplyDescription {
  readonly description: string;
  /** JSON Schema of the body; omitted for an empty one. */
  readonly schema?: object;
  /** Media type of the same as text, for a client that asks for it. */
  readonly text?: string;
}

/** One endpoint. Its schemas validate the request and make the OpenAPI document. */
export interface HttpRoute<Caller = any> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
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
  /** Status to what is answered. Errors all routes share are added. */
  readonly replies: Readonly<Record<number, HttpReplyDescription>>;
  /** Throws `ApiError` for a documented failure; anything else answers 500 `internal_error` and is logged in full. */
  handle(request: HttpRequest<Caller>): Promise<HttpReply>;
  /** It puts `request_id` on what it logs by itself, so that no context has to follow it. */
  readonly logsRequestId?: boolean;
}

/**
 * An endpoint that writes its answer itself, for bodies that are passed on. It is served beside the framework, writes
 * its own log line and its own audit event. What it throws is answered like what a `handle` throws.
 */
export interface HttpStreamRoute<Caller = any> extends Omit<HttpRoute<Caller>, 'handle'> {
  stream(request: HttpRequest<Caller>, answer: HttpStream): void;
}

/** A path that a protocol of its own answers, on the raw request: credential, limits and log are its own as well. */
export interface HttpMount {
  readonly path: string;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** A file that a browser loads: a page, a script, a style. */
export interface HttpPage {
  readonly path: string;
  readonly type: string;
  /** Served to anybody; otherwise like the documentation. */
  readonly open?: boolean;
  /** Called when it is first asked for, and again when `revision` has changed. */
  load(): Promise<Buffer>;
  /** Of what it is made from; what has none never changes. */
  revision?(): string;
}

/** Pages that another plugin brings to a site. */
export interface SitePages {
  readonly name: string;
  /** Name of the site that serves them. */
  readonly site: string;
  readonly pages: readonly HttpPage[];
}

export const SitePages = extensionPoint<SitePages>('site-pages', ({ name }) => name, ['name', 'site', 'pages']);

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
  /** The variable that sets the port, for whoever finds it taken. */
  readonly portSetting?: string;
  readonly maxBodyBytes: number;
  /** Whether pages of this origin may call the service. Credentials are headers, never cookies. */
  allowsOrigin?(origin: string): boolean;
  /** Serve `/docs` and `/openapi.json` without a credential. */
  readonly publicDocs: boolean;
  readonly routes: readonly (HttpRoute<Caller> | HttpStreamRoute<Caller>)[];
  readonly mounts?: readonly HttpMount[];
  readonly pages?: readonly HttpPage[];
  /** Longest time a handler may leave its client without a byte, in milliseconds; two minutes when absent. */
  readonly maxSilenceMs?: number;
  /** How long requests under way may take when the service stops, in milliseconds, where that is not the plugin's choice. */
  readonly drainMs?: number;
  /** JSON Schemas shared by routes, by name, referenced as `#/components/schemas/<name>`. */
  readonly schemas: Readonly<Record<string, object>>;
  /**
   * Throws `ApiError` 403 `forbidden` for a missing or wrong credential, the same for both. `peer` is the address
   * at the other end of the connection, which may be a proxy's.
   */
  authenticate(headers: IncomingHttpHeaders, peer: string | undefined): Caller;
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
