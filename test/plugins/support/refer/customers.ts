import type { KnownOrder, ReferenceContext } from '../../../../plugins/support/refer/types.js';

/** A Sunday. */
export const NOW = new Date('2026-11-22T09:00:00Z');

type Line = readonly [name: string, price: string, quantity?: number, weight_kg?: string];

const order = (
  order_id: string,
  status: string,
  [ordered_at, delivered_at]: readonly [string, string | null],
  total: string,
  ...lines: readonly Line[]
): KnownOrder => ({
  order_id,
  status,
  ordered_at: `${ordered_at}T10:00:00.000Z`,
  promised_by: null,
  delivered_at: delivered_at === null ? null : `${delivered_at}T12:00:00.000Z`,
  total,
  lines: lines.map(([name, unit_price, quantity = 1, weight_kg], i) => ({
    line_id: `L${i + 1}`,
    name,
    unit_price,
    quantity,
    category: 'standard',
    weight_kg
  }))
});

export const DEMO: readonly KnownOrder[] = [
  order(
    'ORD-1001',
    'delivered',
    ['2026-11-12', '2026-11-17'],
    '89.90',
    ['Cast iron casserole 4 l', '64.90', 1, '5.2'],
    ['Linen table runner', '25.00', 1, '0.4']
  ),
  order('ORD-1002', 'shipped', ['2026-11-18', null], '40.95', ['Stoneware cereal bowl', '10.00', 4, '0.6']),
  order('ORD-1003', 'delivered', ['2026-08-17', '2026-08-24'], '74.00', ['Brass desk lamp', '74.00', 1, '2.1']),
  order('ORD-1004', 'delivered', ['2026-11-14', '2026-11-19'], '34.95', ['Cotton bath mat', '30.00', 1, '0.9']),
  order('ORD-1005', 'delivered', ['2026-11-11', '2026-11-18'], '1250.00', [
    'Dual boiler espresso machine',
    '1250.00',
    1,
    '24'
  ]),
  order('ORD-1006', 'delivered', ['2026-10-22', '2026-10-27'], '44.45', ['Electric hand mixer', '39.50', 1, '1.3']),
  order('ORD-1007', 'cancelled', ['2026-11-08', null], '58.00', ['Set of six wine glasses', '29.00', 2, '1.1']),
  order('ORD-1008', 'processing', ['2026-11-21', null], '54.00', ['Wool throw blanket', '60.00', 1, '1.5'])
];

export const FASHION: readonly KnownOrder[] = [
  order(
    'W500101',
    'delivered',
    ['2026-11-01', '2026-11-05'],
    '209.00',
    ['Denim jacket blue', '89.00'],
    ['Running shoes', '120.00']
  ),
  order('W500102', 'shipped', ['2026-11-16', null], '24.00', ['Ceramic mug white', '12.00', 2]),
  order(
    'W500103',
    'delivered',
    ['2026-11-09', '2026-11-13'],
    '211.99',
    ['Ceramic mug black', '12.00'],
    ['Wireless headphones', '199.99']
  ),
  order('W500104', 'processing', ['2026-11-20', null], '150.00', ['Leather backpack', '150.00'])
];

const line = (order_id: string, line_id: string) => ({ order_id, line_id });
const demo = (context: Partial<ReferenceContext>): ReferenceContext => ({ orders: DEMO, now: NOW, ...context });

/** What the conversation is about when a message of `test/data/references.jsonl` comes in. */
export const CONTEXTS: Readonly<Record<string, ReferenceContext>> = {
  demo: demo({}),
  list: demo({
    asked: 'order',
    shown: { kind: 'orders', orders: ['ORD-1008', 'ORD-1002', 'ORD-1004', 'ORD-1001', 'ORD-1005'] }
  }),
  lines: demo({
    asked: 'lines',
    shown: { kind: 'lines', lines: [line('ORD-1001', 'L1'), line('ORD-1001', 'L2')] },
    focus: { order_id: 'ORD-1001', in_play: ['ORD-1001'] }
  }),
  f1002: demo({ focus: { order_id: 'ORD-1002', in_play: ['ORD-1002'] } }),
  'bowls-count': demo({ asked: 'quantity', focus: { order_id: 'ORD-1002', line_ids: ['L1'], in_play: ['ORD-1002'] } }),
  runner: demo({ focus: { order_id: 'ORD-1001', line_ids: ['L2'], in_play: ['ORD-1001'] } }),
  mat: demo({ focus: { order_id: 'ORD-1004', in_play: ['ORD-1004'] } }),
  two: demo({ focus: { order_id: 'ORD-1008', in_play: ['ORD-1002', 'ORD-1008'] } }),
  fashion: { orders: FASHION, now: NOW },
  mug: { orders: FASHION, now: NOW, focus: { order_id: 'W500102', in_play: ['W500102'] } },
  single: { orders: FASHION.slice(3), now: NOW }
};
