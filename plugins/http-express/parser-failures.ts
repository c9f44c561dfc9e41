import { ApiError } from '../../core/http/index.js';
import { invalid } from './failures.js';

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
