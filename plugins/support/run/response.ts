import type { Run } from './run.js';

/** Milliseconds to the microsecond; finer digits only suggest a precision that is not there. */
export const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/** The body that answers a message. */
export function responseOf(run: Run, includeTrace: boolean) {
  const { state, reply, escalationReason, refusalReason, ticketId, provenance } = run.outcome!;
  return {
    conversation_id: run.conversation.conversation_id,
    reply,
    intent: run.intent.name,
    state,
    escalated: state === 'escalated',
    escalation_reason: escalationReason,
    refused: state === 'refused',
    refusal_reason: refusalReason,
    ticket_id: ticketId,
    provenance,
    unverified_claims: run.unverified,
    warnings: run.warnings,
    tool_calls: run.toolCalls,
    steps_used: run.budget.used,
    duration_ms: rounded(run.durationMs),
    provider: run.provider,
    model: run.model,
    trace: includeTrace ? { run_id: run.id, policy_revision: run.policy.set.revision, steps: run.trace } : null
  };
}
