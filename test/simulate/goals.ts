import type { OrderState } from './shop.js';

/** What a wish is about: one item, several of one order, all of an order, or no order. */
export type Scope = 'item' | 'items' | 'order' | 'none';

export interface WishKind {
  /** The act that opens it. */
  readonly act: string;
  readonly scope: Scope;
  /** Intents whose ticket fulfils it; none where the answer does. */
  readonly tickets: readonly string[];
  /** Intents of a reply that says how it stands. */
  readonly intents: readonly string[];
  /** How a menu offers it. */
  readonly offer: RegExp;
  /** States of orders that the wish is made about. */
  readonly states: readonly OrderState[];
}

const DELIVERED: readonly OrderState[] = ['delivered'];
const LEFT_BEHIND: readonly OrderState[] = ['processing', 'pending'];
const money = { tickets: ['refund_request'], intents: ['refund_request'], offer: /get a refund|refund request/i };
const back = { tickets: ['return_request'], intents: ['return_request'], offer: /return something|return request/i };
const goods = ['complaint', 'return_request', 'refund_request'];
const cancel = { act: 'open_cancel', scope: 'order', tickets: ['cancel_order'], intents: ['cancel_order'] } as const;
const address = { act: 'open_address_change', scope: 'order', tickets: ['change_order'], offer: /change/i } as const;
const where = ['order_status', 'complaint', 'shipping_info', 'refund_request'];

/** The wishes a customer can have. */
export const WISHES = {
  status: {
    act: 'open_status',
    scope: 'order',
    tickets: [],
    intents: ['order_status'],
    offer: /where an order/i,
    states: ['delivered', 'shipped', 'processing', 'pending', 'cancelled']
  },
  refund: { act: 'open_refund', scope: 'item', ...money, states: DELIVERED },
  refund_two: { act: 'open_refund', scope: 'items', ...money, states: DELIVERED },
  refund_all: { act: 'open_refund_all', scope: 'order', ...money, states: DELIVERED },
  return: { act: 'open_return', scope: 'item', ...back, states: DELIVERED },
  return_two: { act: 'open_return', scope: 'items', ...back, states: DELIVERED },
  exchange: { act: 'open_exchange', scope: 'item', ...back, states: DELIVERED },
  cancel: { ...cancel, offer: /cancel/i, states: LEFT_BEHIND },
  address: { ...address, intents: ['change_order', 'shipping_info'], states: LEFT_BEHIND },
  faulty: {
    act: 'open_faulty',
    scope: 'item',
    tickets: goods,
    intents: [],
    offer: /complaint|return something|return request/i,
    states: DELIVERED
  },
  missing: {
    act: 'open_missing_item',
    scope: 'item',
    tickets: goods,
    intents: [],
    offer: /complaint|where an order/i,
    states: DELIVERED
  },
  late: {
    act: 'open_late',
    scope: 'order',
    tickets: ['complaint', 'refund_request'],
    intents: where,
    offer: /where an order|complaint/i,
    states: ['overdue', 'shipped']
  },
  not_received: {
    act: 'open_late',
    scope: 'order',
    tickets: ['complaint', 'refund_request'],
    intents: where,
    offer: /where an order|complaint/i,
    states: DELIVERED
  },
  charged_twice: {
    act: 'open_charged_twice',
    scope: 'order',
    tickets: ['payment_issue', 'complaint'],
    intents: [],
    offer: /payment/i,
    states: ['delivered', 'shipped', 'processing']
  },
  return_refused: { act: 'open_return', scope: 'item', ...back, states: ['old', 'shipped'] },
  refund_refused: { act: 'open_refund', scope: 'item', ...money, states: ['old', 'shipped'] },
  cancel_refused: { ...cancel, offer: /cancel/i, states: ['delivered', 'shipped', 'cancelled'] },
  address_refused: { ...address, intents: ['change_order', 'shipping_info'], states: ['shipped'] },
  person: {
    act: 'ask_person',
    scope: 'none',
    tickets: ['human_agent', 'complaint'],
    intents: [],
    offer: /colleague|person/i,
    states: []
  },
  shipping_policy: {
    act: 'ask_shipping_to_country',
    scope: 'none',
    tickets: [],
    intents: ['shipping_info'],
    offer: /how delivery works/i,
    states: []
  },
  return_policy: {
    act: 'ask_how_long_policy',
    scope: 'none',
    tickets: [],
    intents: ['return_policy', 'refund_policy', 'shipping_info'],
    offer: /the (return|refund) rules/i,
    states: []
  }
} as const satisfies Readonly<Record<string, WishKind>>;

export type WishName = keyof typeof WISHES;

/** What a conversation is for, and how often beside the others. */
export interface Goal {
  readonly name: string;
  readonly weight: number;
  readonly wishes: readonly WishName[] | 'two';
  /** `never`: cannot prove who it is; `late`: proves it when asked. Verified from the start otherwise. */
  readonly identity?: 'never' | 'late';
  /** The order named is another customer's. */
  readonly foreign?: true;
}

/** Wishes that go together in one conversation. */
export const PAIRED: readonly WishName[] = [
  'refund',
  'return',
  'exchange',
  'refund_all',
  'cancel',
  'address',
  'status',
  'faulty'
];

/** How often beside the others, where it is not 4. */
const WEIGHTS: Partial<Readonly<Record<WishName, number>>> = {
  refund: 6,
  return: 6,
  faulty: 6,
  address: 3,
  not_received: 3,
  charged_twice: 3,
  address_refused: 2,
  person: 2,
  shipping_policy: 2,
  return_policy: 2
};

const single = (name: WishName): Goal => ({ name, weight: WEIGHTS[name] ?? 4, wishes: [name] });

export const GOALS: readonly Goal[] = [
  ...(Object.keys(WISHES) as WishName[]).map(single),
  { name: 'two_goals', weight: 10, wishes: 'two' },
  { name: 'not_his_order', weight: 4, wishes: ['status', 'refund'], foreign: true },
  { name: 'verifies_late', weight: 4, wishes: ['refund', 'return', 'status', 'cancel'], identity: 'late' },
  { name: 'never_verified', weight: 3, wishes: ['refund', 'status', 'cancel'], identity: 'never' }
];
