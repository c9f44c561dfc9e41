import { attributesSchema, type DeclaredAttributes } from '../kinds/record-attributes.js';
import { MONEY } from '../kinds/seed-patterns.js';

export const MOMENT = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})$',
  description: 'ISO 8601 with its zone.'
} as const;
const momentOrNull = { ...MOMENT, type: ['string', 'null'], default: null } as const;
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;
const textOrNull = (maxLength: number) =>
  ({ type: ['string', 'null'], minLength: 1, maxLength, default: null }) as const;
const money = { type: 'string', pattern: MONEY, description: 'Exact decimal text with two places.' } as const;
const word = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' } as const;
const count = { type: 'integer', minimum: 0, default: 0 } as const;

export const RECORD_VERSION = {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    "The record's own version, for example the milliseconds of its last change. An older one changes nothing."
} as const;
export const CUSTOMER_ID_PATTERN = '^cus_[A-Za-z0-9_-]{1,60}$';
/** As tools take it. */
export const ORDER_ID_PATTERN = '^[A-Z0-9][A-Z0-9-]{2,39}$';
const customerId = { type: 'string', pattern: CUSTOMER_ID_PATTERN } as const;
const orderId = { type: 'string', pattern: ORDER_ID_PATTERN } as const;

const record = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties
});

/**
 * JSON Schema of a customer as a shop hands it in; what may be left out has a default, mostly that it is not known.
 * Without declarations its attributes are left for the door to judge.
 */
export const customerSchema = (declared?: DeclaredAttributes) =>
  record(
    {
      customer_id: customerId,
      version: RECORD_VERSION,
      email: { type: 'string', pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 },
      name: text(100),
      phone: textOrNull(30),
      loyalty_points: { type: ['integer', 'null'], minimum: 0, default: null },
      has_existing_gift_card: { type: 'boolean', default: false },
      refunds: {
        type: 'array',
        default: [],
        maxItems: 1000,
        items: record({ order_id: orderId, amount: money, refunded_at: MOMENT }, ['order_id', 'amount', 'refunded_at']),
        description: 'What was paid back before; rules count it.'
      },
      created_at: momentOrNull,
      attributes: { ...attributesSchema(declared?.customer), default: null }
    },
    ['customer_id', 'email', 'name']
  );

const lineSchema = (declared: DeclaredAttributes | undefined) =>
  record(
    {
      line_id: text(40),
      name: text(200),
      unit_price: money,
      quantity: { type: 'integer', minimum: 1, maximum: 10_000 },
      category: { ...word, default: 'standard' },
      condition: { ...word, type: ['string', 'null'], default: null, description: 'null: not known.' },
      quantity_returned: count,
      quantity_refunded: count,
      reported_issue: { ...word, type: ['string', 'null'], default: null, description: 'null: nothing was reported.' },
      weight_kg: { type: ['number', 'null'], minimum: 0, default: null, description: 'Of one piece; null: not known.' },
      discount_per_unit: { ...money, default: '0.00' },
      attributes: { ...attributesSchema(declared?.line), default: null }
    },
    ['line_id', 'name', 'unit_price', 'quantity']
  );

/** JSON Schema of an order as a shop hands it in; see `customerSchema`. */
export const orderSchema = (declared?: DeclaredAttributes) =>
  record(
    {
      order_id: orderId,
      customer_id: customerId,
      version: RECORD_VERSION,
      status: { enum: ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] },
      ordered_at: MOMENT,
      promised_by: {
        type: ['string', 'null'],
        pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
        default: null
      },
      shipped_at: momentOrNull,
      delivered_at: momentOrNull,
      charged: { type: 'boolean' },
      currency: { type: 'string', pattern: '^[A-Z]{3}$' },
      paid_with: { type: 'array', uniqueItems: true, maxItems: 20, items: word, default: [] },
      delivery_charge: { ...money, default: '0.00' },
      total: { ...money, description: 'Lines after discount plus delivery charge where it is left out.' },
      chargeback_open: { type: 'boolean', default: false },
      carrier: textOrNull(60),
      tracking_number: textOrNull(60),
      lines: { type: 'array', minItems: 1, maxItems: 500, items: lineSchema(declared) },
      attributes: { ...attributesSchema(declared?.order), default: null }
    },
    ['order_id', 'customer_id', 'status', 'ordered_at', 'charged', 'currency', 'lines']
  );
