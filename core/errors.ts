/** One thing that is wrong with a file, a setting or a plugin. Problems are collected and reported together. */
export interface Problem {
  /** From the closed list in docs/codes.md. */
  readonly code: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /** Path relative to the root folder, with forward slashes. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** Sound, but it looks like a mistake. Only `policy check` looks for these, and a start never fails for one. */
  readonly severity?: 'warning';
}

/** Everything that keeps a service or command from starting, named at once. */
export class StartupError extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.name = 'StartupError';
  }
}

/** `file:line:col: code message`, the form editors and CI understand. */
export function formatProblem({ file, line, column, code, message, severity }: Problem): string {
  const place = file === undefined ? '' : `${file}:${line ?? 1}:${column ?? 1}: `;
  return `${place}${severity === undefined ? '' : `${severity}: `}${code} ${message}`;
}

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
  | 'provider_error'
  | 'internal_error'
  | 'upstream_error'
  | 'service_unavailable'
  | 'no_server_available'
  | 'upstream_timeout';

/** A documented failure of an HTTP request. Neither message nor detail ever holds a submitted value. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly detail: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {}
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** What every failing endpoint answers. */
export interface ErrorEnvelope {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly request_id: string;
  readonly detail: Readonly<Record<string, unknown>>;
}
