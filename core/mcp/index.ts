// The Model Context Protocol, for services that serve tools or route to them.
export { createHandle } from './handle.js';
export type { Answer, Delivery, Handle } from './handle.js';
export { decodeHeader, encodeHeader } from './headers.js';
export { httpEndpoint } from './endpoint.js';
export { invalidParams, RpcError } from './errors.js';
export { serveHttp } from './http.js';
export type { HttpOptions, McpHttp, Probe } from './http.js';
export { isLoopback, originCheck } from './access.js';
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
