import { ApiError, type HttpRoute } from '../../../core/http/index.js';
import { within } from '../../../core/resilience/index.js';
import { STATUSES } from '../health/health.js';
import { refusalOfAddresses, refusalOfUrl, type UrlRefusal } from '../policy/check-url.js';
import type { Registration, ServerState } from '../policy/tool-servers.js';
import type { Caller } from '../access/access.js';
import { invalid } from './invalid.js';
import { detailedRecord, serverRecord } from './record.js';
import { reference } from './schemas.js';
import type { Orchestrator } from '../service.js';

const tag = 'servers';
/** A registration waits for its first probe, so that what it answers is true, but not for long. */
const FIRST_PROBE_MS = 2_000;
const MAX_METADATA_CHARS = 16_384;
const detail = { type: 'boolean', default: false, description: 'Add the weight and what was discovered.' };
const unknown = () => new ApiError(404, 'not_found', 'No server is registered under this name.');

const OWNED = {
  403: { description: 'Another key has registered this name.', schema: reference('ErrorEnvelope') },
  409: { description: 'A file lists this server.', schema: reference('ErrorEnvelope') }
};

/** Registering, listing, draining and deregistering servers. */
export function serverRoutes(service: Orchestrator): readonly HttpRoute<Caller>[] {
  const { fleet, prober, log } = service;
  const shown = (detailed: unknown) => (detailed === true ? detailedRecord : serverRecord);
  return [
    {
      method: 'POST',
      path: '/servers',
      operationId: 'registerServer',
      summary: 'Register a tool server; registering a name again replaces what it said',
      tag,
      body: { schema: reference('Registration'), required: true },
      replies: {
        201: { description: 'Registered.', schema: reference('Server') },
        200: { description: 'It was registered already; what it says now counts.', schema: reference('Server') },
        403: { description: 'Another key has registered this name.', schema: reference('ErrorEnvelope') },
        409: {
          description: 'No more servers can be registered, or a file lists this one.',
          schema: reference('ErrorEnvelope')
        }
      },
      async handle({ body, caller }) {
        const registration = await checked(body as RegistrationBody, service);
        const { maxServers } = service.table().policy;
        if (fleet.size >= maxServers && fleet.get(registration.name) === undefined)
          throw new ApiError(409, 'conflict', `There are ${maxServers} servers, and no more can be registered.`);
        const { server, created } = await fleet.register(registration, caller);
        log.info('registry.registered', { server: server.name, created, by: caller.name });
        if (server.lastCheckedAt === null || server.status !== 'healthy')
          await within(FIRST_PROBE_MS, prober.probe(server));
        const headers = { Location: `/servers/${server.name}` };
        return { status: created ? 201 : 200, body: serverRecord(server), ...(created ? { headers } : {}) };
      }
    },
    {
      method: 'GET',
      path: '/servers',
      operationId: 'listServers',
      summary: 'The registered servers',
      tag,
      query: {
        type: 'object',
        properties: {
          capability: {
            type: 'string',
            minLength: 1,
            description: 'Only servers that declare or were found to have it.'
          },
          status: { enum: STATUSES },
          detail
        }
      },
      replies: { 200: { description: 'In the order of registration.', schema: reference('Servers') } },
      async handle({ query: { capability, status, detail: detailed } }) {
        const servers = [...fleet.values()].filter(
          server =>
            (capability === undefined || server.offers(capability as string)) &&
            (status === undefined || server.status === status)
        );
        return { status: 200, body: { servers: servers.map(shown(detailed)) } };
      }
    },
    {
      method: 'GET',
      path: '/servers/{name}',
      operationId: 'getServer',
      summary: 'One server',
      tag,
      query: { type: 'object', properties: { detail } },
      replies: { 200: { description: 'Its record.', schema: reference('Server') } },
      async handle({ params, query }) {
        const server = fleet.get(params['name']!);
        if (server === undefined) throw unknown();
        return { status: 200, body: shown(query['detail'])(server) };
      }
    },
    {
      method: 'PATCH',
      path: '/servers/{name}',
      operationId: 'changeServer',
      summary: 'Drain a server, so that it gets nothing new and finishes what it works on, or take it back',
      tag,
      body: { schema: reference('ServerChange'), required: true },
      replies: { 200: { description: 'Its record, with detail.', schema: reference('Server') }, ...OWNED },
      async handle({ params, body, caller }) {
        const { state, accept_tools } = body as { readonly state?: ServerState; readonly accept_tools?: true };
        const name = params['name']!;
        if (fleet.get(name) === undefined) throw unknown();
        if (state !== undefined) {
          await fleet.setState(name, state, caller);
          log.info('registry.state_changed', { server: name, state, by: caller.name });
        }
        if (accept_tools === true) {
          await fleet.acceptTools(name, caller);
          log.info('registry.tools_accepted', { server: name, by: caller.name });
        }
        const server = fleet.get(name);
        if (server === undefined) throw unknown();
        return { status: 200, body: detailedRecord(server) };
      }
    },
    {
      method: 'DELETE',
      path: '/servers/{name}',
      operationId: 'deregisterServer',
      summary: 'Deregister a server; requests that it is working on still finish',
      tag,
      replies: { 204: { description: 'Deregistered.' }, ...OWNED },
      async handle({ params, caller }) {
        const name = params['name']!;
        if (!(await fleet.deregister(name, caller))) throw unknown();
        log.info('registry.deregistered', { server: name, by: caller.name });
        return { status: 204 };
      }
    }
  ];
}

type RegistrationBody = Omit<Registration, 'metadata' | 'weight'> & Partial<Registration>;

async function checked(
  { name, url, capabilities, metadata = {}, weight = 1 }: RegistrationBody,
  { table }: Orchestrator
): Promise<Registration> {
  if (JSON.stringify(metadata).length > MAX_METADATA_CHARS)
    throw invalid('metadata', 'size', `The metadata is larger than ${MAX_METADATA_CHARS} characters.`);
  refuse(refusalOfUrl(url, table().policy.allowedHosts));
  refuse(await refusalOfAddresses(url));
  return { name, url, capabilities, metadata, weight };
}

function refuse(refusal: UrlRefusal | undefined): void {
  if (refusal !== undefined) throw invalid('url', refusal.rule, refusal.message);
}
