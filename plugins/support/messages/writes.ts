import { newId } from '../../../core/index.js';
import type { Write } from '../../../core/store/index.js';
import type { Conversation } from '../records/types.js';
import { rounded } from './response.js';
import type { Run } from '../run/run.js';
import type { RunOutcome } from '../run/steps.js';

/** The first response to an idempotency key, kept to be sent again. */
export interface KeptResponse {
  readonly key: string;
  readonly digest: string;
  readonly response: unknown;
}

interface Kept {
  readonly requestId: string;
  readonly maxTurns: number;
  readonly kept: KeptResponse | undefined;
  /** The conversation that the run changes. */
  readonly over: Conversation;
}

/** Everything a finished run leaves behind: one transaction. */
export function writesOf(run: Run, outcome: RunOutcome, { requestId, maxTurns, kept, over }: Kept): Write[] {
  const { tenant } = run.conversation;
  const writes: Write[] = [
    changeOf(conversationAfter(over, outcome, maxTurns)),
    { into: 'runs', how: 'add', rows: [runRow(run, outcome, requestId)] },
    { into: 'traces', how: 'add', rows: [{ run_id: run.id, tenant, steps: run.trace }] },
    ...run.staged
  ];
  if (run.decisions.length > 0) writes.push({ into: 'decisions', how: 'add', rows: decisionRows(run) });
  if (kept !== undefined) writes.push({ into: 'responses', how: 'add', rows: [responseRow(run, kept)] });
  return writes;
}

/** The conversation as it is now, if nobody else changed it since it was read. */
export const changeOf = (conversation: Conversation): Write => ({
  into: 'conversations',
  how: 'change',
  rows: [{ ...conversation, version: (conversation.version ?? 0) + 1 }]
});

/** A turn past the limit is answered and not counted. */
function conversationAfter(conversation: Conversation, { memory, state }: RunOutcome, maxTurns: number): Conversation {
  const turns = Math.max(conversation.turns, Math.min(conversation.turns + 1, maxTurns));
  return { ...conversation, turns, memory, escalated: conversation.escalated || state === 'escalated' };
}

function runRow(run: Run, outcome: RunOutcome, request_id: string) {
  const { state, escalationReason, refusalReason, ticketId, intent } = outcome;
  const { provider, model } = run.composition;
  return {
    run_id: run.id,
    tenant: run.conversation.tenant,
    conversation_id: run.conversation.conversation_id,
    intent: intent.name,
    confidence: run.confidence,
    state,
    escalation_reason: escalationReason,
    refusal_reason: refusalReason,
    ticket_id: ticketId,
    tool_calls: run.toolCalls,
    steps_used: run.budget.used,
    duration_ms: rounded(run.durationMs),
    verification_passed: run.verificationPassed,
    provider,
    model,
    input_tokens: run.tokens.input,
    output_tokens: run.tokens.output,
    policy_revision: run.policy.set.revision,
    request_id,
    created_at: run.now.toISOString()
  };
}

const decisionRows = (run: Run) =>
  run.decisions.map(record => ({
    decision_id: newId('dec'),
    run_id: run.id,
    tenant: run.conversation.tenant,
    table_name: record.table,
    rule: record.rule,
    decision: record.decision,
    diverges: record.shadow?.diverges ?? null,
    record,
    created_at: run.now.toISOString()
  }));

const responseRow = ({ conversation, now }: Run, { key, digest, response }: KeptResponse) => ({
  tenant: conversation.tenant,
  conversation_id: conversation.conversation_id,
  idempotency_key: key,
  body_digest: digest,
  response,
  created_at: now.toISOString()
});
