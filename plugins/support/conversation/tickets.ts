import type { KnownTicket } from '../records/types.js';
import type { Resolution } from '../refer/types.js';

/** What a ticket would be about. */
export type TicketSubject = Omit<KnownTicket, 'ticket_id' | 'withdrawn' | 'worked'>;

export const openTickets = (tickets: readonly KnownTicket[] = []): readonly KnownTicket[] =>
  tickets.filter(({ withdrawn, worked }) => !withdrawn && worked !== 'resolved');

/** What a message is heard with: the open tickets; where there are none, those that a colleague closed, of which customers ask alike. */
export function ticketsInMind(tickets: readonly KnownTicket[] = []): readonly KnownTicket[] {
  const open = openTickets(tickets);
  return open.length > 0 ? open : tickets.filter(({ withdrawn }) => !withdrawn);
}

/** The ticket that a question about the case means: the last open one, else the last that was resolved. */
export const ticketInMind = (tickets: readonly KnownTicket[] = []): KnownTicket | undefined =>
  ticketsInMind(tickets).at(-1);

/** The open ticket for the very same wish, if there is one. */
export const sameWish = (subject: TicketSubject, tickets: readonly KnownTicket[]): KnownTicket | undefined =>
  openTickets(tickets).find(
    ticket =>
      ticket.intent === subject.intent &&
      ticket.order_id === subject.order_id &&
      sameLines(ticket.line_ids, subject.line_ids) &&
      ticket.amount === subject.amount &&
      ticket.destination === subject.destination &&
      (ticket.issue ?? null) === (subject.issue ?? null)
  );

/** The open ticket of the same intent about the same order and any of the same lines. */
export const sameCase = (subject: TicketSubject, tickets: readonly KnownTicket[]): KnownTicket | undefined =>
  openTickets(tickets).find(
    ticket =>
      ticket.intent === subject.intent &&
      ticket.order_id === subject.order_id &&
      overlap(ticket.line_ids, subject.line_ids)
  );

/** Open tickets whose place a wish takes: about the same order, and any of the same lines. */
export const replacedBy = (subject: TicketSubject, tickets: readonly KnownTicket[]): readonly KnownTicket[] =>
  subject.order_id === null
    ? []
    : openTickets(tickets).filter(
        ticket => ticket.order_id === subject.order_id && overlap(ticket.line_ids, subject.line_ids)
      );

const sameLines = (a: readonly string[], b: readonly string[]) => [...a].sort().join(' ') === [...b].sort().join(' ');

/** No lines are all lines. */
export const overlap = (a: readonly string[], b: readonly string[]) =>
  a.length === 0 || b.length === 0 || a.some(line => b.includes(line));

/** The open ticket of an intent about what a message leaves out: "not the pot, the machine". */
export const leftOut = (
  intent: string,
  { orders, lines }: Resolution['excluded'],
  tickets: readonly KnownTicket[] = []
): KnownTicket | undefined =>
  openTickets(tickets).findLast(
    ({ intent: own, order_id, line_ids }) =>
      own === intent &&
      order_id !== null &&
      (orders.includes(order_id) || lines.some(line => line.order_id === order_id && overlap(line_ids, [line.line_id])))
  );
