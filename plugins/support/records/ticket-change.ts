import type { TicketStatus } from '../enumerations.js';
import type { KnownTicket, Ticket } from './types.js';

/** What somebody makes of a ticket; what is absent stays. */
export interface TicketChange {
  readonly status?: TicketStatus;
  readonly assignee?: string | null;
  /** Added to the notes there are. */
  readonly note?: string;
  /** What went wrong, where the ticket does not say so yet. */
  readonly issue?: string | undefined;
}

/** The ticket after a change, one version further; the same object where nothing changes. */
export function changed(ticket: Ticket, change: TicketChange, { now, by }: { now: Date; by: string }): Ticket {
  const { status = ticket.status, assignee = ticket.assignee, note } = change;
  const issue = ticket.issue ?? change.issue ?? null;
  if (status === ticket.status && assignee === ticket.assignee && note === undefined) return ticket;
  const at = now.toISOString();
  return {
    ...ticket,
    status,
    assignee,
    issue,
    notes: note === undefined ? ticket.notes : [...(ticket.notes ?? []), { text: note, at, by }],
    dedupe_key: isClosed(status) ? closedKey(ticket) : ticket.dedupe_key,
    version: ticket.version + 1,
    updated_at: at
  };
}

const isClosed = (status: TicketStatus) => status === 'resolved' || status === 'withdrawn';

/** The wish may come up again, and is another ticket then. */
const closedKey = ({ dedupe_key, ticket_id }: Ticket) =>
  dedupe_key.endsWith(ticket_id) ? dedupe_key : `${dedupe_key}/closed/${ticket_id}`;

/** What its conversation knows of a ticket that has another status now. */
export function knownAfter({ worked: _worked, ...known }: KnownTicket, status: TicketStatus): KnownTicket {
  const worked = status === 'in_progress' || status === 'resolved' ? { worked: status } : {};
  return { ...known, ...worked, withdrawn: status === 'withdrawn' };
}
