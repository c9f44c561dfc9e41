import { type DocumentSet, newId } from '../../../core/index.js';
import type { Write } from '../../../core/store/index.js';
import { DesksAssembly, type DeskEvent } from './help-desks.js';

/** A ticket that a help desk has yet to hear of. Rows are ordered by their ids, which are ordered by time. */
export interface Delivery {
  readonly delivery_id: string;
  readonly tenant: string;
  readonly ticket_id: string;
  readonly desk: string;
  readonly event: DeskEvent;
  /** `dead` after too many attempts: it waits for a person, and so does all that comes after it for the ticket. */
  readonly state: 'waiting' | 'dead';
  readonly attempts: number;
  /** Not before this moment: the next attempt, or the end of the one that is under way. */
  readonly next_at: string;
  /** Why the last attempt failed: a code, never a text of the other side. */
  readonly failure: string | null;
  readonly version: number;
  readonly created_at: string;
}

interface About {
  readonly tenant: string;
  readonly ticket_id: string;
  /** The desk that says so itself. */
  readonly from?: string | undefined;
}

/** What goes into the outbox with a ticket, in one commit: a delivery to each desk that wants it. */
export function deliveriesOf(
  documents: DocumentSet,
  event: DeskEvent,
  { tenant, ticket_id, from }: About,
  now: Date
): Write[] {
  const desks = [...documents.get(DesksAssembly).values()].filter(
    desk =>
      desk[event] !== undefined && desk.name !== from && (desk.tenants === undefined || desk.tenants.includes(tenant))
  );
  if (desks.length === 0) return [];
  const at = now.toISOString();
  const rows = desks.map(({ name }): { [field in keyof Delivery]: Delivery[field] } => ({
    delivery_id: newId('dlv', now.getTime()),
    tenant,
    ticket_id,
    desk: name,
    event,
    state: 'waiting',
    attempts: 0,
    next_at: at,
    failure: null,
    version: 1,
    created_at: at
  }));
  return [{ into: 'outbox', how: 'add', rows }];
}
