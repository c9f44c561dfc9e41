import { Budget } from '../../../core/resilience/index.js';
import { openTickets, replacedBy, sameCase, sameWish, type TicketSubject } from '../conversation/tickets.js';
import { phraseIn, saidWords } from '../conversation/phrases.js';
import { isByName } from '../conversation/references.js';
import type { Intent } from '../kinds/intent.js';
import type { KnownTicket, Memory } from '../records/types.js';
import { OWN_TOOLS } from '../tools/registry.js';
import { callTool, identityHolds } from './call-tool.js';
import type { Run } from './run.js';
import type { Fields, HandOver, Services } from './steps.js';

/** The ticket of a run that is handed over. */
export interface Filed {
  readonly ticketId: string;
  /** It was opened by an earlier message, for the same wish. */
  readonly again: boolean;
  /** Tickets whose place it takes: withdrawn now. */
  readonly replaced: readonly string[];
  /** What it is about; null where that is no order. */
  readonly order_id: string | null;
  readonly memory: Memory;
}

/** Opens the ticket of a hand-over, or finds the one that is open for the same wish. Undefined where none may be opened. */
export async function fileTicket(ending: HandOver, run: Run, services: Services): Promise<Filed | undefined> {
  const { intent, reason, memory, ticket } = ending;
  if (ticket !== undefined) return known(ticket, false, memory);
  const tickets = memory.tickets ?? [];
  const verified = identityHolds(run, services, intent.requires.level);
  const subject = subjectOf(ending, run);
  const contact = openTickets(tickets).find(({ order_id }) => order_id === null);
  // Who asks for a person, or complains, while a person works on it already, asks for that person.
  const more = intent.decide === undefined && ending.data.issue === undefined && reason !== 'sensitive_topic';
  const asked = more && (intent.understand.accompanies === true || reason === 'customer_request');
  const works = openTickets(tickets).findLast(each => [each.order_id, null].includes(subject.order_id));
  // Nothing is decided anew about it: whoever has the first ticket has this one.
  const again = more ? sameCase(subject, tickets) : undefined;
  const earlier =
    sameWish(subject, tickets) ?? again ?? (verified ? undefined : contact) ?? (asked ? works : undefined);
  if (earlier !== undefined) return known(earlier, true, memory);

  // A person asked for, or a payment that is looked into, takes the place of no wish.
  const issue = run.policy.issues.find(({ name }) => name === ending.data.issue);
  const goods = intent.decide !== undefined || (issue !== undefined && !issue.beside);
  const taken = goods ? replacedBy(subject, tickets).filter(each => !standsBeside(each, ending, run)) : [];
  // What is about the same thing was meant; else the same deed with another thing of its order, else what was decided last.
  const own = openTickets(tickets).findLast(
    each => each.intent === subject.intent && each.order_id === subject.order_id
  );
  const last = openTickets(tickets).find(each => isLastDecided(each, memory));
  const put =
    ending.corrects && taken.length === 0 && issue?.beside !== true
      ? [ending.instead ?? own ?? last].filter(each => each !== undefined)
      : [];
  const replaced = await withdraw([...new Set([...taken, ...put])], intent, run, services);
  const details = detailsOf(ending, run, replaced);
  const call = verified
    ? { tool: OWN_TOOLS.ticket, arguments: { reason, ...details } }
    : { tool: OWN_TOOLS.contact, arguments: { reason } };
  const result = await callTool({ intent, limits: limitsOf(run), ...call }, run, services);
  if (result.outcome === 'scope_missing') run.warnings.push(`scope_missing: ${result.reason}`);
  if (result.outcome !== 'ok' && result.outcome !== 'already_executed') return undefined;
  const ticketId = String(result.output.records[0]?.fields['ticket_id']);
  const opened: KnownTicket = Object.assign({}, subject, { ticket_id: ticketId, withdrawn: false });
  const others = tickets
    .filter(({ ticket_id }) => ticket_id !== ticketId)
    .map(ticket => (replaced.includes(ticket.ticket_id) ? { ...ticket, withdrawn: true } : ticket));
  return {
    ticketId,
    again: others.length < tickets.length,
    replaced,
    order_id: opened.order_id,
    memory: Object.assign(
      {},
      memory,
      { tickets: [...others, opened], last_ticket: ticketId },
      opened.order_id === null ? {} : { order_id: opened.order_id }
    )
  };
}

/** "Could you open a return as well then?", and what was offered beside it: another deed with the same thing that takes no place. */
const standsBeside = (ticket: KnownTicket, { intent, beside }: HandOver, { message, policy }: Run): boolean =>
  ticket.intent !== intent.name && (beside || phraseIn(saidWords(message), policy.requestWords.adding) !== undefined);

