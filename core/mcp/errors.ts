import { CODES, SUPPORTED_VERSIONS } from './protocol.js';
import type { ErrorResponse, RequestId } from './types.js';

/** A request that is answered with a protocol error. `status` is the HTTP status it travels with. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status: number,
    readonly data?: Readonly<Record<string, unknown>>
  ) {
    super(message);
    this.name = 'RpcError';
  }
}

export const invalidRequest = (reason: string) => new RpcError(CODES.invalidRequest, `Invalid Request: ${reason}`, 400);

/** The request's envelope is wrong: `_meta` or what it has to carry. */
export const invalidMeta = (reason: string, data: Readonly<Record<string, unknown>>) =>
  new RpcError(CODES.invalidParams, `Invalid params: ${reason}`, 400, data);

/** The method was found and cannot work with its parameters. */
export const invalidParams = (reason: string) => new RpcError(CODES.invalidParams, reason, 200);

export const headerMismatch = (reason: string) => new RpcError(CODES.headerMismatch, `Header mismatch: ${reason}`, 400);

/** Some clients show their user the message and nothing of `data`, so it names what is served. */
export const unsupportedVersion = (requested: string) =>
  new RpcError(
    CODES.unsupportedVersion,
    `Unsupported protocol version; this server speaks ${SUPPORTED_VERSIONS.join(', ')}`,
    400,
    { supported: SUPPORTED_VERSIONS, requested }
  );

export const parseError = () => new RpcError(CODES.parseError, 'Parse error', 400);

export function errorResponse({ code, message, data }: RpcError, id?: RequestId): ErrorResponse {
  const error = data === undefined ? { code, message } : { code, message, data };
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}
