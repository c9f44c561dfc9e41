import { ApiError, type ErrorEnvelope } from '../../core/http/index.js';
import { StoreUnavailable } from '../../core/store/index.js';

/** Names where a request is wrong and which rule it breaks, never a submitted value. */
export interface FieldProblem {
  readonly field: string;
  readonly rule: string;
}

export function invalid(status: number, message: string, ...fields: readonly FieldProblem[]): ApiError {
  return new ApiError(status, 'validation_error', message, { fields });
}

export const notFound = () => new ApiError(404, 'not_found', 'There is no such resource.');

export const tooLarge = (limit: number) =>
  new ApiError(413, 'request_too_large', `The request body is larger than ${limit} bytes.`);

export const tooManyInFlight = (limit: number) =>
  new ApiError(
    429,
    'rate_limited',
    `More than ${limit} requests were sent on one connection without taking the answers.`
  );

export const overloaded = () =>
  new ApiError(503, 'service_unavailable', 'As many bodies are being read as may be. Try again.').withHeaders({
    'Retry-After': '1'
  });

export const unsupportedMedia = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError(415, 'unsupported_media_type', message).withHeaders(headers);

const internalError = () => new ApiError(500, 'internal_error', 'An unexpected error occurred.');

/** The client went away: nobody waits for an answer, and nothing went wrong here. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection');
    this.name = 'AbortError';
  }
}

/** What the client is told about `error`, and whether it has to be logged in full because nobody foresaw it. */
export function failureOf(error: unknown): { readonly failure: ApiError; readonly unforeseen: boolean } {
  if (error instanceof ApiError) return { failure: error, unforeseen: false };
  if (error instanceof StoreUnavailable)
    return {
      failure: new ApiError(503, 'service_unavailable', 'The service cannot reach its storage at the moment.'),
      unforeseen: false
    };
  return { failure: internalError(), unforeseen: true };
}

export function envelopeOf({ code, message, detail }: ApiError, requestId: string): ErrorEnvelope {
  return { code, message, request_id: requestId, detail };
}

/** What the client is told about input that Node's parser gave up on, by the parser's error code. */
export function parserFailure(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(431, 'request_too_large', 'The request headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError(413, 'request_too_large', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError(408, 'request_timeout', 'The request did not arrive in time.');
    default:
      return invalid(400, 'The request is not valid HTTP.', { field: '(request)', rule: 'http' });
  }
}
