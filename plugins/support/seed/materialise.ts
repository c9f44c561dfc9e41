import { orderTotal } from '../kinds/check-order.js';
import type { Customer, Order } from '../records/types.js';
import type { Seeds } from './assembly.js';
import { dateOf, timestampOf } from '../kinds/seed-moment.js';

export interface ArticleRow {
  readonly id: string;
  readonly title: string;
  readonly topic: string;
  /** Separated by commas: full-text search reads text. */
  readonly keywords: string;
  /** One sentence a line. */
  readonly body: string;
}

export interface SeedRows {
  readonly articles: readonly ArticleRow[];
  readonly customers: readonly Customer[];
  readonly orders: readonly Order[];
}

/**
 * The rows that `seed` writes. Two calls on one UTC day give equal rows, whatever the hour; a call on a later
 * day moves the demo dates along, so that an order delivered 5 days ago stays one.
 */
export function materialise({ articles, accounts, orders }: Seeds, now: Date): SeedRows {
  return {
    articles: articles.map(({ id, title, topic, keywords, sentences }) => ({
      id,
      title,
      topic,
      keywords: keywords.join(', '),
      body: sentences.join('\n')
    })),
    customers: accounts.map(account => ({
      ...account,
      refunds: account.refunds.map(refund => ({ ...refund, refunded_at: timestampOf(refund.refunded_at, now) })),
      created_at: timestampOf(account.created_at, now)
    })),
    orders: orders.map(order => ({
      ...order,
      ordered_at: timestampOf(order.ordered_at, now),
      promised_by: dateOf(order.promised_by, now),
      shipped_at: order.shipped_at && timestampOf(order.shipped_at, now),
      delivered_at: order.delivered_at && timestampOf(order.delivered_at, now),
      total: orderTotal(order)
    }))
  };
}
