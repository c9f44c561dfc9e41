import { closed, documentSchema } from '../../../core/documents/index.js';
import type { DocumentKind } from '../../../core/index.js';
import { minuteOffset, SEED_MOMENT_SCHEMA, type SeedMoment } from './seed-moment.js';
import { ATTRIBUTES_SCHEMA, type Attributes } from './record-attributes.js';
import { CUSTOMER_ID, MONEY, ORDER_ID, TENANT } from './seed-patterns.js';

/** A refund that was paid out before; the refund rules count the recent ones. */
export interface SeedRefund {
  readonly order_id: string;
  /** Exact decimal in the currency of the order, two places. */
  readonly amount: string;
  readonly refunded_at: SeedMoment;
}

/** A customer that `seed` creates. */
export interface SeedAccount {
  readonly tenant: string;
  readonly customer_id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly loyalty_points: number;
  readonly has_existing_gift_card: boolean;
  readonly refunds: readonly SeedRefund[];
  readonly created_at: SeedMoment;
  readonly attributes?: Attributes | null;
}

type AccountFile = Omit<SeedAccount, 'phone'> & { readonly phone?: string };

/** `seeds/accounts/*.yaml`: one customer a file. Dates are relative to the day of seeding. */
export const SeedAccountKind: DocumentKind<SeedAccount> = {
  id: 'seed-account',
  version: 1,
  folder: 'seeds/accounts',
  schema: documentSchema(
    'seed-account',
    1,
    {
      tenant: { type: 'string', pattern: TENANT },
      customer_id: { type: 'string', pattern: CUSTOMER_ID },
      email: { type: 'string', pattern: '^[^\\sA-Z@]+@[^\\sA-Z@]+$', maxLength: 254, description: 'Lower case.' },
      name: { type: 'string', minLength: 1, maxLength: 100 },
      phone: { type: 'string', minLength: 5, maxLength: 30 },
      loyalty_points: { type: 'integer', minimum: 0 },
      has_existing_gift_card: { type: 'boolean' },
      refunds: {
        type: 'array',
        items: closed({
          order_id: { type: 'string', pattern: ORDER_ID },
          amount: { type: 'string', pattern: MONEY },
          refunded_at: SEED_MOMENT_SCHEMA
        })
      },
      created_at: SEED_MOMENT_SCHEMA,
      attributes: ATTRIBUTES_SCHEMA
    },
    ['phone', 'attributes']
  ),
  nameOf: (content: AccountFile) => `${content.tenant}/${content.customer_id}`,
  compile(content: AccountFile, report) {
    const { phone = null, refunds, created_at, attributes = null } = content;
    refunds.forEach((refund, i) => {
      if (minuteOffset(refund.refunded_at) < minuteOffset(created_at))
        report(`/refunds/${i}/refunded_at`, 'date_order', 'the refund is older than the account (created_at)');
    });
    const { kind: _kind, version: _version, ...account } = content as AccountFile & { kind: string; version: number };
    return { ...account, phone, attributes };
  }
};
