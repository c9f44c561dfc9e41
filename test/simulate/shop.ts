import type { Client } from '../harness/client.js';
import type { Random } from './random.js';

export type OrderState = 'delivered' | 'old' | 'shipped' | 'overdue' | 'processing' | 'pending' | 'cancelled';

export interface Item {
  readonly line_id: string;
  /** As the shop calls it. */
  readonly name: string;
  readonly cents: number;
  readonly quantity: number;
}

export interface Order {
  readonly order_id: string;
  readonly state: OrderState;
  readonly ordered_days_ago: number;
  readonly delivery_cents: number;
  readonly items: readonly Item[];
}

export interface Customer {
  readonly customer_id: string;
  readonly email: string;
  readonly orders: readonly Order[];
}

/** Goods of which no two in one list share their last word, so that the short name of one means nothing else. */
const GOODS: readonly string[] = [
  'Linen table runner',
  'Brass desk lamp',
  'Cotton bath mat',
  'Walnut picture frame',
  'Cast iron casserole',
  'Stoneware cereal bowl',
  'Wool throw blanket',
  'Glass water carafe',
  'Electric hand mixer',
  'Steel travel mug',
  'Oak bedside table',
  'Hooded rain jacket',
  'Leather card wallet',
  'Bamboo cutting board',
  'Ceramic plant pot',
  'Copper milk pan',
  'Velvet floor cushion',
  'Wireless door bell',
  'Canvas weekend bag',
  'Enamel tea kettle',
  'Rattan laundry basket',
  'Merino winter scarf',
  'Folding garden chair',
  'Digital kitchen scale',
  'Silk pillow case',
  'Trail running shoes',
  'Radio alarm clock',
  'Marble rolling pin',
  'Cordless hair dryer'
];

const DAY = 86_400_000;

/** How many days ago an order of this state was placed, from and to. */
const ORDERED: Readonly<Record<OrderState, readonly [number, number]>> = {
  delivered: [7, 24],
  old: [60, 140],
  shipped: [2, 5],
  overdue: [9, 13],
  processing: [1, 3],
  pending: [0, 1],
  cancelled: [14, 20]
};

const STATUS: Readonly<Record<OrderState, string>> = {
  delivered: 'delivered',
  old: 'delivered',
  shipped: 'shipped',
  overdue: 'shipped',
  processing: 'processing',
  pending: 'pending',
  cancelled: 'cancelled'
};

/** A customer of conversation `number` with one order of each state, in any order. */
export function customerOf(number: number, random: Random, states: readonly OrderState[]): Customer {
  const goods = random.shuffled(GOODS);
  let next = 0;
  const days = new Set<number>();
  const orders = random.shuffled(states).map((state, i): Order => {
    // No two on one day, so that the newest is known.
    let ordered = random.between(...ORDERED[state]);
    for (let tries = 0; days.has(ordered) && tries < 20; tries++) ordered = random.between(...ORDERED[state]);
    days.add(ordered);
    return {
      order_id: `ORD-${20_000 + number * 8 + i}`,
      state,
      ordered_days_ago: ordered,
      delivery_cents: random.of([0, 0, 495, 790]),
      items: Array.from({ length: random.of([1, 1, 2, 2, 2, 3]) }, (_, line) => ({
        line_id: `L${line + 1}`,
        name: goods[next++ % goods.length]!,
        cents: random.between(9, 180) * 50,
        quantity: random.chance(0.15) ? random.between(2, 4) : 1
      }))
    };
  });
  return { customer_id: `cus_sim${number}`, email: `customer.${number}@example.com`, orders };
}

const money = (cents: number) => (cents / 100).toFixed(2);

/** Hands the customer and the orders in, as a shop does. Throws where one is not taken. */
export async function handIn({ customer_id, email, orders }: Customer, client: Client, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const put = async (path: string, json: object) => {
    const { status, text } = await client.send('PUT', path, { json: { version: 1, ...json } });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  await put(`/v1/customers/${customer_id}`, { email, name: 'Robin Tester', created_at: at(400) });
  for (const order of orders) {
    const { order_id, state, ordered_days_ago: ordered } = order;
    const [delivered, promised] = datesOf(order);
    const left = !['processing', 'pending', 'cancelled'].includes(state);
    await put(`/v1/orders/${order_id}`, {
      customer_id,
      status: STATUS[state],
      ordered_at: at(ordered),
      promised_by: at(promised).slice(0, 10),
      shipped_at: left ? at(ordered - 1) : null,
      delivered_at: delivered === null ? null : at(delivered),
      charged: state !== 'cancelled',
      currency: 'USD',
      paid_with: ['card'],
      delivery_charge: money(order.delivery_cents),
      carrier: left ? 'Northline Parcel' : null,
      tracking_number: left ? `NL${order_id.slice(4)}` : null,
      lines: order.items.map(({ line_id, name, cents, quantity }) => ({
        line_id,
        name,
        unit_price: money(cents),
        quantity,
        condition: 'unopened',
        weight_kg: 1
      }))
    });
  }
}

/** Days since it was delivered and promised, from what the order says of itself. */
function datesOf({ state, ordered_days_ago: ordered }: Order): readonly [number | null, number] {
  switch (state) {
    case 'delivered':
      return [Math.max(1, ordered - 4), ordered - 5];
    case 'old':
      return [ordered - 6, ordered - 7];
    case 'overdue':
      return [null, 3];
    case 'cancelled':
      return [null, ordered - 5];
    default:
      return [null, -3];
  }
}
