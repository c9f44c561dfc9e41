import type { RehearsedTicket } from '../../plugins/support/scenarios/rehearsal.js';
import type { WantedTicket } from './format.js';

/** What `GET /v1/tickets` says of one; more than is compared. */
export type Ticket = RehearsedTicket;

/** What differs between the tickets that are open and those that should be. */
export interface TicketDifferences {
  /** Open, and none that is wanted. */
  readonly wrong: readonly Ticket[];
  /** Open, and silent about some of what is wanted, but at odds with nothing. */
  readonly incomplete: readonly (readonly [ticket: Ticket, wanted: WantedTicket])[];
  /** Wanted, and not open in any form. */
  readonly missing: readonly WantedTicket[];
}

type Likeness = 'same' | 'silent' | 'other';

const OVER = ['withdrawn', 'closed'];

const listed = (lines: readonly string[]) => lines.toSorted().join('+');
const numbered = (amount: string | null) => (amount === null ? null : Number(amount));

/** What a ticket says, as values that can be compared with `===`; an empty text and null for nothing. */
const VALUES = {
  order: [(ticket: Ticket) => ticket.order_id, (wanted: WantedTicket) => wanted.order],
  lines: [
    (ticket: Ticket) => listed(ticket.line_ids ?? []),
    (wanted: WantedTicket) => wanted.lines && listed(wanted.lines)
  ],
  intent: [(ticket: Ticket) => ticket.intent, (wanted: WantedTicket) => wanted.intent],
  amount: [
    (ticket: Ticket) => numbered(ticket.amount),
    (wanted: WantedTicket) => wanted.amount && numbered(wanted.amount)
  ]
} as const;

function likeness(ticket: Ticket, wanted: WantedTicket): Likeness {
  let found: Likeness = 'same';
  for (const [said, asked] of Object.values(VALUES)) {
    const [value, want] = [said(ticket), asked(wanted)];
    if (want === undefined || value === want) continue;
    if (value !== null && value !== '') return 'other';
    found = 'silent';
  }
  return found;
}

/** Each wanted ticket with one of its own that is just so, for as many as can have one (augmenting paths). */
function pairs(open: readonly Ticket[], wanted: readonly WantedTicket[]): ReadonlyMap<Ticket, WantedTicket> {
  const taken = new Map<Ticket, WantedTicket>();
  const place = (want: WantedTicket, tried: Set<Ticket>): boolean =>
    open.some(ticket => {
      if (tried.has(ticket) || likeness(ticket, want) !== 'same') return false;
      tried.add(ticket);
      const holder = taken.get(ticket);
      if (holder !== undefined && !place(holder, tried)) return false;
      taken.set(ticket, want);
      return true;
    });
  for (const want of wanted) place(want, new Set());
  return taken;
}

/** Compares the open ones of a conversation's tickets with what a turn wants to be open. */
export function compareTickets(tickets: readonly Ticket[], wanted: readonly WantedTicket[]): TicketDifferences {
  const open = tickets.filter(({ status }) => !OVER.includes(status));
  const paired = pairs(open, wanted);
  const met = new Set(paired.values());
  const missing = wanted.filter(want => !met.has(want));
  const wrong: Ticket[] = [];
  const incomplete: (readonly [Ticket, WantedTicket])[] = [];
  for (const ticket of open.filter(each => !paired.has(each))) {
    const at = missing.findIndex(want => likeness(ticket, want) !== 'other');
    if (at === -1) wrong.push(ticket);
    else incomplete.push([ticket, missing.splice(at, 1)[0]!]);
  }
  return { wrong, incomplete, missing };
}

/** A ticket in a line for a reader: `ORD-1001 L2 refund_request 25.00 (open)`. */
export const shownTicket = ({ order_id, line_ids, intent, amount, status }: Ticket): string =>
  [order_id ?? 'no order', ...(line_ids ?? []).toSorted(), intent, amount ?? '', `(${status})`]
    .filter(part => part !== '')
    .join(' ');
