import type { Part } from '../understand/types.js';
import type { SeedAccount } from '../kinds/seed-account.js';
import type { OrderFacts } from '../kinds/seed-order.js';

export interface PaidRefund {
  readonly order_id: string;
  readonly amount: string;
  readonly refunded_at: string;
}

export interface Customer extends Omit<SeedAccount, 'refunds' | 'created_at'> {
  readonly refunds: readonly PaidRefund[];
  readonly created_at: string;
}

/** Timestamps are ISO 8601 UTC, `promised_by` is `YYYY-MM-DD`. */
export interface Order extends OrderFacts {
  readonly ordered_at: string;
  readonly promised_by: string;
  readonly shipped_at: string | null;
  readonly delivered_at: string | null;
}

/** What the agent remembers between messages: ids and names, never text. */
export interface Memory {
  /** A wish that waits for something. */
  readonly pending?: Pending;
  /** The order that was last talked about. */
  readonly order_id?: string;
  /** The wish about an order that was last settled, so that "and ORD-1003?" asks the same of another one. */
  readonly settled?: string;
  /** The orders between which the customer had to choose, so that "the other one" is known afterwards. */
  readonly orders?: readonly string[];
  /** Messages in a row that were not understood. */
  readonly unclear?: number;
}

export interface Pending {
  readonly intent: string;
  readonly missing: 'identity' | 'order' | 'choice' | 'items' | 'quantity';
  /** Between which wishes the customer was asked to choose. */
  readonly candidates?: readonly string[];
  /** Between which orders, in the order in which they were named. */
  readonly orders?: readonly string[];
  /** Between which lines of the order. */
  readonly lines?: readonly string[];
  /** Several lines are meant, each in a quantity of its own, so they are taken one at a time. */
  readonly in_turn?: boolean;
  readonly slots: RememberedSlots;
  /** Times in a row the same thing was asked for. */
  readonly asked: number;
}

/** Slots that outlive the message they came in. */
export interface RememberedSlots {
  readonly order_id?: string;
  readonly reported_issue?: string;
  readonly refund_destination?: string;
  readonly delivery_charge_only?: boolean;
  readonly quantity?: number;
  /** A part was wished for, and not which. */
  readonly part?: Part;
  /** Goods were named that the wish is about. */
  readonly goods?: boolean;
  /** The lines that were picked out of those asked about. */
  readonly line_ids?: readonly string[];
  /** Digests of the words that may name an item: the words themselves are message text. */
  readonly items?: readonly string[];
}

export interface Conversation {
  readonly tenant: string;
  readonly conversation_id: string;
  readonly customer_id: string | null;
  readonly identity_verified: boolean;
  readonly failed_verifications: number;
  readonly turns: number;
  readonly escalated: boolean;
  readonly memory: Memory;
  readonly created_at: string;
}

export interface Ticket {
  readonly ticket_id: string;
  readonly status: string;
}
