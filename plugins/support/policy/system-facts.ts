import type { EscalationReason } from '../enumerations.js';
import { evidenceText } from '../verify/evidence-text.js';
import type { Evidence } from '../verify/contract.js';

/** The facts that an escalation itself establishes. Only a ticket is a record that somebody has it; without one nobody was told. */
export function escalationEvidence(step: number, reason: EscalationReason, ticketId: string | null): Evidence {
  const handed = { escalated: true, handed_to: 'a colleague', ticket_id: ticketId, status: 'open' };
  return {
    reference: `escalation#${step}`,
    kind: 'system_fact',
    text: evidenceText(ticketId === null ? { reason } : { ...handed, reason })
  };
}

/** What the shop states of itself, in a file of which it is true. */
export const statedEvidence = (from: string, { states }: { readonly states: readonly string[] }): readonly Evidence[] =>
  states.map((text, i) => ({ reference: `${from}#${i}`, kind: 'system_fact', text }));

/** The fact that none of the customer's orders holds such goods. */
export const noGoodsEvidence = (step: number, goods: string): Evidence => ({
  reference: `orders#${step}`,
  kind: 'system_fact',
  text: evidenceText({ goods, goods_found: false })
});

/** The fact that a search of the customer's own orders establishes, whoever else may have the order. */
export const notFoundEvidence = (step: number): Evidence => ({
  reference: `orders#${step}`,
  kind: 'system_fact',
  text: evidenceText({ order_found: false })
});
