import { withContext } from '../../../core/index.js';
import type { Budget, Limit } from '../../../core/resilience/index.js';
import type { DecisionRecord } from '../../../core/rules/index.js';
import { partFailure, type ToolCall, ToolFailure, type ToolResult } from '../../../core/tools/index.js';
import type { IdentityLevel } from '../kinds/identity.js';
import type { Intent } from '../kinds/intent.js';
import type { SupportMetrics } from '../metrics.js';
import type { Refusal, RunAuthority } from '../tools/authority.js';
import { type Ask, readCase } from '../tools/read-records.js';
import type { Conversation } from '../records/types.js';
import { neutraliseRecord, toolEvidence } from './evidence.js';
import type { Run } from './run.js';
import type { Fields, Services } from './steps.js';

interface IdentityOf {
  readonly conversation: Pick<Conversation, 'identity_verified' | 'identity_level' | 'customer_id'>;
  readonly policy: Run['policy'];
}

/**
 * Whether account data may be read: proved as surely as is asked, or the boundary is switched off and the conversation bound
 * to a customer.
 */
export const identityHolds = (
  { conversation, policy }: IdentityOf,
  { requireIdentity }: Pick<Services, 'requireIdentity'>,
  level: IdentityLevel = policy.identity.accountData
): boolean =>
  (conversation.identity_verified && (level === 'knows' || conversation.identity_level === 'holds')) ||
  (!requireIdentity && conversation.customer_id !== null);

export interface RunCall extends ToolCall {
  /** The intent whose authority the call has. */
  readonly intent: Intent;
  /** Other limits than the run's. */
  readonly limits?: { readonly budget: Budget; readonly signal: AbortSignal | Limit };
}

export interface CleanRecord {
  readonly name: string;
  readonly fields: Fields;
}
type Found = Awaited<ReturnType<typeof readCase>>;
export type CallResult = ToolResult<Refusal> & { readonly clean: readonly CleanRecord[] };

/** On whose behalf a run asks tools, and what becomes of the tools that those ask. */
function authorityOf(call: Pick<RunCall, 'intent' | 'limits'>, run: Run, services: Services): RunAuthority {
  const { conversation, caller } = run;
  const { budget, signal } = call.limits ?? run;
  return {
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
    },
    partCalled(tool, result) {
      if (result.outcome === 'already_executed') return;
      const duration_ms = Math.round(result.durationMs * 1000) / 1000;
      run.record({ type: 'record_read', tool, outcome: result.outcome, duration_ms });
      reportCall(tool, result, services);
    }
  };
}

/** Counts a call, and logs one that failed. */
export function reportCall(
  tool: string,
  result: ToolResult<string>,
  { metrics, log }: Pick<Services, 'metrics' | 'log'>
): void {
  metrics.toolCall(tool, result.outcome, result.durationMs);
  // Not the error's own words: they may quote an argument, and with it the message.
  if (result.outcome === 'timeout' || result.outcome === 'error')
    log.warning('tool.failed', { tool, outcome: result.outcome, cause: 'cause' in result ? result.cause : undefined });
}

/** The order that a run is about, and its customer, as rules look at them; undefined where they cannot be read. */
export async function recordsAbout(
  order_id: string,
  intent: Intent,
  run: Run,
  services: Services
): Promise<Found | undefined> {
  const authority = { part: true as const, ...authorityOf({ intent }, run, services) };
  const ask: Ask = async (tool, args) => {
    const result = await services.gate.call({ tool, arguments: args }, authority, services.tools);
    authority.partCalled?.(tool, result);
    if ('output' in result) return result.output;
    throw partFailure(tool);
  };
  return await readCase(ask, order_id, authority.context).catch((error: unknown) => {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  });
}

/** Calls a tool through the gate, neutralises what third parties wrote, and keeps the result as evidence. */
export async function callTool(call: RunCall, run: Run, services: Services): Promise<CallResult> {
  const { gate, tools, metrics, log } = services;
  const ask = () => gate.call({ tool: call.tool, arguments: call.arguments }, authorityOf(call, run, services), tools);
  const remote = run.policy.tools.get(call.tool)?.handler.remote === true;
  const result = await (remote ? withContext(run.context, ask) : ask());
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
  reportCall(call.tool, result, services);
  for (const { name, fields } of cleaned)
    if (name !== 'decision') {
      run.evidence.push(toolEvidence(call.tool, step, name, fields));
      (run.found[call.tool] ??= {})[name] = fields;
    }
  return { clean: cleaned, ...result };
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
