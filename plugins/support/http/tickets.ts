import { ApiError, type HttpRoute } from '../../../core/http/index.js';
import type { Write } from '../../../core/store/index.js';
import { forbidden, type Caller } from '../keys.js';
import { type AuditEvent, auditWrite } from '../records/audit.js';
import { turnOf } from '../messages/messages.js';
import { changeOf } from '../messages/writes.js';
import { changed, knownAfter, type TicketChange } from '../records/ticket-change.js';
import type { Ticket } from '../records/types.js';
import { deliveriesOf } from '../tools/outbox.js';
import { notFound } from './failures.js';
import { requireScope, visible } from './listing.js';
import { reference } from './schemas/parts.js';
import type { SupportService } from './service.js';

const PATH = '/v1/tickets/{id}';
const tag = 'tickets';
/** Of a listing; one ticket is shown with its notes. */
export const TICKET_HIDDEN = ['tenant', 'dedupe_key', 'notes'];

/** One ticket: reading it with its notes, and saying what became of it. */
export function ticketRoutes(service: SupportService): readonly HttpRoute<Caller>[] {
  const { records } = service;
  const load = async ({ tenant }: Caller, id: string): Promise<Ticket> => {
    const ticket = await records.ticketById(tenant, id);
    if (ticket === undefined) throw notFound();
    return ticket;
  };
  return [
    {
      method: 'GET',
      path: '/v1/tickets/summary',
      operationId: 'summariseTickets',
      summary: 'How many tickets there are of each status, and since when the oldest',
      tag,
      replies: { 200: { description: 'Statuses that tickets have.', schema: reference('TicketSummary') } },
      async handle({ caller }) {
        requireScope(caller);
        const counts = await records.count('tickets', caller.tenant, {}, ['status']);
        const statuses = counts.map(async ({ status, count }) => {
          const equal = { status: String(status) };
          const [oldest] = await records.list('tickets', 'ticket_id', caller.tenant, {
            limit: 1,
            direction: 'asc',
            equal
          });
          return { status, count: Number(count), oldest: oldest?.['created_at'] ?? null };
        });
        return { status: 200, body: { statuses: await Promise.all(statuses) } };
      }
    },
    {
      method: 'GET',
      path: PATH,
      operationId: 'getTicket',
      summary: 'Read a ticket with its notes',
      tag,
      replies: { 200: { description: 'The ticket; its version is the ETag.', schema: reference('TicketWithNotes') } },
      async handle({ caller, params }) {
        requireScope(caller);
        return answer(await load(caller, params['id']!));
      }
    },
    {
      method: 'PATCH',
      path: PATH,
      operationId: 'changeTicket',
      summary: 'Say what became of a ticket: the customer who asks hears its status',
      tag,
      body: { schema: reference('TicketChange'), required: true },
      requestHeaders: {
        'If-Match': { description: 'The ETag of the version that is changed; another one in force answers 412.' }
      },
      replies: {
        200: { description: 'The ticket as it stands now.', schema: reference('TicketWithNotes') },
        412: { description: 'Somebody changed it since If-Match was read.', schema: reference('ErrorEnvelope') }
      },
      async handle({ caller, params, body, headers, requestId }) {
        if (!caller.scopes.has('ticket:write')) throw forbidden();
        const { keyId } = caller;
        const after = await changeTicket(service, await load(caller, params['id']!), {
          change: body as TicketChange,
          by: keyId,
          audit: { key: keyId, method: 'PATCH', route: PATH, requestId },
          check(ticket) {
            if (!matches(headers['if-match'], ticket.version))
              throw new ApiError(412, 'conflict', 'The ticket was changed in the meantime: read it again.', {
                version: ticket.version
              });
          }
        });
        return { ...answer(after), recorded: true };
      }
    }
  ];
}

interface Changing {
  readonly change: TicketChange;
  readonly by: string;
  /** The desk that says so itself, which need not hear of it. */
  readonly from?: string;
  readonly audit: Pick<AuditEvent, 'key' | 'method' | 'route' | 'requestId'>;
  /** Throws for a ticket that is not as it was expected to be. */
  check?(ticket: Ticket): void;
}

/** Changes a ticket, what its conversation knows of it, and what help desks hear, in one commit. */
export async function changeTicket(
  { records, store, turns, now, documents }: SupportService,
  { tenant, ticket_id, conversation_id }: Ticket,
  { change, by, from, audit, check }: Changing
): Promise<Ticket> {
  // A message of the conversation may be about to withdraw it.
  return await turns.take(turnOf({ tenant }, conversation_id), async () => {
    const ticket = await records.ticketById(tenant, ticket_id);
    if (ticket === undefined) throw notFound();
    check?.(ticket);
    const at = now();
    const after = changed(ticket, change, { now: at, by });
    const writes: Write[] =
      after === ticket
        ? []
        : [
            { into: 'tickets', how: 'change', rows: [{ ...after }] },
            ...deliveriesOf(documents.current, 'changed', { tenant, ticket_id, from }, at)
          ];
    if (after.status !== ticket.status) {
      const conversation = await records.conversation(tenant, conversation_id);
      const tickets = conversation?.memory.tickets?.map(known =>
        known.ticket_id === ticket_id ? knownAfter(known, after.status) : known
      );
      if (conversation !== undefined && tickets !== undefined)
        writes.push(changeOf({ ...conversation, memory: { ...conversation.memory, tickets } }));
    }
    const { status, version } = after;
    const detail = { changes: Object.keys(change).sort(), ticket_status: status, version };
    await store.commit([
      ...writes,
      auditWrite({ tenant, ...audit, resource: ticket_id, status: 200, detail, now: at })
    ]);
    return after;
  });
}

const answer = (ticket: Ticket) => ({
  status: 200,
  body: { ...visible(TICKET_HIDDEN, { ...ticket }), notes: ticket.notes ?? [] },
  headers: { ETag: `"${ticket.version}"` }
});

const matches = (wanted: string | undefined, version: number) =>
  wanted === undefined || wanted === '*' || wanted.split(',').some(tag => tag.trim() === `"${version}"`);
