import type { Budget } from '../../../core/resilience/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import type { ToolCall, ToolResult } from '../../../core/tools/index.js';
import type { IdentityLevel } from '../kinds/identity.js';
import type { Intent } from '../kinds/intent.js';
import type { SupportMetrics } from '../metrics.js';
import type { Refusal } from '../tools/authority.js';
import { neutraliseRecord, toolEvidence } from './evidence.js';
import type { Run } from './run.js';
import type { Fields, Services } from './steps.js';

/**
 * Whether account data may be read: proved as surely as is asked, or the boundary is switched off and the conversation bound
 * to a customer.
 */
export const identityHolds = (
  { conversation, policy }: Pick<Run, 'conversation' | 'policy'>,
  { requireIdentity }: Pick<Services, 'requireIdentity'>,
  level: IdentityLevel = policy.identity.accountData
): boolean =>
  (conversation.identity_verified && (level === 'knows' || conversation.identity_level === 'holds')) ||
  (!requireIdentity && conversation.customer_id !== null);

export interface RunCall extends ToolCall {
  /** The intent whose authority the call has. */
  readonly intent: Intent;
  /** Other limits than the run's. */
  readonly limits?: { readonly budget: Budget; readonly signal: AbortSignal };
}

export interface CleanRecord {
  readonly name: string;
  readonly fields: Fields;
}
export type CallResult = ToolResult<Refusal> & { readonly clean: readonly CleanRecord[] };

/** Calls a tool through the gate, neutralises what third parties wrote, and keeps the result as evidence. */
export async function callTool(call: RunCall, run: Run, services: Services): Promise<CallResult> {
  const { gate, tools, metrics, log } = services;
  const { conversation, caller } = run;
  const { budget, signal } = call.limits ?? run;
  const result = await gate.call(
    { tool: call.tool, arguments: call.arguments },
    {
      scopes: caller.scopes,
      identityVerified: identityHolds(run, services, call.intent.requires.level),
      budget,
      signal,
      context: {
        tenant: conversation.tenant,
        customerId: conversation.customer_id ?? undefined,
        conversationId: conversation.conversation_id,
        runId: run.id,
        purpose: call.intent.name,
        now: run.now,
        documents: run.policy.set,
        known: knownTo(run),
        read: run.reads.read,
        stage: write => void run.staged.push(write)
      }
    },
    tools
  );
  const records = 'output' in result ? result.output.records : [];
  const cleaned = records.map(record => ({ name: record.name, ...neutraliseRecord(record, run.policy.guard) }));
  const rules = [...new Set(cleaned.flatMap(record => record.rules))].sort();
  const step = run.record({
    type: 'tool_call',
    tool: call.tool,
    outcome: result.outcome,
    duration_ms: Math.round(result.durationMs * 1000) / 1000,
    records: records.length,
    neutralised: rules
  });
  if (result.outcome === 'ok') {
    const { decisions = [] } = result.output;
    noteDecisions(decisions, run, metrics);
    for (const record of decisions) run.record({ type: 'policy_decision', order_id: null, record });
  }
  if (rules.length > 0) {
    log.warning('security.injection_in_tool_output', { tool: call.tool, rules });
    metrics.injection(rules, 'tool_output');
  }
  metrics.toolCall(call.tool, result.outcome, result.durationMs);
  // Not the error's own words: they may quote an argument, and with it the message.
  if (result.outcome === 'timeout' || result.outcome === 'error')
    log.warning('tool.failed', { tool: call.tool, outcome: result.outcome, cause: result.cause });
  for (const { name, fields } of cleaned)
    if (name !== 'decision') {
      run.evidence.push(toolEvidence(call.tool, step, name, fields));
      (run.found[call.tool] ??= {})[name] = fields;
    }
  return { ...result, clean: cleaned };
}

/** What facts can be read from beside the order and its customer. */
export function knownTo({ conversation, found }: Pick<Run, 'conversation' | 'found'>) {
  const { turns, failed_verifications, escalated } = conversation;
  return { conversation: { turns, failed_verifications, escalated }, tools: found };
}

/** Puts decisions on record, with what shadows would have decided. */
export function noteDecisions(records: readonly DecisionRecord[], run: Run, metrics: SupportMetrics): void {
  run.decisions.push(...records);
  for (const { table, shadow } of records) if (shadow !== undefined) metrics.shadowDecision(table, shadow);
}
