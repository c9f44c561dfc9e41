/** Codes of the error envelope; every failing HTTP answer of every service carries one. */
export type ApiErrorCode =
  | 'validation_error'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'request_too_large'
  | 'unsupported_media_type'
  | 'request_timeout'
  | 'rate_limited'
  | 'provider_error'
  | 'internal_error'
  | 'upstream_error'
  | 'service_unavailable'
  | 'no_server_available'
  | 'upstream_timeout';

/** A documented failure of an HTTP request. Neither message nor detail ever holds a submitted value. */
export class ApiError extends Error {
  #headers: Readonly<Record<string, string>> = {};

  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly detail: Readonly<Record<string, unknown>> = {}
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Headers of the answer besides those of every answer. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /** The same failure, answered with these headers. */
  withHeaders(headers: Readonly<Record<string, string>>): this {
    this.#headers = headers;
    return this;
  }
}

/** What every failing endpoint answers. */
export interface ErrorEnvelope {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly request_id: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
