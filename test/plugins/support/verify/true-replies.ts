import type { Evidence } from '../../../../plugins/support/verify/contract.js';
import { evidenceText } from '../../../../plugins/support/verify/evidence-text.js';

export interface TrueReply {
  readonly evidence: readonly Evidence[];
  readonly reply: string;
}

const order = (fields: Readonly<Record<string, unknown>>): Evidence => ({
  reference: 'lookup_order#2',
  kind: 'tool_result',
  text: evidenceText({ ordered_at: '2026-04-28T19:05:00Z', charged: true, currency: 'USD', ...fields })
});
const ticket: Evidence = {
  reference: 'escalation#4',
  kind: 'system_fact',
  text: evidenceText({
    escalated: true,
    handed_to: 'a colleague',
    reason: 'customer_request',
    ticket_id: 'tkt_4k9m27xq',
    status: 'open'
  })
};
const decision = (fields: Readonly<Record<string, unknown>>, says: string): Evidence[] => [
  { reference: 'refund@3:rule', kind: 'policy_decision', text: evidenceText({ agent_may_pay: false, ...fields }) },
  { reference: 'refund@3:rule', kind: 'policy_decision', text: says }
];

/** Replies as the agent's own templates and a careful model write them, each sentence true of its evidence. */
export const TRUE_REPLIES: readonly TrueReply[] = [
  {
    evidence: [
      order({
        order_id: 'ORD-1002',
        status: 'shipped',
        promised_by: '2026-05-06',
        shipped_at: '2026-05-02T14:10:00Z',
        delivered_at: null,
        carrier: 'Northline Parcel',
        tracking_number: 'NL4403125540',
        total: '40.95',
        items: [
          { name: 'Stoneware cereal bowl', quantity: 4, unit_price: '10.00' },
          { name: 'Tea strainer', quantity: 1, unit_price: '4.95' }
        ]
      })
    ],
    reply:
      'Your order ORD-1002 was shipped on 2 May 2026 with Northline Parcel. The tracking number is NL4403125540. The promised delivery date is 6 May 2026. It contains 4 x Stoneware cereal bowl, 1 x Tea strainer. You paid $40.95 in total.'
  },
  {
    evidence: [
      order({
        order_id: 'ORD-1001',
        status: 'delivered',
        shipped_at: '2026-04-20',
        delivered_at: '2026-04-23T09:30:00Z',
        total: '89.90',
        items: [{ name: 'Cast iron pan', quantity: 2, unit_price: '44.95' }]
      })
    ],
    reply:
      'Your order ORD-1001 was delivered on 23 April 2026. It contains 2 x Cast iron pan. The total was 89.90 USD. It left our warehouse on April 20.'
  },
  {
    evidence: [
      order({
        order_id: 'ORD-1008',
        status: 'processing',
        promised_by: '2026-05-11',
        items: [{ name: 'Reading lamp', quantity: 1 }]
      })
    ],
    reply: 'Your order ORD-1008 is processing. The promised delivery date is 11 May 2026. It contains 1 x Reading lamp.'
  },
  {
    evidence: [
      order({
        order_id: 'ORD-1007',
        status: 'cancelled',
        cancelled_at: '2026-03-14',
        charged: false,
        items: [{ name: 'Floor mat', quantity: 3 }]
      })
    ],
    reply: 'Your order ORD-1007 is cancelled. It was cancelled on 14 March. You were never charged.'
  },
  {
    evidence: [
      ...decision(
        {
          order_id: 'ORD-1001',
          decision: 'eligible',
          rule: 'within_policy',
          amount: '89.90',
          currency: 'USD',
          partial: false,
          days_since_delivery: 5
        },
        'Your refund of 89.90 USD for order ORD-1001 is approved and a colleague will pay it out.'
      ),
      ticket
    ],
    reply:
      'Your refund of 89.90 USD for order ORD-1001 is approved and a colleague will pay it out. I have handed this to a colleague. Your ticket is tkt_4k9m27xq. The order was delivered 5 days ago.'
  },
  {
    evidence: decision(
      {
        order_id: 'ORD-1003',
        decision: 'not_eligible',
        rule: 'outside_window',
        partial: false,
        days_since_delivery: 90,
        window_days: 30
      },
      'Order ORD-1003 was delivered 90 days ago, and refunds are possible within 30 days of delivery.'
    ),
    reply:
      'Order ORD-1003 was delivered 90 days ago, and refunds are possible within 30 days of delivery. It is not eligible for a refund. The 30-day window has passed.'
  },
  {
    evidence: [
      {
        reference: 'lookup_customer#2',
        kind: 'tool_result',
        text: evidenceText({
          customer_id: 'cus_demo',
          name: 'Dana Demo',
          email: 'demo@example.com',
          loyalty_points: 1240
        })
      },
      {
        reference: 'search_knowledge_base#3:loyalty',
        kind: 'tool_result',
        text: 'Loyalty points. Points expire 24 months after the order they were earned with. 100 points are worth 1 USD. Points cannot be paid out.'
      }
    ],
    reply:
      'Your account is registered under demo@example.com. You have 1,240 loyalty points. Points expire 24 months after the order they were earned with. 100 points are worth 1 USD. Points cannot be paid out.'
  },
  {
    evidence: [
      {
        reference: 'search_knowledge_base#2:returns',
        kind: 'tool_result',
        text: 'Returning an item. An item can be returned within 30 days of delivery. Return shipping costs 6.50 USD. Hygiene items that were opened cannot be returned. A returned item is checked within 4 working days.'
      }
    ],
    reply:
      'An item can be returned within 30 days of delivery. Return shipping costs 6.50 USD. Hygiene items that were opened cannot be returned. A returned item is checked within 4 working days.'
  }
];
