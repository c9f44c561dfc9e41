import type { DocumentKind } from '../../../core/index.js';
import { checkOrder } from './check-order.js';
import {
  SEED_DAY_SCHEMA,
  SEED_MOMENT_OR_NULL_SCHEMA,
  SEED_MOMENT_SCHEMA,
  type SeedDay,
  type SeedMoment
} from './seed-moment.js';
import { ATTRIBUTES_SCHEMA, type Attributes } from './record-attributes.js';
import { CUSTOMER_ID, MONEY, ORDER_ID, TENANT } from './seed-patterns.js';

const STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
const CONDITIONS = ['unopened', 'opened', 'accessed', 'used', 'missing_parts'] as const;
const ISSUES = ['damaged', 'defective', 'wrong_item'] as const;
const PAYMENT_METHODS = ['card', 'paypal', 'gift_card'] as const;

/** One line of an order. Money is exact decimal text in the currency of the order. */
export interface SeedLine {
  readonly line_id: string;
  readonly name: string;
  readonly unit_price: string;
  readonly quantity: number;
  /** What rules go by, for example `final_sale`. */
  readonly category: string;
  /** Null: not known. */
  readonly condition: string | null;
  readonly quantity_returned: number;
  readonly quantity_refunded: number;
  readonly reported_issue: string | null;
  /** Weight of one piece in kilograms; null: not known. */
  readonly weight_kg: number | null;
  readonly discount_per_unit: string;
  /** What the shop declares beside all this. */
  readonly attributes?: Attributes | null;
}

/** What an order says that does not depend on the day of seeding. */
export interface OrderFacts {
  readonly tenant: string;
  readonly order_id: string;
  readonly customer_id: string;
  readonly status: (typeof STATUSES)[number];
  readonly charged: boolean;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paid_with: readonly string[];
  readonly delivery_charge: string;
  readonly chargeback_open: boolean;
  readonly carrier: string | null;
  readonly tracking_number: string | null;
  readonly lines: readonly SeedLine[];
  /** Lines after discount plus delivery charge. */
  readonly total: string;
  readonly attributes?: Attributes | null;
}

/** An order that `seed` creates. */
export interface SeedOrder extends OrderFacts {
  readonly ordered_at: SeedMoment;
  readonly promised_by: SeedDay;
  readonly shipped_at: SeedMoment | null;
  readonly delivered_at: SeedMoment | null;
}

const money = { type: 'string', pattern: MONEY } as const;
const count = { type: 'integer', minimum: 0 } as const;
const textOrNull = { type: ['string', 'null'], minLength: 1, maxLength: 60 } as const;

const lineProperties = {
  line_id: { type: 'string', pattern: '^L[1-9][0-9]*$' },
  name: { type: 'string', minLength: 1, maxLength: 100 },
  unit_price: money,
  quantity: { type: 'integer', minimum: 1, maximum: 10_000 },
  category: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    description: 'What rules go by, for example final_sale.'
  },
  condition: { enum: CONDITIONS },
  quantity_returned: count,
  quantity_refunded: count,
  reported_issue: { enum: [...ISSUES, null] },
  weight_kg: { type: 'number', minimum: 0, description: 'Weight of one piece.' },
  discount_per_unit: money
} as const;

const properties = {
  kind: { const: 'seed-order' },
  version: { const: 1 },
  tenant: { type: 'string', pattern: TENANT },
  order_id: { type: 'string', pattern: ORDER_ID },
  customer_id: { type: 'string', pattern: CUSTOMER_ID },
  status: { enum: STATUSES },
  ordered_at: SEED_MOMENT_SCHEMA,
  promised_by: SEED_DAY_SCHEMA,
  shipped_at: SEED_MOMENT_OR_NULL_SCHEMA,
  delivered_at: SEED_MOMENT_OR_NULL_SCHEMA,
  charged: { type: 'boolean' },
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  paid_with: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: PAYMENT_METHODS } },
  delivery_charge: money,
  total: { ...money, description: 'Lines after discount plus delivery charge; checked.' },
  chargeback_open: { type: 'boolean' },
  carrier: textOrNull,
  tracking_number: textOrNull,
  lines: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(lineProperties),
      properties: { ...lineProperties, attributes: ATTRIBUTES_SCHEMA }
    }
  }
} as const;

/** `seeds/orders/*.yaml`: one order a file. Every field is written out, so that a file shows the whole case. */
export const SeedOrderKind: DocumentKind<SeedOrder> = {
  id: 'seed-order',
  version: 1,
  folder: 'seeds/orders',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties: { ...properties, attributes: ATTRIBUTES_SCHEMA }
  },
  nameOf: (content: SeedOrder) => `${content.tenant}/${content.order_id}`,
  compile(content: SeedOrder & { kind: string; version: number }, report) {
    checkOrder(content, report);
    const { kind: _kind, version: _version, ...order } = content;
    return order;
  }
};
