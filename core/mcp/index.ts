import { later } from '../later.js';

// The Model Context Protocol, for services that serve tools or route to them.
export { createHandle } from './handle.js';
export type { Answer, Delivery, Handle } from './handle.js';
export { decodeHeader, encodeHeader } from './headers.js';
export { invalidParams, RpcError } from './errors.js';
export { serveStdio } from './stdio.js';
export type { StdioOptions, Wire } from './stdio.js';
export { CODES, META, PROTOCOL_VERSION, SUPPORTED_VERSIONS } from './protocol.js';
export type {
  CacheHint,
  ContentBlock,
  Implementation,
  McpCallContext,
  McpServer,
  Notification,
  RequestId,
  Response,
  ToolCallResult,
  ToolDescription
} from './types.js';

// Whoever serves a pipe does without these.
export const httpEndpoint = later<typeof import('./endpoint.js')>(import.meta.url, './endpoint.js')('httpEndpoint');
const access = later<typeof import('./access.js')>(import.meta.url, './access.js');
export const bearerCheck = access('bearerCheck');
export const isLoopback = access('isLoopback');
export const originCheck = access('originCheck');
