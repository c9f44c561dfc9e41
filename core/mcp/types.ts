/** An id of a request: never null, never a fraction. */
export type RequestId = string | number;

export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** `id` is absent where none could be read. */
export interface ErrorResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly error: JsonRpcError;
}

export interface ResultResponse {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: Readonly<Record<string, unknown>>;
}

export type Response = ErrorResponse | ResultResponse;

export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Who serves; sent with every result. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** A tool as `tools/list` shows it; schemas are passed on unchanged. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
}

export interface ContentBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What a call came to. A failure that a model can act on is a result with `isError`, not an exception. Further members
 * are sent as they are.
 */
export interface ToolCallResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

export interface McpCallContext {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal;
  /** The request's `_meta`, whose required keys have been checked. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Does nothing unless the client asked for progress; values that do not grow are dropped. */
  progress(done: number, total?: number, message?: string): void;
}

/** How long an answer stays good, and whether it may be shared between callers. */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

/** A server of tools, without any transport. */
export interface McpServer {
  readonly info: Implementation;
  readonly instructions?: string;
  readonly tools: {
    /** In the order in which they are listed, every time the same. */
    list(): readonly ToolDescription[] | Promise<readonly ToolDescription[]>;
    /** One listed tool; looked up in the list where this is left out. */
    find?(name: string): ToolDescription | undefined;
    /**
     * Called for listed names only. An `RpcError` is answered as it is, anything else that is thrown as an internal error
     * without detail.
     */
    call(name: string, args: Readonly<Record<string, unknown>>, context: McpCallContext): Promise<ToolCallResult>;
  };
  /** Tools on one page of `tools/list`; 100 when absent. */
  readonly pageSize?: number;
  /** How long clients may keep the list of tools; an hour when absent. */
  cache?(): CacheHint;
}
