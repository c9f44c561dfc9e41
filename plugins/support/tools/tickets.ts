import { closed } from '../../../core/documents/index.js';
import { newId } from '../../../core/index.js';
import type { ToolContext, ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { Records } from '../records/records.js';
import { changed } from '../records/ticket-change.js';
import { deliveriesOf } from './outbox.js';

interface TicketArguments {
  readonly reason: string;
  readonly order_id?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly line_ids?: readonly string[];
  readonly amount?: string;
  readonly currency?: string;
  readonly issue?: string;
  readonly destination?: string;
  readonly answers?: Readonly<Record<string, string>>;
  /** Ids of tickets of this conversation that it takes the place of. */
  readonly replaces?: readonly string[];
}

const NOTHING = closed({});
const NO_SUBJECT = {
  order_id: null,
  line_ids: null,
  decision: null,
  rule: null,
  amount: null,
  currency: null,
  issue: null,
  destination: null,
  answers: null,
  replaces: null
} as const;

interface NewTicket extends TicketArguments {
  readonly customer_id: string | null;
  /** What makes two requests one ticket. */
  readonly dedupe_key: string;
}

/** Stages a new open ticket, or names the one that has its key. */
async function openOnce(records: Records, context: ToolContext, opened: NewTicket): Promise<ToolOutput> {
  const { tenant, conversationId, purpose: intent, now, runId, stage, documents } = context;
  const earlier = await records.ticket(tenant, opened.dedupe_key);
  if (earlier !== undefined) return ticket(earlier.ticket_id, earlier.status);
  const ticket_id = newId('tkt');
  stage({
    into: 'tickets',
    how: 'add',
    rows: [
      {
        ...NO_SUBJECT,
        ...opened,
        ticket_id,
        tenant,
        run_id: runId,
        conversation_id: conversationId,
        intent,
        status: 'open',
        version: 1,
        created_at: now.toISOString()
      }
    ]
  });
  for (const write of deliveriesOf(documents, 'opened', { tenant, ticket_id }, now)) stage(write);
  return ticket(ticket_id, 'open');
}

/**
 * Opens a ticket for a person. The same wish with the same outcome in the same conversation is the same ticket: the
 * database refuses a second one, and the first is named again. Another item or another amount is another ticket,
 * because whoever pays goes by what the ticket says.
 */
export const ticketCreate: ToolHandler = {
  name: 'ticket.create',
  configuration: NOTHING,
  bind(_configuration: unknown, { store }) {
    const records = new Records(store);
    return async (args: TicketArguments, context): Promise<ToolOutput> => {
      const { conversationId, purpose: intent } = context;
      const { reason, order_id, rule, amount, currency, line_ids, issue, destination } = args;
      const parts = [reason, order_id, rule, amount, currency, line_ids?.join(' '), issue, destination];
      const dedupe_key = [conversationId, intent, ...parts].join('/');
      return openOnce(
        records,
        context,
        Object.assign({}, args, { dedupe_key, customer_id: context.customerId ?? null })
      );
    };
  }
};

/** Asks a person to get in touch, for a conversation whose customer is not verified: one ticket, without account data. */
export const contactRequest: ToolHandler = {
  name: 'contact.request',
  configuration: NOTHING,
  bind(_configuration: unknown, { store }) {
    const records = new Records(store);
    return async ({ reason }: { readonly reason: string }, context): Promise<ToolOutput> => {
      const dedupe_key = [context.conversationId, 'contact'].join('/');
      return openOnce(records, context, { reason, dedupe_key, customer_id: null });
    };
  }
};

interface NoteConfiguration {
  readonly text: string;
}

/** Notes on a ticket of the conversation in which message the customer added something. What was written is in no record. */
export const ticketNote: ToolHandler = {
  name: 'ticket.note',
  configuration: closed({
    text: { type: 'string', minLength: 1, description: 'The note; `{run_id}` becomes the run of the message.' }
  }),
  bind({ text }: NoteConfiguration, { store }) {
    const records = new Records(store);
    return async (args: { readonly ticket_id: string; readonly issue?: string }, context): Promise<ToolOutput> => {
      const { ticket_id, issue } = args;
      const row = await records.ticketById(context.tenant, ticket_id);
      if (row === undefined || row.conversation_id !== context.conversationId) return { records: [] };
      const note = text.replaceAll('{run_id}', context.runId);
      const after = changed(row, { note, issue }, { now: context.now, by: 'customer' });
      context.stage({ into: 'tickets', how: 'put', rows: [{ ...after }] });
      return { records: [{ name: 'ticket', fields: { ticket_id, note_added: true } }] };
    };
  }
};

/** Marks a ticket of the conversation as withdrawn by the customer. A second time changes nothing. */
export const ticketWithdraw: ToolHandler = {
  name: 'ticket.withdraw',
  configuration: NOTHING,
  bind(_configuration: unknown, { store }) {
    const records = new Records(store);
    return async ({ ticket_id }: { readonly ticket_id: string }, context): Promise<ToolOutput> => {
      const row = await records.ticketById(context.tenant, ticket_id);
      if (row === undefined || row.conversation_id !== context.conversationId || row.status === 'resolved')
        return { records: [] };
      const after = changed(row, { status: 'withdrawn' }, { now: context.now, by: 'customer' });
      if (after !== row) {
        context.stage({ into: 'tickets', how: 'change', rows: [{ ...after }] });
        for (const write of deliveriesOf(context.documents, 'changed', row, context.now)) context.stage(write);
      }
      const order_id = row.order_id ?? undefined;
      return {
        records: [
          {
            name: 'ticket',
            fields: { ticket_id, status: 'withdrawn', ...(order_id === undefined ? {} : { order_id }) }
          }
        ]
      };
    };
  }
};

const ticket = (ticket_id: string, status: string): ToolOutput => ({
  records: [{ name: 'ticket', fields: { ticket_id, status } }]
});
