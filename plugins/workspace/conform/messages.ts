import { META, PROTOCOL_VERSION } from '../../../core/mcp/index.js';
import type { Json } from './case.js';

export { META, PROTOCOL_VERSION };

/** `_meta` of a good client; a key set to undefined is left out. */
export const meta = (changes: Json = {}): Json => ({
  [META.protocolVersion]: PROTOCOL_VERSION,
  [META.clientInfo]: { name: 'bylaw-conform', version: '1.0.0' },
  [META.clientCapabilities]: {},
  ...changes
});

export const request = (id: unknown, method: string, params: Json = {}): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { _meta: meta(), ...params }
});

export const notification = (method: string, params?: unknown): Json =>
  params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params };
