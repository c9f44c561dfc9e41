import { STATUS_CODES } from 'node:http';
import type { ApiError } from '../../core/http/index.js';
import { envelopeOf } from './failures.js';
import { apiHeaders, JSON_TYPE, requestIdFrom, withHeaders } from './headers.js';

/** A whole HTTP answer as text, for input that never became a request and so has no response object. */
export function rawAnswer(failure: ApiError): string {
  const requestId = requestIdFrom(undefined);
  const body = JSON.stringify(envelopeOf(failure, requestId));
  const headers = withHeaders(
    apiHeaders.concat(
      ['X-Request-ID', requestId, 'Content-Type', JSON_TYPE, 'Content-Length', String(Buffer.byteLength(body))],
      ['Date', new Date().toUTCString(), 'Connection', 'close']
    ),
    failure.headers
  );
  let head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}\r\n${body}`;
}
