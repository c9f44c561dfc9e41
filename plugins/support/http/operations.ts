import type { HttpRoute } from '../../../core/http/index.js';
import { TICKET_STATUSES } from '../enumerations.js';
import type { Caller } from '../keys.js';
import { notFound } from './failures.js';
import { listRoute, requireScope, visible } from './listing.js';
import { runFilters, runSummaryRoute } from './run-summary.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';
import { TICKET_HIDDEN } from './tickets.js';

const tag = 'operations';

/** What operators look at: tools, runs, traces, tickets, audit, feedback. None of it holds message text. */
export function operationRoutes(service: SupportService, intents: readonly string[]): readonly HttpRoute<Caller>[] {
  const { records, gate } = service;
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
      path: '/v1/tools/usage',
      operationId: 'getToolUsage',
      summary: 'Calls of each tool by this instance since it was started, and how long they took',
      tag,
      replies: { 200: { description: 'Tools that were called, the oftenest first.', schema: reference('ToolUsage') } },
      async handle({ caller }) {
        requireScope(caller);
        return { status: 200, body: { tools: service.metrics.toolUsage } };
      }
    },
    listRoute(records, {
      ...runFilters(intents),
      from: 'runs',
      id: 'run_id',
      hidden: ['tenant'],
      path: '/v1/runs',
      operationId: 'listRuns',
      summary: 'Recent runs, newest first',
      tag,
      schema: 'Runs'
    }),
    runSummaryRoute(service, intents),
    {
      method: 'GET',
      path: '/v1/runs/{id}',
      operationId: 'getRun',
      summary: 'One run: what was asked for and what came of it',
      tag,
      replies: { 200: { description: 'The run.', schema: reference('Run') } },
      async handle({ caller, params }) {
        requireScope(caller);
        const run = await records.run(caller.tenant, params['id']!);
        if (run === undefined) throw notFound();
        return { status: 200, body: visible(['tenant'], run) };
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
          body: {
            run_id: found.run['run_id'],
            policy_revision: found.run['policy_revision'],
            steps: found.steps
          }
        };
      }
    },
    listRoute(records, {
      equal: { status: { enum: TICKET_STATUSES } },
      from: 'tickets',
      id: 'ticket_id',
      hidden: TICKET_HIDDEN,
      path: '/v1/tickets',
      operationId: 'listTickets',
      summary: 'Recent tickets, newest first',
      tag,
      schema: 'Tickets'
    }),
    listRoute(records, {
      from: 'audit',
      id: 'event_id',
      hidden: ['tenant', 'detail'],
      path: '/v1/audit',
      operationId: 'listAudit',
      summary: 'Recent audit events, newest first',
      tag,
      schema: 'AuditEvents'
    }),
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
