import type { Log } from '../observe/log.js';
import { errorResponse, RpcError } from './errors.js';
import { CODES } from './protocol.js';
import type { Response } from './types.js';

/** The response as JSON. What a tool returned and JSON cannot hold is a bug, and answered as one. */
export function encodeResponse(response: Response, log: Log): string {
  try {
    return JSON.stringify(response);
  } catch (error) {
    log.error('rpc.unhandled', { reason: (error as Error).message, stack: (error as Error).stack });
    return JSON.stringify(errorResponse(new RpcError(CODES.internalError, 'Internal error', 500), response.id));
  }
}
