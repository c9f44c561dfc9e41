import type { Reply } from '../../test/harness/client.js';
import type { Message } from './format.js';
import { compareTickets, shownTicket, type Ticket } from './tickets.js';

export type FaultKind =
  | 'repeated'
  | 'state'
  | 'intent'
  | 'says'
  | 'never'
  | 'order'
  | 'wrong_ticket'
  | 'incomplete_ticket'
  | 'missing_ticket'
  | 'changed_ticket'
  | 'error';

export interface Fault {
  readonly kind: FaultKind;
  /** For a reader: what was expected and what was found. */
  readonly what: string;
}

/** Where a conversation stands once a message is answered. */
export interface Standing {
  readonly reply: Pick<Reply, 'reply' | 'state' | 'intent'>;
  /** All tickets of the conversation, closed ones included, oldest first. */
  readonly tickets: readonly Ticket[];
}

export interface Past {
  /** Before the message; `undefined` before the first. */
  readonly standing: Standing | undefined;
  /** A ticket that an earlier turn wanted was not there: one that is opened now may be it. */
  readonly overdue: boolean;
}

const ORDERS = /\bORD-\d+/gi;

/** Everything that is wrong with how a message was answered. */
export const faultsOf = (message: Message, now: Standing, past: Past): readonly Fault[] => [
  ...ofRepetition(message, now, past),
  ...ofOutcome(message, now),
  ...ofWords(message, now),
  ...ofOrders(message, now),
  ...ofTickets(message, now),
  ...ofChange(message, now, past)
];

function* ofRepetition({ repeat }: Message, { reply }: Standing, { standing }: Past): Iterable<Fault> {
  if (repeat !== true && standing?.reply.reply.trim() === reply.reply.trim())
    yield { kind: 'repeated', what: 'the reply is the one before it' };
}

function* ofOutcome(message: Message, { reply }: Standing): Iterable<Fault> {
  for (const kind of ['state', 'intent'] as const) {
    const allowed = message[kind];
    if (allowed !== undefined && !allowed.includes(reply[kind]))
      yield { kind, what: `${kind} is ${reply[kind]}, not ${allowed.join(' or ')}` };
  }
}

/** Patterns are written with straight apostrophes and single spaces, so the reply is read with them. */
function* ofWords({ says = [], never = [] }: Message, { reply }: Standing): Iterable<Fault> {
  const text = reply.reply.replace(/[‘’]/g, "'").replace(/\s+/g, ' ');
  for (const pattern of says)
    if (!new RegExp(pattern, 'i').test(text)) yield { kind: 'says', what: `the reply does not say /${pattern}/` };
  for (const pattern of never) {
    const said = new RegExp(pattern, 'i').exec(text);
    if (said !== null) yield { kind: 'never', what: `the reply says "${said[0]}" (/${pattern}/)` };
  }
}

function* ofOrders({ order }: Message, { reply }: Standing): Iterable<Fault> {
  if (order === undefined) return;
  const allowed = [order].flat();
  const named = new Set(reply.reply.match(ORDERS)?.map(each => each.toUpperCase()));
  const strange = [...named].filter(each => !allowed.includes(each));
  if (strange.length > 0)
    yield { kind: 'order', what: `the reply names ${strange.join(', ')}, not only ${allowed.join(', ')}` };
}

function* ofTickets({ tickets: wanted }: Message, { tickets }: Standing): Iterable<Fault> {
  if (wanted === undefined) return;
  const { wrong, incomplete, missing } = compareTickets(tickets, wanted);
  for (const ticket of wrong)
    yield { kind: 'wrong_ticket', what: `${shownTicket(ticket)} is none of ${JSON.stringify(wanted)}` };
  for (const [ticket, want] of incomplete)
    yield { kind: 'incomplete_ticket', what: `${shownTicket(ticket)} does not say all of ${JSON.stringify(want)}` };
  for (const want of missing) yield { kind: 'missing_ticket', what: `there is no ${JSON.stringify(want)}` };
}

const pictureOf = (tickets: readonly Ticket[] = []) =>
  JSON.stringify(tickets.map(ticket => [ticket.ticket_id, shownTicket(ticket)]));

function* ofChange({ same_tickets }: Message, { tickets }: Standing, { standing, overdue }: Past): Iterable<Fault> {
  if (same_tickets !== true || pictureOf(tickets) === pictureOf(standing?.tickets)) return;
  const now = tickets.map(shownTicket).join('; ') || 'none';
  yield { kind: overdue ? 'changed_ticket' : 'wrong_ticket', what: `no ticket was to change, and now: ${now}` };
}
