import { formatMoney, parseMoney } from '../../../core/money/index.js';
import type { Template } from '../../../core/templates/index.js';
import { decideCase } from '../decide/decide-case.js';
import type { RequestKind, StoreDecision } from '../decide/case.js';
import type { Ending, Intent } from '../kinds/intent.js';
import { evidenceText } from '../verify/evidence-text.js';
import { settlePart } from './asked-part.js';
import { escalate, refuse } from './endings.js';
import { notFoundEvidence } from '../policy/system-facts.js';
import { noteDecisions } from './note-decisions.js';
import { buildCase } from '../decide/order-case.js';
import { askOrder, without } from './questions.js';
import type { EngineAccess } from './receive.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

/** Settles what follows: by the rules where the intent decides by rules, else as its file says. */
export async function decide(run: Run, access: EngineAccess): Promise<RunState> {
  if (!run.budget.take()) return await escalate(run, access, 'budget_exhausted');
  if (run.missing !== undefined) return await askAgain(run, access, run.missing);
  const decision = await decisionFor(run, access);
  if (decision === undefined)
    return await end(run, access, run.intent.ends, replyFor(run.intent, run.intent.ends.state));
  // What is not eligible as a whole is not eligible in part either, and needs no question.
  if (decision.decision === 'eligible' && run.openPart !== undefined && !asksForAll(run, decision))
    return await settlePart(run, access, run.openPart);
  keepDecision(run, access, decision);
  return await end(
    run,
    access,
    run.intent.outcomes[decision.decision],
    replyFor(run.intent, decision.decision, decision.reason)
  );
}

/** "Refund $89.90" asks for all of an order of that amount. */
const asksForAll = ({ understanding, openPart }: Run, { amount }: StoreDecision) =>
  openPart?.ask === 'person' && amount !== null && figure(understanding?.slots.amount) === amount;

function figure(written: string | null | undefined): string | undefined {
  const money = parseMoney(written?.replace(/[^\d.]/g, ''));
  return money === undefined ? undefined : formatMoney(money);
}

async function end(run: Run, access: EngineAccess, ending: Ending, reply: Template | undefined): Promise<RunState> {
  switch (ending.state) {
    case 'escalated':
      return await escalate(run, access, ending.reason, reply);
    case 'refused':
      return await refuse(run, access, ending.reason);
    case 'clarifying':
      return await askAgain(run, access, 'order_not_found');
    case 'answered':
      return run.move('COMPOSING');
  }
}

/** Asks again for the order and forgets the one that could not be found. */
function askAgain(run: Run, access: EngineAccess, question: string): Promise<RunState> {
  const { order_id: _notFound, ...slots } = run.slots;
  run.slots = slots;
  run.memory = without(run.memory, 'order_id');
  run.evidence.push(notFoundEvidence(run.trace.length));
  return askOrder(run, access, run.policy.wording.questions.has(question) ? question : 'order');
}

async function decisionFor(run: Run, { records }: EngineAccess): Promise<StoreDecision | undefined> {
  const { decide: by } = run.intent;
  if (by === undefined) return undefined;
  if ('tool' in by) return run.data['decision'] as StoreDecision | undefined;
  const { tenant, customer_id } = run.conversation;
  const found = customer_id === null ? {} : await records.orderAndCustomer(tenant, customer_id, run.slots.order_id!);
  return await decideCase(
    run.policy.tables,
    buildCase(by.table as RequestKind, { order_id: run.slots.order_id! }, found, run.now)
  );
}

function keepDecision(run: Run, { metrics }: EngineAccess, decision: StoreDecision): void {
  // Each line's verdict is on record too, so that another line table can be tried on it.
  noteDecisions(run, metrics, [decision.record, ...decision.lines.map(({ record }) => record)]);
  run.data['decision'] = decision;
  run.data['order_id'] = run.slots.order_id;
  const order = run.data['order'] as { readonly order_id: string } | undefined;
  const step = run.record({ type: 'policy_decision', order_id: order?.order_id ?? null, record: decision.record });
  run.evidence.push({
    reference: `${decision.record.table}@${step}:${decision.record.rule}`,
    kind: 'policy_decision',
    text: evidenceText(stated(run, decision))
  });
  if (decision.says !== '')
    run.evidence.push({
      reference: `${decision.record.table}@${step}:${decision.record.rule}`,
      kind: 'policy_decision',
      text: decision.says
    });
}

/**
 * The decision as a record that sentences can be held against. Its facts stay on the record and out of the evidence:
 * next to `charged=true`, a destination that was only asked for would prove a refund that nobody paid.
 */
function stated(
  run: Run,
  { decision, reason, amount, currency, partial }: StoreDecision
): Readonly<Record<string, unknown>> {
  return { order_id: run.slots.order_id, decision, rule: reason, amount, currency, partial, agent_may_pay: false };
}

/** The most specific reply: `decision.reason` before `decision`. */
export function replyFor(intent: Intent, state: string, reason?: string): Template | undefined {
  return intent.replies.get(`${state}.${reason}`) ?? intent.replies.get(state);
}
