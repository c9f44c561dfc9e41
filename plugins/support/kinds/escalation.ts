import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { parseTemplate, type Template } from '../../../core/templates/index.js';
import { ESCALATION_REASONS, type EscalationReason } from '../enumerations.js';

/** When a person takes over, and what the customer is told then. */
export interface EscalationPolicy {
  readonly unclearMessages: number;
  readonly failedSlots: number;
  readonly failedVerifications: number;
  readonly notices: ReadonlyMap<EscalationReason, Notice>;
  /** Said when the same wish comes again and its ticket is open. */
  readonly already: Template;
  /** Added where a ticket takes the place of others. */
  readonly replaces: Template;
  /** Said when something broke. */
  readonly failed: Notice;
}

/** What is said where a ticket was opened, and where none could be. */
export interface Notice {
  readonly ticket: Template;
  readonly noTicket: Template;
}

const text = { type: 'string', minLength: 1 } as const;
const notice = closed({ ticket: text, no_ticket: { ...text, description: 'Must not say that anybody has it.' } });

/** `policies/escalation/*.yaml`: exactly one file. */
export const Escalation: DocumentKind<EscalationPolicy> = {
  id: 'escalation',
  version: 1,
  folder: 'policies/escalation',
  nameOf: () => 'escalation',
  schema: documentSchema('escalation', 1, {
    limits: closed({
      unclear_messages: {
        type: 'integer',
        minimum: 1,
        description: 'Messages in a row that were not understood before a person takes over.'
      },
      failed_slots: {
        type: 'integer',
        minimum: 1,
        description: 'Times in a row that a missing detail was asked for in vain before a person takes over.'
      },
      failed_verifications: {
        type: 'integer',
        minimum: 1,
        description: 'Failed identity checks after which a conversation can no longer be verified.'
      }
    }),
    notices: {
      type: 'object',
      additionalProperties: false,
      required: ESCALATION_REASONS,
      properties: Object.fromEntries(ESCALATION_REASONS.map(reason => [reason, notice]))
    },
    already: {
      ...text,
      description: 'Said when a wish comes again whose ticket is open. Reads ticket.ticket_id, items, order_id.'
    },
    replaces: { ...text, description: 'Added where a ticket takes the place of others. Reads the list replaced.' },
    failed: { ...notice, description: 'Said when something broke.' }
  }),
  compile(content, report) {
    const parse = (pointer: string, source: string, known: readonly string[]): Template =>
      parseTemplate(source, known, message => report(pointer, 'template', message)) ?? {
        text: source,
        reads: [],
        render: () => source
      };
    const noticeAt = (pointer: string, { ticket, no_ticket }: { ticket: string; no_ticket: string }): Notice => ({
      ticket: parse(`${pointer}/ticket`, ticket, ['ticket.ticket_id']),
      noTicket: parse(`${pointer}/no_ticket`, no_ticket, [])
    });
    return {
      unclearMessages: content.limits.unclear_messages,
      failedSlots: content.limits.failed_slots,
      failedVerifications: content.limits.failed_verifications,
      notices: new Map(
        ESCALATION_REASONS.map(reason => [reason, noticeAt(`/notices/${reason}`, content.notices[reason])])
      ),
      already: parse('/already', content.already, ['ticket.ticket_id', 'items', 'order_id']),
      replaces: parse('/replaces', content.replaces, ['replaced']),
      failed: noticeAt('/failed', content.failed)
    };
  }
};
