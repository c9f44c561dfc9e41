/** The closed lists of the HTTP interface. */
export const STATES = ['answered', 'clarifying', 'escalated', 'refused', 'failed'] as const;
export type State = (typeof STATES)[number];

export const ESCALATION_REASONS = [
  'customer_request',
  'low_confidence',
  'policy_requires_human',
  'unverifiable_answer',
  'tool_failure',
  'budget_exhausted',
  'repeated_failure',
  'sensitive_topic'
] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export const REFUSAL_REASONS = [
  'out_of_scope',
  'identity_not_verified',
  'prompt_injection',
  'unsupported_claim',
  'policy_prohibited'
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Where a ticket stands. A customer or a person withdraws it, a person resolves it. */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'withdrawn'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const DECISIONS = ['eligible', 'not_eligible', 'human_review', 'need_info'] as const;
export type DecisionValue = (typeof DECISIONS)[number];

export const SCOPES = [
  'knowledge:read',
  'account:read',
  'order:read',
  'ticket:write',
  'refund:write',
  'ops:read',
  'policies:read',
  'records:write',
  'privacy:write'
] as const;
const BY_NAME_ALONE = new Set<string>(['refund:write', 'records:write', 'privacy:write']);
/** What a key without a scope list holds. Moving money, handing in records and erasing them are not part of it. */
export const DEFAULT_SCOPES = SCOPES.filter(scope => !BY_NAME_ALONE.has(scope));

/** Schema of a language's code (ISO 639-1), as in the `lang` of a page. */
export const LANGUAGE = { type: 'string', pattern: '^[a-z]{2}$' } as const;

/** What rules decide about. */
export const REQUEST_KINDS = ['refund', 'return', 'cancel', 'change'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
