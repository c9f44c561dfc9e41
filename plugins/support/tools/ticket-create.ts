import { newId } from '../../../core/index.js';
import type { ToolHandler, ToolOutput } from '../../../core/tools/index.js';
import { Records } from '../records/records.js';

interface TicketArguments {
  readonly reason: string;
  readonly order_id?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly line_ids?: readonly string[];
  readonly amount?: string;
  readonly currency?: string;
}

/**
 * Opens a ticket for a person. The same wish with the same outcome in the same conversation is the same ticket: the
 * database refuses a second one, and the first is named again. Another item or another amount is another ticket,
 * because whoever pays goes by what the ticket says.
 */
export const ticketCreate: ToolHandler = {
  name: 'ticket.create',
  configuration: { type: 'object', additionalProperties: false, properties: {} },
  bind(_configuration: unknown, { store }) {
    const records = new Records(store);
    return async (
      args: TicketArguments,
      { tenant, conversationId, customerId, purpose: intent, now, runId, stage }
    ): Promise<ToolOutput> => {
      const { reason, order_id, rule, amount, currency, line_ids } = args;
      const dedupe_key = [conversationId, intent, reason, order_id, rule, amount, currency, line_ids?.join(' ')].join(
        '/'
      );
      const earlier = await records.ticket(tenant, dedupe_key);
      if (earlier !== undefined) return ticket(earlier.ticket_id, earlier.status);
      const ticket_id = newId('tkt');
      const row = { order_id: null, line_ids: null, decision: null, rule: null, amount: null, currency: null, ...args };
      stage({
        into: 'tickets',
        how: 'add',
        rows: [
          {
            ...row,
            ticket_id,
            tenant,
            run_id: runId,
            conversation_id: conversationId,
            customer_id: customerId ?? null,
            intent,
            status: 'open',
            dedupe_key,
            created_at: now.toISOString()
          }
        ]
      });
      return ticket(ticket_id, 'open');
    };
  }
};

const ticket = (ticket_id: string, status: string): ToolOutput => ({
  records: [{ name: 'ticket', fields: { ticket_id, status } }]
});
