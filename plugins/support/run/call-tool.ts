import type { Log } from '../../../core/index.js';
import type { Budget } from '../../../core/resilience/index.js';
import type { ToolCall, ToolResult } from '../../../core/tools/index.js';
import type { Refusal, SupportGate } from '../tools/authority.js';
import type { SupportMetrics } from '../metrics.js';
import type { BoundTools } from '../tools/registry.js';
import { neutraliseRecord, toolEvidence } from './evidence.js';
import { noteDecisions } from './note-decisions.js';
import type { Run } from './run.js';

/** The gate and what it needs beside the run. */
export interface GateAccess {
  readonly gate: SupportGate;
  readonly tools: BoundTools;
  readonly metrics: SupportMetrics;
  readonly log: Log;
  readonly requireIdentity: boolean;
}

/** Whether account data may be read: proved, or the boundary is switched off and the conversation bound to a customer. */
export const identityHolds = (
  { conversation }: Run,
  { requireIdentity }: Pick<GateAccess, 'requireIdentity'>
): boolean => conversation.identity_verified || (!requireIdentity && conversation.customer_id !== null);

export type CleanRecord = { readonly name: string; readonly fields: Readonly<Record<string, unknown>> };
export type CallResult = ToolResult<Refusal> & { readonly step: number; readonly clean: readonly CleanRecord[] };

/** Calls a tool through the gate, neutralises what third parties wrote, and keeps the result as evidence. */
export async function callTool(
  run: Run,
  access: GateAccess,
  call: ToolCall,
  { budget, signal }: { readonly budget: Budget; readonly signal: AbortSignal } = run
): Promise<CallResult> {
  const { gate, tools, metrics, log } = access;
  const { conversation, caller } = run;
  const result = await gate.call(
    call,
    {
      scopes: caller.scopes,
      identityVerified: identityHolds(run, access),
      budget,
      signal,
      context: {
        tenant: conversation.tenant,
        customerId: conversation.customer_id ?? undefined,
        conversationId: conversation.conversation_id,
        runId: run.id,
        purpose: run.intent.name,
        now: run.now,
        documents: run.policy.set,
        stage: write => void run.staged.push(write)
      }
    },
    tools
  );
  const executed = result.outcome === 'ok' || result.outcome === 'timeout' || result.outcome === 'error';
  if (executed) run.toolCalls++;
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
    noteDecisions(run, metrics, decisions);
    for (const record of decisions) run.record({ type: 'policy_decision', order_id: null, record });
  }
  if (rules.length > 0) {
    run.neutralised = true;
    log.warning('security.injection_in_tool_output', { tool: call.tool, rules });
    metrics.injection(rules, 'tool_output');
  }
  metrics.toolCall(call.tool, result.outcome, result.durationMs);
  // Not the error's own words: they may quote an argument, and with it the message.
  if (result.outcome === 'timeout' || result.outcome === 'error')
    log.warning('tool.failed', { tool: call.tool, outcome: result.outcome, cause: result.cause });
  for (const { name, fields } of cleaned)
    if (name !== 'decision') run.evidence.push(toolEvidence(call.tool, step, name, fields));
  return { ...result, step, clean: cleaned };
}
