import type { Collection } from '../../../core/store/index.js';

const text = 'text';
const texts = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, text] as const));

export const CONVERSATIONS: Collection = {
  name: 'conversations',
  fields: {
    ...texts('tenant', 'conversation_id', 'customer_id'),
    identity_verified: 'boolean',
    failed_verifications: 'integer',
    turns: 'integer',
    escalated: 'boolean',
    memory: 'json',
    created_at: text
  },
  key: ['tenant', 'conversation_id']
};

export const CUSTOMERS: Collection = {
  name: 'customers',
  fields: {
    ...texts('tenant', 'customer_id', 'email', 'name', 'phone'),
    loyalty_points: 'integer',
    has_existing_gift_card: 'boolean',
    refunds: 'json',
    created_at: text
  },
  key: ['tenant', 'customer_id'],
  unique: [['tenant', 'email']]
};

export const ORDERS: Collection = {
  name: 'orders',
  fields: {
    ...texts('tenant', 'order_id', 'customer_id', 'status', 'ordered_at', 'promised_by', 'shipped_at', 'delivered_at'),
    charged: 'boolean',
    currency: text,
    paid_with: 'json',
    ...texts('delivery_charge', 'total'),
    chargeback_open: 'boolean',
    ...texts('carrier', 'tracking_number'),
    lines: 'json'
  },
  key: ['tenant', 'order_id'],
  indexes: [['tenant', 'customer_id']]
};

/** Published to everybody, so it has no tenant. */
export const ARTICLES: Collection = {
  name: 'articles',
  fields: { id: text, title: text, topic: text, keywords: text, body: text },
  key: ['id'],
  search: ['title', 'keywords', 'body']
};

export const RUNS: Collection = {
  name: 'runs',
  fields: {
    ...texts('run_id', 'tenant', 'conversation_id', 'intent'),
    confidence: 'real',
    ...texts('state', 'escalation_reason', 'refusal_reason', 'ticket_id'),
    tool_calls: 'integer',
    steps_used: 'integer',
    duration_ms: 'real',
    verification_passed: 'boolean',
    ...texts('provider', 'model'),
    input_tokens: 'integer',
    output_tokens: 'integer',
    ...texts('policy_revision', 'request_id', 'created_at')
  },
  key: ['run_id'],
  indexes: [
    ['tenant', 'run_id'],
    ['tenant', 'conversation_id', 'run_id']
  ]
};

/** The steps of a run, apart from it because listings do not read them. */
export const TRACES: Collection = {
  name: 'traces',
  fields: { run_id: text, tenant: text, steps: 'json' },
  key: ['run_id']
};

/** What was decided, by which rule, from which facts: enough to decide it again. */
export const DECISION_RECORDS: Collection = {
  name: 'decisions',
  fields: {
    ...texts('decision_id', 'run_id', 'tenant', 'table_name', 'rule', 'decision'),
    record: 'json',
    created_at: text
  },
  key: ['decision_id'],
  indexes: [['tenant', 'decision_id']]
};

export const TICKETS: Collection = {
  name: 'tickets',
  fields: {
    ...texts('ticket_id', 'tenant', 'conversation_id', 'customer_id', 'run_id', 'order_id'),
    line_ids: 'json',
    ...texts('intent', 'reason', 'decision', 'rule', 'amount', 'currency', 'status', 'dedupe_key', 'created_at')
  },
  key: ['ticket_id'],
  unique: [['tenant', 'dedupe_key']],
  indexes: [['tenant', 'ticket_id']]
};

/** How far files of records have been read in. */
export const IMPORTS: Collection = {
  name: 'imports',
  fields: {
    ...texts('tenant', 'import_id'),
    version: 'integer',
    records: 'integer',
    left_out: 'integer',
    done: 'boolean',
    updated_at: text
  },
  key: ['tenant', 'import_id']
};

/** Tickets that help desks have yet to hear of: written with the ticket, removed when they have. */
export const OUTBOX: Collection = {
  name: 'outbox',
  fields: {
    ...texts('delivery_id', 'tenant', 'ticket_id', 'desk', 'event', 'state'),
    attempts: 'integer',
    ...texts('next_at', 'failure'),
    version: 'integer',
    created_at: text
  },
  key: ['delivery_id'],
  indexes: [
    ['state', 'delivery_id'],
    ['tenant', 'delivery_id'],
    ['tenant', 'ticket_id']
  ]
};

/** What a help desk calls a ticket. */
export const DESK_LINKS: Collection = {
  name: 'desk_links',
  fields: { tenant: text, ticket_id: text, desk: text, external_id: text },
  key: ['tenant', 'desk', 'ticket_id'],
  indexes: [['tenant', 'ticket_id']]
};

export const AUDIT: Collection = {
  name: 'audit',
  fields: {
    ...texts('event_id', 'tenant', 'key', 'method', 'route', 'resource'),
    status: 'integer',
    request_id: text,
    detail: 'json',
    created_at: text
  },
  key: ['event_id'],
  indexes: [['tenant', 'event_id']]
};

export const FEEDBACK: Collection = {
  name: 'feedback',
  fields: {
    ...texts('feedback_id', 'tenant', 'conversation_id'),
    helpful: 'boolean',
    ...texts('comment', 'created_at')
  },
  key: ['feedback_id'],
  indexes: [['tenant', 'helpful']]
};

/** First responses by idempotency key. */
export const RESPONSES: Collection = {
  name: 'responses',
  fields: {
    ...texts('tenant', 'conversation_id', 'idempotency_key', 'body_digest'),
    response: 'json',
    created_at: text
  },
  key: ['tenant', 'conversation_id', 'idempotency_key']
};

/** Customers whose data was erased, by a digest of their id, so that nothing brings them back. */
export const ERASURES: Collection = {
  name: 'erasures',
  fields: { tenant: text, customer: text, erased_at: text },
  key: ['tenant', 'customer']
};

/** How often something was done in a window of time, by each instance. The bucket is a digest. */
export const RATES: Collection = {
  name: 'rates',
  fields: { bucket: text, instance: text, count: 'integer', ends_at: text },
  key: ['bucket', 'instance'],
  indexes: [['ends_at']]
};

/** The code that a conversation waits for; address and code as digests. No customer where the address is nobody's. */
export const CODES: Collection = {
  name: 'codes',
  fields: {
    ...texts('tenant', 'conversation_id', 'address', 'customer_id', 'code'),
    tries: 'integer',
    expires_at: text
  },
  key: ['tenant', 'conversation_id'],
  indexes: [['expires_at']]
};

/** When a key was used last, by its identifier. */
export const KEY_USES: Collection = {
  name: 'key_uses',
  fields: { tenant: text, key: text, last_used_at: text },
  key: ['tenant', 'key']
};

/** Which instance has a turn of a job that all could do. */
export const TURNS: Collection = {
  name: 'turns',
  fields: { job: text, turn: text, instance: text },
  key: ['job', 'turn']
};
