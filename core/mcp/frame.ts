import { invalidRequest, type RpcError } from './errors.js';
import type { RequestId } from './types.js';
import { isObject } from '../json.js';

export interface RequestFrame {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
}

export interface NotificationFrame {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: unknown;
}

export interface RefusedFrame {
  readonly kind: 'refused';
  /** Where one could be read. */
  readonly id?: RequestId;
  readonly error: RpcError;
}

export type Frame = RequestFrame | NotificationFrame | RefusedFrame;

/** Beyond 2^53 a number read from JSON is no longer the number that was sent, so it cannot be echoed. */
const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value);

/** Tells requests from notifications, and refuses what is neither. Parameters are looked at later. */
export function readFrame(message: unknown): Frame {
  if (Array.isArray(message)) return refused('batches are not part of this revision');
  if (!isObject(message)) return refused('a message is a JSON object');
  const id = isId(message['id']) ? message['id'] : undefined;
  if (message['jsonrpc'] !== '2.0') return refused('jsonrpc must be "2.0"', id);
  const { method, params } = message;
  if (method === undefined && ('result' in message || 'error' in message))
    return refused('this server sends no requests, so it takes no responses');
  if (typeof method !== 'string') return refused('method must be a string', id);
  if (!Object.hasOwn(message, 'id')) return { kind: 'notification', method, params };
  if (id === undefined) return refused('id must be a string or an integer, and not null');
  return { kind: 'request', id, method, params };
}

function refused(reason: string, id?: RequestId): RefusedFrame {
  const error = invalidRequest(reason);
  return id === undefined ? { kind: 'refused', error } : { kind: 'refused', id, error };
}