const known = ({ ticket_id, order_id }: KnownTicket, again: boolean, memory: Memory): Filed => ({
  ticketId: ticket_id,
  again,
  replaced: [],
  order_id,
  memory
});

/** It was opened for what was decided last before this message. */
export const isLastDecided = (ticket: KnownTicket, { last_ticket }: Memory) => ticket.ticket_id === last_ticket;

/** Marks tickets as withdrawn by the customer; gives the ids of those that are. */
export async function withdraw(
  tickets: readonly KnownTicket[],
  intent: Intent,
  run: Run,
  services: Services
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const { ticket_id } of openTickets(tickets)) {
    const call = { tool: OWN_TOOLS.withdraw, arguments: { ticket_id }, intent, limits: limitsOf(run) };
    const result = await callTool(call, run, services);
    if ('output' in result && result.output.records.length > 0) gone.push(ticket_id);
  }
  return gone;
}

/** Time to open a ticket for a run that has none left. */
export const HANDOVER_MS = 2000;

/** Past this point the person is waiting for somebody; running out of steps or time must not lose them. */
const limitsOf = (run: Run) =>
  run.budget.left && !run.outOfTime
    ? run
    : { budget: new Budget({ maxSteps: 1, maxMs: HANDOVER_MS }), signal: AbortSignal.timeout(HANDOVER_MS) };

/** What a ticket is about. Only an order that was found: any other number is just a part of the message. */
function subjectOf(ending: HandOver, run: Run): TicketSubject {
  const { intent, data, lineIds } = ending;
  const { order, decision } = data;
  const issue = data.issue ?? null;
  if (order === undefined)
    return { ...NOTHING, intent: intent.name, issue, ...(namedOrder(ending, run) ?? inMind(ending)) };
  const lines = decision !== undefined && decision.eligible_lines.length > 0 ? decision.eligible_lines : lineIds;
  return {
    intent: intent.name,
    order_id: order.order_id ?? null,
    line_ids: lines,
    amount: decision?.amount ?? decision?.asked_for?.amount ?? null,
    destination: data.destination === undefined || data.destination === 'original' ? null : data.destination,
    issue
  };
}

const NOTHING = { order_id: null, line_ids: [], amount: null, destination: null } as const;

/** The one order of the customer that the message named, or an amount of it, where its intent looks none up. */
function namedOrder({ memory: { known = [] } }: HandOver, run: Run): Partial<TicketSubject> | undefined {
  const { orders = [], lines = [] } = run.steps('references').at(-1) ?? {};
  const [named, another] = orders.filter(each => isByName(each) || each.how === 'price');
  if (named === undefined) return undefined;
  if (another !== undefined) return {};
  if (!known.some(({ order_id }) => order_id === named.order_id)) return {};
  const own = lines.filter(({ order_id }) => order_id === named.order_id).map(({ line_id }) => line_id);
  return { order_id: named.order_id, line_ids: own };
}

/** What was declined last, else what was talked about, for a person who is asked for then. */
function inMind({ reason, memory }: HandOver): Partial<TicketSubject> {
  const { decided, order_id, line_ids = [], settled, tickets } = memory;
  if (reason !== 'customer_request' || openTickets(tickets).length > 0) return {};
  const declined = decided !== undefined && settled === decided.intent && order_id === decided.order_id;
  if (declined) return { order_id: decided.order_id, line_ids: decided.line_ids };
  return order_id === undefined ? {} : { order_id, line_ids };
}

function detailsOf(ending: HandOver, run: Run, replaced: readonly string[]): Readonly<Record<string, unknown>> {
  const { decision, issue, answers = {} } = ending.data;
  const said = Object.entries(answers).map(([fact, value]) => [fact, String(value)]);
  const { order_id, line_ids, amount, destination } = subjectOf(ending, run);
  const currency = decision?.currency ?? decision?.asked_for?.currency ?? null;
  const lines = line_ids.length > 0 ? line_ids : linesOfOrder(order_id, ending);
  return {
    ...(order_id === null ? {} : { order_id }),
    ...(order_id === null || decision === undefined ? {} : { decision: decision.decision, rule: decision.rule }),
    ...(lines.length === 0 ? {} : { line_ids: lines }),
    ...(amount === null || currency === null ? {} : { amount, currency }),
    ...(issue === undefined ? {} : { issue }),
    ...(said.length === 0 ? {} : { answers: Object.fromEntries(said) }),
    ...(destination === null ? {} : { destination }),
    ...(replaced.length === 0 ? {} : { replaces: replaced })
  };
}

/** Every line of the order: what is about all of it names them too. */
function linesOfOrder(order_id: string | null, { data: { order }, memory }: HandOver): readonly string[] {
  const lines = order?.['lines'] ?? memory.known?.find(each => each.order_id === order_id)?.lines ?? [];
  return (lines as readonly Fields[]).map(({ line_id }) => String(line_id));
}
