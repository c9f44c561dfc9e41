import { formatMoney, parseMoney } from '../../../core/money/index.js';
import type { Template } from '../../../core/templates/index.js';
import type { RequestKind, StoreDecision } from '../decide/case.js';
import { decideCase } from '../decide/decide-case.js';
import { buildCase } from '../decide/order-case.js';
import type { Ending as IntentEnding, Intent } from '../kinds/intent.js';
import { evidenceText } from '../verify/evidence-text.js';
import { settlePart } from './asked-part.js';
import type { LastDecision, Memory } from '../records/types.js';
import { knownTo, noteDecisions, recordsAbout } from './call-tool.js';
import { withTold } from './tasks.js';
import { leftOut, openTickets } from '../conversation/tickets.js';
import { escalate, provenanceOf, refuse, verifyText } from './end.js';
import { answered, without } from '../conversation/asked.js';
import { askFact, askIdentity, offerIt, askOrder, unclear } from './questions.js';
import { noteRule } from './evidence.js';
import type { Run } from './run.js';
import { isLastDecided, withdraw } from './tickets.js';
import type { Decided, RunEnding, Fields, Gathered, Services } from './steps.js';

/** Settles what follows: by the rules where the intent decides by rules, else as its file says. */
export async function decide(gathered: Gathered, run: Run, services: Services): Promise<Decided | RunEnding> {
  const { intent, openPart, data, lineIds } = gathered;
  if (!run.budget.take()) return escalate('budget_exhausted', gathered, { data, lineIds });
  const { task, answer } = gathered;
  // Who has the case has what was added to it.
  if (task.does === 'note' && answer !== undefined)
    return escalate('policy_requires_human', gathered, { reply: answer, data, ticket: task.ticket });
  if (answer !== undefined) return { template: answer, ...gathered };
  if (gathered.missing === 'identity') return askIdentity(gathered, run);
  // "Not the pot. The machine came with a crack."
  const left = leftOut(intent.name, gathered.found.excluded, gathered.memory.tickets);
  if (task.does === 'issue' && gathered.missing === undefined)
    return escalate('policy_requires_human', gathered, {
      reply: task.issue.says,
      data,
      lineIds,
      corrects: left !== undefined || task.replaces === true,
      instead: left
    });
  if (task.does !== 'wish' && task.does !== 'issue') return unclear(gathered, run);
  if (gathered.missing !== undefined) return askAgain(gathered, run, gathered.missing);
  const decision = await decisionFor(gathered, run, services);
  if (decision === 'unread') return escalate('tool_failure', gathered, { data, lineIds });
  if (decision === undefined) return follow(gathered, run, intent.ends, replyFor(intent, intent.ends.state));
  // What is not eligible as a whole is not eligible in part either, and needs no question.
  if (decision.decision === 'eligible' && openPart !== undefined && !asksForAll(gathered, decision))
    return settlePart(gathered, run, openPart);
  const impossible = gathered.corrects && intent.outcomes[decision.decision].state === 'answered';
  const memory = impossible ? await takeBackWrong(gathered, run, services) : gathered.memory;
  const decided = keepDecision({ ...gathered, memory }, decision, run, services);
  return follow(decided, run, intent.outcomes[decision.decision], replyFor(intent, decision.decision, decision.reason));
}

/** "Refund $89.90" asks for all of an order of that amount. */
const asksForAll = ({ said, openPart }: Gathered, { amount }: StoreDecision) =>
  openPart?.ask === 'person' && amount !== null && figure(said.slots.amount) === amount;

function figure(written: string | null): string | undefined {
  const money = parseMoney(written?.replace(/[^\d.]/g, ''));
  return money === undefined ? undefined : formatMoney(money);
}

function follow(
  gathered: Gathered,
  run: Run,
  ending: IntentEnding,
  template: Template | undefined
): Decided | RunEnding {
  const { data, lineIds } = gathered;
  switch (ending.state) {
    case 'escalated':
      if (gathered.asked && data.decision !== undefined) return offerIt(gathered, data.decision, run);
      return escalate(ending.reason, gathered, {
        reply: template,
        data,
        lineIds,
        corrects: gathered.corrects,
        beside: gathered.opensMore,
        instead: leftOut(gathered.intent.name, gathered.found.excluded, gathered.memory.tickets)
      });
    case 'refused':
      return refuse(ending.reason, gathered);
    case 'clarifying': {
      const { decision } = gathered.data;
      return decision === undefined || decision.reason === 'order_not_found'
        ? askAgain(gathered, run, 'order_not_found')
        : askFact(gathered, run, decision);
    }
    case 'answered':
      return gathered.intent.tells
        ? { template, ...gathered, memory: withTold(gathered.memory, gathered.data.answer ?? '', run) }
        : { template, ...gathered };
  }
}

/** Asks again for the order and forgets the one that could not be found. */
function askAgain(gathered: Gathered, run: Run, question: string): RunEnding {
  const { order_id: _notFound, ...slots } = gathered.slots;
  const given = { ...gathered, slots, memory: without(gathered.memory, 'order_id') };
  return askOrder(given, run, run.policy.wording.questions.has(question) ? question : 'order');
}

