import { knownOrder, listed } from '../conversation/known-orders.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets, ticketInMind } from '../conversation/tickets.js';
import type { FollowUp, Need } from '../kinds/follow-ups.js';
import type { KnownTicket, LastDecision, Memory } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { callTool, identityHolds } from './call-tool.js';
import { runPlan } from './gather.js';
import type { Run } from './run.js';
import { withdraw } from './tickets.js';
import type { Gathered, Ready, Received, ReplyData, RunEnding, Services } from './steps.js';

/** What of a message's acts are questions about what was settled, the ways to answer them that fit, the most particular first. */
export function followUpsFor({ acts, said, found }: Received, run: Run): readonly FollowUp[] {
  const { memory, identity_verified } = run.conversation;
  const does = new Set(acts.map(({ act }) => act));
  const hints = [said.intent, ...said.candidates];
  const [order] = ordersSaid(found);
  // Of an order that was not settled there is nothing to recall; it can be looked up.
  const about = decisionAbout(memory, { order, lines: found.lines.map(({ line_id }) => line_id) });
  const other = order !== undefined && about === undefined;
  const { decided: _decided, tickets: _tickets, ...rest } = memory;
  const known: Memory = other
    ? { ...rest, order_id: order }
    : about === undefined
      ? memory
      : { ...memory, decided: about };
  const last = other ? readers(run) : lastIntents(known);
  return run.policy.followUps.filter(
    each =>
      each.acts.some(act => does.has(act)) &&
      fits(each.after, last) &&
      fits(each.hints, hints) &&
      fits(each.decisions, [known.decided?.decision]) &&
      fits(each.reasons, [known.decided?.reason]) &&
      each.needs.every(need => HOLDS[need](known, identity_verified))
  );
}

/** What was decided last about the order and lines that are named, or at all. */
export function decisionAbout(
  { decided, decisions = [] }: Memory,
  { order, lines }: { readonly order: string | undefined; readonly lines: readonly string[] }
): LastDecision | undefined {
  if (order === undefined) return decided;
  const own = decisions.filter(each => each.order_id === order);
  const exact = own.filter(each => each.line_ids.some(line => lines.includes(line)));
  return (lines.length > 0 ? exact.at(-1) : undefined) ?? own.at(-1);
}

/** Intents that tell about an order and decide nothing. */
const readers = ({ policy }: Run) =>
  [...policy.intents.values()].filter(each => each.requires.order && each.decide === undefined).map(({ name }) => name);

/** What a message that was not understood may ask: whatever the files say about the subject that is settled. */
export function fallbackFollowUps({ policy, conversation: { memory } }: Run): readonly FollowUp[] {
  return policy.followUps.filter(
    ({ acts, after, needs }) =>
      acts.length === 0 && fits(after, lastIntents(memory)) && needs.every(need => HOLDS[need](memory, true))
  );
}

/** What the conversation was about last: what was settled, and what was handed over last. */
const lastIntents = ({ tickets, decided, settled, subject }: Memory) => [
  subject ?? decided?.intent ?? settled,
  openTickets(tickets).at(-1)?.intent
];

const fits = (wanted: readonly string[], had: readonly (string | undefined)[]) =>
  wanted.length === 0 || had.some(each => each !== undefined && wanted.includes(each));

const HOLDS: Readonly<Record<Need, (memory: Memory, verified: boolean) => boolean>> = {
  ticket: ({ tickets }) => openTickets(tickets).length > 0,
  no_ticket: ({ tickets }) => openTickets(tickets).length === 0,
  in_progress: ({ tickets }) => openTickets(tickets).at(-1)?.worked === 'in_progress',
  resolved: ({ tickets }) => ticketInMind(tickets)?.worked === 'resolved',
  withdrawn: ({ tickets = [] }) => tickets.some(({ withdrawn }) => withdrawn),
  decision: ({ decided }) => decided !== undefined,
  amount: ({ decided }) => decided !== undefined && decided.amount !== null,
  order: ({ order_id }) => order_id !== undefined,
  nothing_before: ({ tickets = [], decided, settled, subject, order_id }) =>
    tickets.length === 0 && [decided, settled, subject, order_id].every(each => each === undefined),
  identity_asked: ({ pending }, verified) => pending?.missing === 'identity' && !verified
};

