import type { IncomingMessage } from 'node:http';
import type { HttpMount } from '../../../core/http/index.js';
import { createHandle, httpEndpoint, type McpServer, originCheck } from '../../../core/mcp/index.js';
import type { Caller } from '../access/access.js';
import type { Orchestrator } from '../service.js';
import { traceOf } from '../upstream/trace-context.js';
import { ORCHESTRATOR_VERSION } from '../version.js';
import { callTool } from './call-tool.js';
import { Catalog } from './catalog.js';

export interface McpEndpointOptions {
  readonly host: string;
  authenticate(headers: IncomingMessage['headers'], peer: string | undefined): Caller;
}

/** `POST /mcp`: all servers as one, in the revision that this project speaks. */
export function mcpEndpoint(service: Orchestrator, { host, authenticate }: McpEndpointOptions): HttpMount {
  const { log } = service;
  const catalog = new Catalog(service);
  const mayCall = ({ name }: Caller) => service.table().caller(name)?.mayCall;
  const serverFor = (caller: Caller, headers: IncomingMessage['headers']): McpServer => ({
    info: { name: 'bylaw-orchestrator', version: ORCHESTRATOR_VERSION },
    instructions:
      'The tools of several servers. The name of a tool is that of its server, two underscores and its own.',
    tools: {
      list: () => catalog.list(mayCall(caller)),
      find: name => (mayCall(caller)?.(name) === false ? undefined : catalog.find(name)),
      call: (name, args, context) =>
        callTool(service, { caller: caller.name, trace: traceOf(headers) }, { name, args }, context)
    },
    cache: () => (mayCall(caller) === undefined ? catalog.cache() : { ...catalog.cache(), cacheScope: 'private' })
  });
  const callers = new WeakMap<IncomingMessage['headers'], Caller>();
  const authorized = ({ headers, socket }: IncomingMessage) => {
    try {
      callers.set(headers, authenticate(headers, socket.remoteAddress));
      return true;
    } catch {
      return false;
    }
  };
  const serve = httpEndpoint({
    handle: (message, delivery) =>
      createHandle(serverFor(callers.get(delivery.headers!)!, delivery.headers!), log)(message, delivery),
    log,
    foreign: originCheck({ host, allowedOrigins: [] }),
    authorized,
    maxRequestBytes: service.table().policy.limits.maxRequestBytes
  });
  return { path: '/mcp', serve };
}
