import { Budget } from '../../../core/resilience/index.js';
import type { EscalationReason } from '../enumerations.js';
import { escalationEvidence } from '../policy/system-facts.js';
import { TICKET_TOOL } from '../tools/registry.js';
import type { Verification } from '../verify/contract.js';
import { callTool } from './call-tool.js';
import type { Run } from './run.js';
import type { RunEnding, Fields, RunOutcome, Provenance, ReplyData, Services, RunTopic } from './steps.js';

type Ends<K extends RunEnding['ends']> = Extract<RunEnding, { readonly ends: K }>;

/** Asks for exactly one thing, by its name in the wording. */
export const clarify = (question: string, { intent, memory }: RunTopic, data: Fields = {}): Ends<'clarifying'> => ({
  ends: 'clarifying',
  question,
  data,
  intent,
  memory
});

/** Hands the conversation to a person; `about` says what is on the ticket. */
export const escalate = (
  reason: EscalationReason,
  { intent, memory }: RunTopic,
  about: Partial<Pick<Ends<'escalated'>, 'reply' | 'data' | 'lineIds'>> = {}
): Ends<'escalated'> => ({
  reply: undefined,
  data: {},
  lineIds: [],
  ...about,
  ends: 'escalated',
  reason,
  intent,
  memory
});

export const refuse = (reason: Ends<'refused'>['reason'], { intent, memory }: RunTopic): Ends<'refused'> => ({
  ends: 'refused',
  reason,
  intent,
  memory
});

const NONE = { escalationReason: null, refusalReason: null, ticketId: null } as const;

/** Carries an ending out: words are proved, a ticket is opened where one is due, the last state is entered. */
export async function end(ending: RunEnding, run: Run, services: Services): Promise<RunOutcome> {
  const { intent, memory } = ending;
  switch (ending.ends) {
    case 'answered':
      run.move('answered');
      return { ...NONE, intent, memory, state: 'answered', reply: ending.reply, provenance: ending.provenance };
    case 'escalated':
      return await handOver(ending, run, services);
    case 'clarifying': {
      const reply = run.policy.wording.questions.get(ending.question)!.render(ending.data);
      return await fixed(reply, ending, run, services);
    }
    case 'refused':
      return await fixed(run.policy.wording.refusals.get(ending.reason)!.render({}), ending, run, services);
  }
}

/** Sends a text the shop wrote; if even that cannot be proved, a person takes over. */
async function fixed(
  reply: string,
  ending: Ends<'clarifying' | 'refused'>,
  run: Run,
  services: Services
): Promise<RunOutcome> {
  const { verification, disclosed } = verifyText(run, reply);
  if (disclosed || !verification.supported) {
    run.unverified.push(...verification.claims);
    return await handOver(escalate('unverifiable_answer', ending), run, services);
  }
  const { intent, memory, ends: state } = ending;
  const refusalReason = ending.ends === 'refused' ? ending.reason : null;
  run.move(state, refusalReason ?? undefined);
  return { ...NONE, intent, memory, state, reply, refusalReason, provenance: provenanceOf(verification) };
}

/** A ticket where the caller and the conversation allow one, then the intent's own reply if it can be proved, else the notice for the reason. */
async function handOver(ending: Ends<'escalated'>, run: Run, services: Services): Promise<RunOutcome> {
  const { reason, intent, memory, data: known, reply } = ending;
  const ticketId = await openTicket(ending, run, services);
  run.evidence.push(escalationEvidence(run.trace.length, reason, ticketId));
  const data = ticketId === null ? known : { ...known, ticket: { ticket_id: ticketId } };
  const notices = run.policy.escalation.notices.get(reason)!;
  // The last one states nothing but the hand-over: whatever cannot be proved, nobody loses their ticket over it.
  const withTicket = ticketId === null ? [] : [...(reply === undefined ? [] : [reply]), notices.ticket];
  for (const template of [...withTicket, notices.noTicket]) {
    const text = template.render({ ...data });
    const { verification, disclosed } = verifyText(run, text);
    if (disclosed || !verification.supported) {
      run.unverified.push(...verification.claims);
      continue;
    }
    run.move('escalated', reason);
    const provenance = provenanceOf(verification);
    return { ...NONE, intent, memory, state: 'escalated', reply: text, escalationReason: reason, ticketId, provenance };
  }
  // The notices were proved when the files were loaded, so this is a defect and not a case.
  throw new Error(`the notice for ${reason} cannot be proved`);
}

/** Time to open a ticket for a run that has none left. */
const HANDOVER_MS = 2000;

async function openTicket({ reason, data, lineIds, intent }: Ends<'escalated'>, run: Run, services: Services) {
  // Past this point the person is waiting for somebody; running out of steps or time must not lose them.
  const limits =
    run.budget.left && !run.outOfTime
      ? run
      : { budget: new Budget({ maxSteps: 1, maxMs: HANDOVER_MS }), signal: AbortSignal.timeout(HANDOVER_MS) };
  const args = { reason, ...subjectOf(data, lineIds) };
  const result = await callTool({ tool: TICKET_TOOL, arguments: args, intent, limits }, run, services);
  if (result.outcome === 'scope_missing') run.warnings.push(`scope_missing: ${result.reason}`);
  if (result.outcome === 'identity_required') run.warnings.push('no_ticket: a ticket needs a verified conversation');
  if (result.outcome !== 'ok' && result.outcome !== 'already_executed') return null;
  return String(result.output.records[0]?.fields['ticket_id']);
}

/** What a ticket is about. Only an order that was found: any other number is just a part of the message. */
function subjectOf({ order, decision }: ReplyData, lineIds: readonly string[]): Fields {
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

/** Checks a text against the run's evidence and records the result. Nothing is sent that has not come through here. */
export function verifyText(
  run: Run,
  text: string
): { readonly verification: Verification; readonly disclosed: boolean } {
  const disclosed = run.policy.discloses(text);
  const verification = run.policy.verifier.verify(text, run.evidence, run.now);
  run.record({
    type: 'verification',
    passed: verification.supported && !disclosed,
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