/** Looks up what the answers need, one after the other, until one can be given: every sentence of it is proved. */
export async function gatherFollowUp(
  given: Ready,
  followUps: readonly FollowUp[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const { memory } = given;
  const lines = given.found.lines.map(({ line_id }) => line_id);
  const [order] = ordersSaid(given.found);
  const about = decisionAbout(memory, { order, lines });
  const known = recalled(about === undefined ? memory : { ...memory, decided: about }, run);
  const identity = identityHolds(run, services);
  for (const followUp of followUps) {
    const plan = followUp.plan.filter(({ tool, with: args }) => {
      const definition = run.policy.tools.get(tool)?.definition;
      const order = given.slots.order_id !== undefined || !Object.values(args).includes('$order_id');
      return order && (identity || definition?.requires_identity === false);
    });
    const found = await runPlan(plan, { ...given, lineIds: [], openPart: undefined }, known, { run, services });
    if ('ends' in found) return found;
    const stated = followUp.states.map((text, i) => ({
      reference: `${followUp.source.file}#${i}`,
      kind: 'system_fact' as const,
      text
    }));
    const text = followUp.says.render({ ...found.data }).trim();
    const evidence = [...run.evidence, ...stated];
    if (text === '' || !run.policy.verifier.verify(text, evidence, run.now).supported) continue;
    run.evidence.push(...stated);
    return { ...given, ...found, lineIds: [], openPart: undefined, answer: followUp.says, missing: undefined };
  }
  return { ...given, data: known, lineIds: [], openPart: undefined, answer: undefined, missing: 'unclear' };
}

/** Several orders as they stand now. */
export async function overview(
  given: Ready,
  ids: readonly string[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const result = await callTool({ tool: OWN_TOOLS.orders, arguments: {}, intent: given.intent }, run, services);
  const known = result.clean.map(({ fields }) => knownOrder(fields));
  const memory = {
    ...given.memory,
    ...(known.length > 0 ? { known } : {}),
    in_play: ids,
    shown: { kind: 'orders' as const, orders: ids },
    settled: given.intent.name
  };
  const orders = listed(ids, memory.known);
  const answer = known.length === 0 ? undefined : run.policy.wording.statements.overview;
  return { ...given, memory, data: { orders }, lineIds: [], openPart: undefined, answer, missing: undefined };
}

/** Withdraws tickets; what was settled about them is settled no more. */
export async function takeBack(
  given: Ready,
  tickets: readonly KnownTicket[],
  run: Run,
  services: Services
): Promise<Gathered | RunEnding> {
  const gone = await withdraw(tickets, given.intent, run, services);
  const { settled: _settled, decided: _decided, pending: _pending, unclear: _unclear, ...memory } = given.memory;
  const kept = (memory.tickets ?? []).map(each =>
    gone.includes(each.ticket_id) ? { ...each, withdrawn: true } : each
  );
  const [ticket] = tickets;
  const order_id = ticket?.order_id ?? undefined;
  return {
    ...given,
    memory: { ...memory, tickets: kept },
    data: { replaced: gone, ...(order_id === undefined ? {} : { order_id }) },
    lineIds: [],
    openPart: undefined,
    answer: gone.length === 0 ? undefined : run.policy.wording.statements.withdrawn,
    missing: undefined
  };
}

/** What the conversation settled, as evidence: it was decided and recorded by an earlier run. */
function recalled({ decided, tickets }: Memory, run: Run): ReplyData {
  const ticket = ticketInMind(tickets);
  const status = ticket?.worked ?? 'open';
  const step = run.record({
    type: 'recalled',
    decision: decided === undefined ? null : `${decided.table}:${decided.rule}`,
    order_id: decided?.order_id ?? null,
    ticket_id: ticket?.ticket_id ?? null
  });
  if (decided !== undefined) {
    const reference = `${decided.table}@${step}:${decided.rule}`;
    run.evidence.push({ reference, kind: 'policy_decision', text: evidenceText(stated(decided)) });
    if (decided.says !== '') run.evidence.push({ reference, kind: 'policy_decision', text: decided.says });
  }
  if (ticket !== undefined)
    run.evidence.push({
      reference: `ticket#${step}`,
      kind: 'system_fact',
      text: evidenceText({ escalated: true, handed_to: 'a colleague', ticket_id: ticket.ticket_id, status })
    });
  return {
    ...(decided === undefined ? {} : { decided }),
    ...(ticket === undefined ? {} : { ticket: { ticket_id: ticket.ticket_id, status } })
  };
}

const stated = ({ order_id, decision, reason, amount, currency, items }: LastDecision) => ({
  order_id,
  decision,
  rule: reason,
  amount,
  currency,
  items,
  agent_may_pay: false
});
