import type { Shape, Shapes } from '../../../core/facts/index.js';

const line = {
  fields: {
    line_id: 'string',
    name: 'string',
    unit_price: 'money',
    quantity: 'integer',
    category: 'string',
    condition: 'string',
    quantity_returned: 'integer',
    quantity_refunded: 'integer',
    reported_issue: 'string',
    weight_kg: 'number',
    discount_per_unit: 'money',
    attributes: 'anything',
    // What is still with the customer, for this kind of request.
    remaining: 'integer'
  }
} as const satisfies Shape;

const asked = {
  fields: {
    ...line.fields,
    // Pieces that are asked for, whether the order has the line just once, and what the line table called it.
    asked: 'integer',
    on_order: 'boolean',
    verdict: 'string'
  }
} as const satisfies Shape;

const refunds = {
  list: { fields: { order_id: 'string', amount: 'money', refunded_at: 'moment' } },
  each: 'refund'
} as const satisfies Shape;

/** What facts can read of a case. Names and addresses are not among it: nothing is decided by them, or recorded. */
export const CASE_SHAPES: Shapes = {
  request: {
    fields: {
      kind: 'string',
      asked_at: 'moment',
      delivery_charge_only: 'boolean',
      refund_destination: 'string'
    }
  },
  customer: {
    fields: {
      customer_id: 'string',
      loyalty_points: 'integer',
      has_existing_gift_card: 'boolean',
      created_at: 'moment',
      refunds_last_90_days: 'integer',
      refunds,
      attributes: 'anything'
    }
  },
  refunds,
  order: {
    fields: {
      order_id: 'string',
      status: 'string',
      ordered_at: 'moment',
      promised_by: 'moment',
      shipped_at: 'moment',
      delivered_at: 'moment',
      charged: 'boolean',
      currency: 'string',
      paid_with: { list: 'string', each: 'item' },
      delivery_charge: 'money',
      total: 'money',
      chargeback_open: 'boolean',
      carrier: 'string',
      attributes: 'anything',
      lines: { list: line, each: 'line' }
    }
  },
  lines: { list: asked, each: 'line' },
  line: asked,
  conversation: { fields: { turns: 'integer', failed_verifications: 'integer', escalated: 'boolean' } },
  tools: 'anything'
};
