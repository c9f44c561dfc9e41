import type { Shape, Shapes } from '../../../core/facts/index.js';
import { RECORD_PARTS, type Attribute, type DeclaredAttributes, type RecordPart } from '../kinds/record-attributes.js';

const LINE = {
  line_id: 'string',
  name: 'string',
  unit_price: 'money',
  quantity: 'integer',
  category: 'string',
  condition: 'string',
  quantity_returned: 'integer',
  quantity_refunded: 'integer',
  reported_issue: 'string',
  // What the customer tells of it now.
  reported_condition: 'string',
  weight_kg: 'number',
  discount_per_unit: 'money',
  // What is still with the customer, for this kind of request.
  remaining: 'integer'
} as const satisfies Readonly<Record<string, Shape>>;

/** Pieces that are asked for, whether the order has the line just once, and what the line table called it. */
const ASKED = { asked: 'integer', on_order: 'boolean', verdict: 'string' } as const;

const REFUNDS = {
  list: { fields: { order_id: 'string', amount: 'money', refunded_at: 'moment' } },
  each: 'refund'
} as const satisfies Shape;

const CUSTOMER = {
  customer_id: 'string',
  loyalty_points: 'integer',
  has_existing_gift_card: 'boolean',
  created_at: 'moment',
  refunds_last_90_days: 'integer',
  refunds: REFUNDS
} as const satisfies Readonly<Record<string, Shape>>;

const ORDER = {
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
  carrier: 'string'
} as const satisfies Readonly<Record<string, Shape>>;

const REQUEST = {
  kind: 'string',
  asked_at: 'moment',
  delivery_charge_only: 'boolean',
  refund_destination: 'string',
  adds_item: 'boolean'
} as const;

const CONVERSATION = { turns: 'integer', failed_verifications: 'integer', escalated: 'boolean' } as const;

/**
 * What facts can read of a case, with the attributes that the shop declares. Names and addresses of customers are not
 * among it: nothing is decided by them, or recorded.
 */
export function caseShapes(declared: readonly DeclaredAttributes[]): Shapes {
  const [customer, order, line] = RECORD_PARTS.map(part => attributesOf(declared, part));
  const lines = { ...LINE, attributes: line! };
  const asked: Shape = { fields: { ...lines, ...ASKED } };
  return {
    request: { fields: REQUEST },
    customer: { fields: { ...CUSTOMER, attributes: customer! } },
    refunds: REFUNDS,
    order: { fields: { ...ORDER, attributes: order!, lines: { list: { fields: lines }, each: 'line' } } },
    lines: { list: asked, each: 'line' },
    line: asked,
    conversation: { fields: CONVERSATION },
    tools: 'anything'
  };
}

const attributesOf = (declared: readonly DeclaredAttributes[], part: RecordPart): Shape => ({
  fields: Object.fromEntries(
    declared.flatMap(file => Object.entries(file[part])).map(([name, attribute]) => [name, shapeOf(attribute)])
  )
});

function shapeOf({ type }: Attribute): Shape {
  if (type === 'list') return { list: 'string', each: 'item' };
  if (type === 'date') return 'moment';
  return type === 'enum' ? 'string' : type;
}
