import type { HttpRoute } from '../../../core/http/index.js';
import type { Row } from '../../../core/store/index.js';
import { STATES, TICKET_STATUSES } from '../enumerations.js';
import { notFound } from './conversations.js';
import { forbidden, type Caller } from '../keys.js';
import { reference } from './schema-parts.js';
import type { Service } from './service.js';

const tag = 'operations';

const PAGE = {
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 50, description: 'Items per page.' },
  cursor: { type: 'string', pattern: '^[a-z]{2,5}_[0-9a-z]{26}$', description: 'The next_cursor of the page before.' }
} as const;
const query = (more: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties: { ...PAGE, ...more }
});
const FILTERS = ['conversation_id', 'state', 'intent'] as const;

interface Paging {
  readonly limit: number;
  readonly cursor?: string;
  readonly since?: string;
}

/** What operators look at: tools, runs, traces, tickets, audit, feedback. None of it holds message text. */
export function operationRoutes(service: Service, intents: readonly string[]): readonly HttpRoute<Caller>[] {
  const { records, gate } = service;
  const page = async (
    from: 'runs' | 'tickets' | 'audit',
    id: string,
    caller: Caller,
    { limit, cursor, since }: Paging,
    equal: Readonly<Record<string, string>> = {}
  ) => {
    requireScope(caller);
    const rows = await records.list(from, id, caller.tenant, { limit, cursor, since, equal });
    const items = rows.slice(0, limit).map(row => visible(row, from));
    return { status: 200, body: { items, next_cursor: rows.length > limit ? items.at(-1)?.[id] : null } };
  };
  return [
    {
      method: 'GET',
      path: '/v1/tools',
      operationId: 'listTools',
      summary: 'The registered tools with their constraints',
      tag,
      replies: { 200: { description: 'Tools, and those that are unavailable now.', schema: reference('Tools') } },
      async handle() {
        const tools = [...service.tools().definitions.values()].map(
          ({
            name,
            description,
            requires_identity,
            required_scopes,
            allowed_intents,
            idempotent,
            risk,
            arguments: input_schema
          }) => ({
            name,
            description,
            requires_identity,
            required_scopes,
            allowed_intents,
            idempotent,
            risk,
            input_schema
          })
        );
        return { status: 200, body: { tools, open_circuits: gate.openCircuits } };
      }
    },
    {
      method: 'GET',
      path: '/v1/runs',
      operationId: 'listRuns',
      summary: 'Recent runs, newest first',
      tag,
      query: query({
        conversation_id: { type: 'string', maxLength: 64 },
        state: { enum: STATES },
        intent: { enum: intents },
        since: {
          type: 'string',
          pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}([.]\\d{1,3})?)?Z)?$',
          description: 'Runs from this moment on: a date, or a UTC timestamp.'
        }
      }),
      replies: { 200: { description: 'A page of runs.', schema: reference('Runs') } },
      handle({ caller, query: asked }) {
        const equal = Object.fromEntries(
          FILTERS.flatMap(name => (typeof asked[name] === 'string' ? [[name, asked[name]]] : []))
        );
        return page('runs', 'run_id', caller, asked as unknown as Paging, equal);
      }
    },
    {
      method: 'GET',
      path: '/v1/runs/{id}/trace',
      operationId: 'getTrace',
      summary: 'Every step of one run, in order',
      tag,
      replies: { 200: { description: 'The steps.', schema: reference('Trace') } },
      async handle({ caller, params }) {
        requireScope(caller);
        const found = await records.trace(caller.tenant, params['id']!);
        if (found === undefined) throw notFound();
        return {
          status: 200,
          body: { run_id: found.run['run_id'], policy_revision: found.run['policy_revision'], steps: found.steps }
        };
      }
    },
    {
      method: 'GET',
      path: '/v1/tickets',
      operationId: 'listTickets',
      summary: 'Recent tickets, newest first',
      tag,
      query: query({ status: { enum: TICKET_STATUSES } }),
      replies: { 200: { description: 'A page of tickets.', schema: reference('Tickets') } },
      handle({ caller, query: asked }) {
        const { status } = asked as { readonly status?: string };
        const equal: Readonly<Record<string, string>> = status === undefined ? {} : { status };
        return page('tickets', 'ticket_id', caller, asked as unknown as Paging, equal);
      }
    },
    {
      method: 'GET',
      path: '/v1/audit',
      operationId: 'listAudit',
      summary: 'Recent audit events, newest first',
      tag,
      query: query(),
      replies: { 200: { description: 'A page of events.', schema: reference('AuditEvents') } },
      handle: ({ caller, query: asked }) => page('audit', 'event_id', caller, asked as unknown as Paging)
    },
    {
      method: 'GET',
      path: '/v1/keys',
      operationId: 'listKeys',
      summary: 'The keys of the tenant: what they may do, until when, and when they were used last',
      tag,
      replies: { 200: { description: 'The keys, without their secrets.', schema: reference('Keys') } },
      async handle({ caller }) {
        requireScope(caller);
        return { status: 200, body: { keys: await service.keys.list(caller) } };
      }
    },
    {
      method: 'GET',
      path: '/v1/feedback/summary',
      operationId: 'getFeedbackSummary',
      summary: 'Helpful and unhelpful totals',
      tag,
      replies: { 200: { description: 'The totals.', schema: reference('FeedbackSummary') } },
      async handle({ caller }) {
        requireScope(caller);
        return { status: 200, body: await records.feedbackSummary(caller.tenant) };
      }
    }
  ];
}

export function requireScope({ scopes }: Caller, scope = 'ops:read'): void {
  if (!scopes.has(scope)) throw forbidden();
}

const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  runs: ['tenant'],
  tickets: ['tenant', 'dedupe_key', 'notes'],
  audit: ['tenant', 'detail']
};

/** A record without what is for the service alone; of a ticket, its notes are read one by one. */
export const visible = (row: Row, from: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !HIDDEN[from]!.includes(name)));
