import { Budget } from '../../../core/resilience/index.js';
import type { Template } from '../../../core/templates/index.js';
import type { StoreDecision } from '../decide/case.js';
import type { EscalationReason, RefusalReason } from '../enumerations.js';
import type { Verification } from '../verify/contract.js';
import { escalationEvidence } from '../policy/system-facts.js';
import type { Outcome, Provenance, Run } from './run.js';
import type { RunState } from './states.js';
import { TICKET_TOOL } from '../tools/registry.js';
import { callTool, type GateAccess } from './call-tool.js';

/** Checks a text against the run's evidence and records the result. Nothing is sent that has not come through here. */
export function verifyText(
  run: Run,
  text: string
): { readonly verification: Verification; readonly disclosed: boolean } {
  const disclosed = run.policy.discloses(text);
  const verification = run.policy.verifier.verify(text, run.evidence, run.now);
  const passed = verification.supported && !disclosed;
  run.verificationPassed = run.verificationPassed !== false && passed;
  run.record({
    type: 'verification',
    passed,
    sentences: verification.sentences.length,
    factual: verification.sentences.filter(s => s.factual).length,
    unsupported: verification.claims.map(claim => claim.reason),
    disclosure: disclosed,
    neutralised: run.neutralised
  });
  return { verification, disclosed };
}

/** Where each stated fact comes from, each place once. */
export function provenanceOf({ sentences }: Verification): readonly Provenance[] {
  const places = new Map<string, Provenance>();
  for (const { kind, reference, field } of sentences.flatMap(sentence => sentence.support)) {
    const place = field === undefined ? reference : `${reference}:${field}`;
    places.set(place, { kind: KINDS[kind] ?? kind, reference: place });
  }
  return [...places.values()];
}

const KINDS: Readonly<Record<string, string>> = { kb: 'tool_result', fact: 'system_fact' };

const NONE = { escalationReason: null, refusalReason: null, ticketId: null, provenance: [] } as const;

/** Sends a text the shop wrote; if even that cannot be proved, a person takes over. */
async function fixed(
  run: Run,
  access: GateAccess,
  template: Template,
  data: Readonly<Record<string, unknown>>,
  outcome: Pick<Outcome, 'state'> & Partial<Outcome>
): Promise<RunState> {
  const reply = template.render(data);
  const { verification, disclosed } = verifyText(run, reply);
  if (disclosed || !verification.supported) {
    run.unverified.push(...verification.claims);
    return await escalate(run, access, 'unverifiable_answer');
  }
  run.outcome = { ...NONE, provenance: provenanceOf(verification), ...outcome, reply };
  return run.move(outcome.state, outcome.refusalReason ?? undefined);
}

/** Asks for exactly one thing. */
export function clarify(
  run: Run,
  access: GateAccess,
  question: string,
  data: Readonly<Record<string, unknown>> = {}
): Promise<RunState> {
  return fixed(run, access, run.policy.wording.questions.get(question)!, data, { state: 'clarifying' });
}

export function refuse(run: Run, access: GateAccess, reason: RefusalReason): Promise<RunState> {
  return fixed(run, access, run.policy.wording.refusals.get(reason)!, {}, { state: 'refused', refusalReason: reason });
}

/**
 * Hands the conversation to a person: a ticket where the caller and the conversation allow one, then the intent's
 * own reply if it can be proved, else the notice for the reason.
 */
export async function escalate(
  run: Run,
  access: GateAccess,
  reason: EscalationReason,
  reply?: Template
): Promise<RunState> {
  const ticketId = await openTicket(run, access, reason);
  const evidence = escalationEvidence(run.trace.length, reason, ticketId);
  run.evidence.push(evidence);
  const data = ticketId === null ? run.data : { ...run.data, ticket: { ticket_id: ticketId } };
  const notices = run.policy.escalation.notices.get(reason)!;
  // The last one states nothing but the hand-over: whatever cannot be proved, nobody loses their ticket over it.
  const withTicket = ticketId === null ? [] : [...(reply === undefined ? [] : [reply]), notices.ticket];
  for (const template of [...withTicket, notices.noTicket]) {
    const text = template.render(data);
    const { verification, disclosed } = verifyText(run, text);
    if (disclosed || !verification.supported) {
      run.unverified.push(...verification.claims);
      continue;
    }
    run.outcome = {
      ...NONE,
      state: 'escalated',
      reply: text,
      escalationReason: reason,
      ticketId,
      provenance: provenanceOf(verification)
    };
    break;
  }
  // The notices were proved when the files were loaded, so this is a defect and not a case.
  if (run.outcome === undefined) throw new Error(`the notice for ${reason} cannot be proved`);
  return run.move('escalated', reason);
}

/** Time to open a ticket for a run that has none left. */
const HANDOVER_MS = 2000;

async function openTicket(run: Run, access: GateAccess, reason: EscalationReason): Promise<string | null> {
  // Past this point the person is waiting for somebody; running out of steps or time must not lose them.
  const limits =
    run.budget.left && !run.outOfTime
      ? run
      : { budget: new Budget({ maxSteps: 1, maxMs: HANDOVER_MS }), signal: AbortSignal.timeout(HANDOVER_MS) };
  const result = await callTool(run, access, { tool: TICKET_TOOL, arguments: { reason, ...subjectOf(run) } }, limits);
  if (result.outcome === 'scope_missing') run.warnings.push(`scope_missing: ${result.reason}`);
  if (result.outcome === 'identity_required') run.warnings.push('no_ticket: a ticket needs a verified conversation');
  if (result.outcome !== 'ok' && result.outcome !== 'already_executed') return null;
  return String(result.output.records[0]?.fields['ticket_id']);
}

/** What a ticket is about. Only an order that was found: any other number is just a part of the message. */
function subjectOf({ data, lineIds }: Run): Readonly<Record<string, unknown>> {
  const order = data['order'] as { readonly order_id: string } | undefined;
  const decision = data['decision'] as StoreDecision | undefined;
  if (order === undefined) return {};
  if (decision === undefined) return { order_id: order.order_id };
  const lines = decision.eligible_lines.length > 0 ? decision.eligible_lines : lineIds;
  const { amount, currency } = decision;
  return {
    order_id: order.order_id,
    decision: decision.decision,
    rule: decision.rule,
    ...(lines.length > 0 ? { line_ids: lines } : {}),
    ...(amount !== null && currency !== null ? { amount, currency } : {})
  };
}
