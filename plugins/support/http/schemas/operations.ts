import { DECISIONS, ESCALATION_REASONS, REFUSAL_REASONS, STATES, TICKET_STATUSES } from '../../enumerations.js';
import { list, nullable, object, reference, string, timestamp } from './parts.js';

const COUNTS = {
  type: 'array',
  items: object({
    at: { ...timestamp, description: 'When the interval begins.' },
    value: string,
    count: { type: 'integer' }
  })
};

/** What the endpoints for operators answer. */
export function operationSchemas(intents: readonly string[]): Readonly<Record<string, object>> {
  const intent = { enum: intents };
  const ticket = {
    ticket_id: string,
    conversation_id: string,
    customer_id: nullable(string),
    run_id: { ...string, description: 'The run that opened it; its trace says why.' },
    order_id: nullable(string),
    line_ids: {
      type: ['array', 'null'],
      items: string,
      description: 'The lines of the order that it is about; null for all, and where there is no order.'
    },
    intent,
    reason: { enum: ESCALATION_REASONS },
    decision: { enum: [...DECISIONS, null] },
    rule: nullable(string),
    amount: nullable(string),
    currency: nullable(string),
    issue: { ...nullable(string), description: 'What the customer says is wrong.' },
    destination: { ...nullable(string), description: 'Where the customer wants the money.' },
    answers: { type: ['object', 'null'], description: 'What the customer answered to questions; closed values.' },
    replaces: { type: ['array', 'null'], items: string, description: 'Tickets whose place it takes.' },
    status: { enum: TICKET_STATUSES },
    version: { type: 'integer', description: 'Counts the changes from 1.' },
    assignee: nullable(string),
    created_at: timestamp,
    updated_at: { ...nullable(timestamp), description: 'When a person or the customer last changed it.' }
  };
  return {
    Tool: object({
      name: string,
      description: string,
      requires_identity: { type: 'boolean' },
      required_scopes: { type: 'array', items: string },
      allowed_intents: { type: 'array', items: string },
      idempotent: { type: 'boolean' },
      risk: { enum: ['read', 'write'] },
      input_schema: { type: 'object', description: 'JSON Schema of the arguments.' }
    }),
    Tools: object({
      tools: { type: 'array', items: reference('Tool') },
      open_circuits: { type: 'array', items: string }
    }),
    ToolUsage: object({
      tools: {
        type: 'array',
        items: object({
          tool: string,
          calls: { type: 'integer' },
          failed: { type: 'integer' },
          p50: { type: 'number', description: 'In milliseconds.' },
          p95: { type: 'number' }
        })
      }
    }),
    Run: object({
      run_id: string,
      conversation_id: string,
      intent,
      confidence: { type: 'number', minimum: 0, maximum: 1 },
      state: { enum: STATES },
      escalation_reason: { enum: [...ESCALATION_REASONS, null] },
      refusal_reason: { enum: [...REFUSAL_REASONS, null] },
      ticket_id: nullable(string),
      tool_calls: { type: 'integer' },
      steps_used: { type: 'integer' },
      duration_ms: { type: 'number' },
      verification_passed: { type: ['boolean', 'null'] },
      provider: string,
      model: string,
      input_tokens: { type: 'integer' },
      output_tokens: { type: 'integer' },
      policy_revision: string,
      request_id: string,
      created_at: timestamp
    }),
    Ticket: object(ticket),
    TicketSummary: object({
      statuses: {
        type: 'array',
        items: object({ status: { enum: TICKET_STATUSES }, count: { type: 'integer' }, oldest: nullable(timestamp) })
      }
    }),
    TicketWithNotes: object({
      ...ticket,
      notes: {
        type: 'array',
        items: object({ text: string, at: timestamp, by: { ...string, description: 'The key that wrote it.' } }),
        description: 'What those who work on it wrote: for them alone.'
      }
    }),
    TicketChange: {
      ...object(
        {
          status: { enum: TICKET_STATUSES },
          assignee: { type: ['string', 'null'], minLength: 1, maxLength: 120, description: 'Who works on it.' },
          note: {
            type: 'string',
            minLength: 1,
            maxLength: 4000,
            description: 'Added to the notes; never shown to the customer.'
          }
        },
        ['status', 'assignee', 'note']
      ),
      minProperties: 1
    },
    RunSummary: object({
      since: timestamp,
      until: timestamp,
      interval: string,
      states: COUNTS,
      intents: COUNTS,
      escalations: COUNTS,
      refusals: COUNTS,
      questions: { ...COUNTS, description: 'The wishes that were asked back about.' },
      withheld: { ...COUNTS, description: 'Replies that could not be proved.' },
      feedback: COUNTS,
      latency: {
        type: 'array',
        description: 'In milliseconds, exact to the step of a histogram; first of all runs together, without `at`.',
        items: object({ at: nullable(timestamp), p50: { type: 'number' }, p95: { type: 'number' } })
      },
      confidence: {
        type: 'array',
        description: 'How sure the agent was, in tenths.',
        items: object({ from: { type: 'number' }, count: { type: 'integer' } })
      }
    }),
    Deliveries: list(
      object({
        delivery_id: string,
        ticket_id: string,
        desk: { ...string, description: 'The file of kind help-desk.' },
        event: { enum: ['opened', 'changed'] },
        state: { enum: ['waiting', 'dead'] },
        attempts: { type: 'integer' },
        next_at: { ...timestamp, description: 'Not tried again before.' },
        failure: { ...nullable(string), description: 'Why the last attempt failed: a code.' },
        created_at: timestamp
      })
    ),
    AuditEvent: object({
      event_id: string,
      key: { ...nullable(string), description: "First eight characters of the key's SHA-256; never the key." },
      method: string,
      route: string,
      resource: nullable(string),
      status: { type: 'integer' },
      request_id: string,
      created_at: timestamp
    }),
    Runs: list(reference('Run')),
    Tickets: list(reference('Ticket')),
    AuditEvents: list(reference('AuditEvent')),
    Keys: object({
      keys: {
        type: 'array',
        items: object({
          key: { ...string, description: "First eight characters of the key's SHA-256; never the key." },
          scopes: { type: 'array', items: string },
          from: nullable(timestamp),
          expires_at: nullable(timestamp),
          last_used_at: { ...nullable(timestamp), description: 'To the minute.' }
        })
      }
    }),
    FeedbackSummary: object({ helpful: { type: 'integer' }, unhelpful: { type: 'integer' } }),
    Health: object({ status: { const: 'ok' } }),
    Readiness: object({
      status: { enum: ['ready', 'unavailable'] },
      version: string,
      policy_revision: string,
      components: {
        type: 'array',
        items: object({ name: { enum: ['database', 'composer', 'tools'] }, ready: { type: 'boolean' }, detail: string })
      },
      open_circuits: { type: 'array', items: string },
      warnings: { type: 'array', items: string }
    })
  };
}