/** `unread` where the records that the rules look at could not be read. */
async function decisionFor(
  { intent, data, slots }: Gathered,
  run: Run,
  services: Services
): Promise<StoreDecision | 'unread' | undefined> {
  const { decide: by } = intent;
  if (by === undefined) return undefined;
  if ('tool' in by) return data.decision;
  const order_id = slots.order_id!;
  const found = await recordsAbout(order_id, intent, run, services);
  if (found === undefined) return 'unread';
  return await decideCase(run.policy.tables, {
    ...buildCase(
      by.table as RequestKind,
      { order_id, answers: slots.answers ?? null, adds_item: slots.adds_item ?? null },
      found,
      run.now
    ),
    ...knownTo(run)
  });
}

/** "Wrong number, I meant 1002", which cannot be done: what was asked for the wrong thing is taken back, and that is said first. */
async function takeBackWrong(
  { memory, intent, slots, found }: Gathered,
  run: Run,
  services: Services
): Promise<Memory> {
  const { tickets = [] } = memory;
  const left = leftOut(intent.name, found.excluded, tickets);
  // "And why can't the mat go back?" puts nothing right.
  if (left === undefined && !found.corrects) return memory;
  const wrong = openTickets(tickets).filter(
    each =>
      (left === undefined ? isLastDecided(each, memory) : each === left) &&
      each.intent === intent.name &&
      each.order_id !== slots.order_id
  );
  const replaced = await withdraw(wrong, intent, run, services);
  if (replaced.length === 0) return memory;
  const text = run.say(run.policy.escalation.replaces, { replaced });
  const { verification, disclosed } = verifyText(run, text);
  if (verification.supported && !disclosed)
    run.beside.push({ text, provenance: provenanceOf(verification), before: true });
  const gone = tickets.map(each => (replaced.includes(each.ticket_id) ? { ...each, withdrawn: true } : each));
  return { ...memory, tickets: gone };
}

/** Items that a reply names. */
const MOST_NAMED = 3;
const MOST_DECISIONS = 5;

function keepDecision(gathered: Gathered, decision: StoreDecision, run: Run, { metrics }: Services): Gathered {
  const { record } = decision;
  const { order_id } = gathered.slots;
  // Each line's verdict is on record too, so that another line table can be tried on it.
  noteDecisions([record, ...decision.lines.map(line => line.record)], run, metrics);
  const step = run.record({ type: 'policy_decision', order_id: gathered.data.order?.order_id ?? null, record });
  const reference = `${record.table}@${step}:${record.rule}`;
  run.evidence.push({ reference, kind: 'policy_decision', text: evidenceText(stated(order_id, decision)) });
  if (decision.says !== '') run.evidence.push({ reference, kind: 'policy_decision', text: decision.says });
  const { intent, lineIds, slots, memory } = gathered;
  const basis = noteRule(record, decision.says, run);
  const items = itemsOf(gathered, decision.eligible_lines.length > 0 ? decision.eligible_lines : lineIds);
  const decided: LastDecision = {
    intent: intent.name,
    order_id: order_id ?? '',
    line_ids: lineIds,
    items: items.map(({ name }) => String(name)),
    table: record.table,
    rule: record.rule,
    decision: decision.decision,
    reason: decision.reason,
    amount: decision.amount,
    asked_amount: decision.asked_for?.amount ?? null,
    currency: decision.currency ?? decision.asked_for?.currency ?? null,
    destination: slots.refund_destination ?? null,
    says: decision.says,
    ...(basis === undefined ? {} : { basis })
  };
  const named = decided.items.length <= MOST_NAMED ? { items: decided.items } : {};
  const earlier = (memory.decisions ?? []).filter(
    each => each.intent !== decided.intent || each.order_id !== decided.order_id
  );
  const data = { ...gathered.data, ...named, decision, ...(order_id === undefined ? {} : { order_id }) };
  const offered = intent.offers[decision.reason];
  // What follows is about these lines, however they were found.
  const lines = lineIds.length === 0 ? {} : { line_ids: lineIds };
  const open = decision.decision === 'need_info' ? memory : answered(memory);
  const after = { ...open, ...lines, decided, decisions: [...earlier, decided].slice(-MOST_DECISIONS) };
  return { ...gathered, memory: offered === undefined ? after : { ...after, offered }, data };
}

/** The lines of the order that was found, or those that are meant. */
function itemsOf({ data: { order } }: Gathered, lineIds: readonly string[]): readonly Fields[] {
  const lines = (order?.['lines'] ?? []) as readonly Fields[];
  return lineIds.length === 0 ? lines : lines.filter(line => lineIds.includes(String(line['line_id'])));
}

/**
 * The decision as a record that sentences can be held against. Its facts stay on the record and out of the evidence:
 * next to `charged=true`, a destination that was only asked for would prove a refund that nobody paid.
 */
const stated = (
  order_id: string | undefined,
  { decision, reason, amount, currency, asked_for, partial }: StoreDecision
): Fields => ({
  order_id,
  decision,
  rule: reason,
  amount,
  currency: currency ?? asked_for?.currency ?? null,
  asked_amount: asked_for?.amount ?? null,
  partial,
  agent_may_pay: false
});

/** The most specific reply: `decision.reason` before `decision`. */
function replyFor(intent: Intent, state: string, reason?: string): Template | undefined {
  return intent.replies.get(`${state}.${reason}`) ?? intent.replies.get(state);
}
