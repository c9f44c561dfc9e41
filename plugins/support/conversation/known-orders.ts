import { compareMoney, decimalOf, formatMoney, parseMoney, sumMoney } from '../../../core/money/index.js';
import type { KnownOrder, Resolution } from '../refer/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import type { Evidence } from '../verify/contract.js';

type Fields = Readonly<Record<string, unknown>>;

/** What is kept of a customer's orders to find out which one is meant. */
export function knownOrder(fields: Fields): KnownOrder {
  const text = (name: string) => String(fields[name]);
  const day = (name: string) => (fields[name] === null || fields[name] === undefined ? null : text(name));
  return {
    order_id: text('order_id'),
    status: text('status'),
    ordered_at: text('ordered_at'),
    promised_by: day('promised_by'),
    delivered_at: day('delivered_at'),
    total: text('total'),
    ...(typeof fields['delivery_charge'] === 'string' ? { delivery_charge: fields['delivery_charge'] } : {}),
    ...(typeof fields['currency'] === 'string' ? { currency: fields['currency'] } : {}),
    lines: (fields['lines'] as readonly Fields[]).map(line => ({
      line_id: String(line['line_id']),
      name: String(line['name']),
      quantity: Number(line['quantity']),
      unit_price: String(line['unit_price']),
      category: String(line['category']),
      ...weightOf(line['weight_kg'] as number | null | undefined)
    }))
  };
}

const weightOf = (kilograms: number | null | undefined) =>
  kilograms === null || kilograms === undefined ? {} : { weight_kg: String(kilograms) };

const MOST_SHOWN = 5;
/** Of orders that are told of, and not chosen from. */
export const MOST_TOLD = 10;

/** An order as a question lists it. */
export interface ListedOrder {
  readonly order_id: string;
  readonly status: string;
  /** What that status says a date about; null where there is none. */
  readonly delivered_at: string | null;
  readonly promised_by: string | null;
  readonly items: readonly string[];
  /** Decimal amounts; null where they are not known. */
  readonly total: string | null;
  readonly delivery_charge: string | null;
}

/** The orders to choose from, the newest first; a number that is not known is listed by itself. */
export function listed(
  ids: readonly string[] | undefined,
  known: readonly KnownOrder[] = [],
  most = MOST_SHOWN
): readonly ListedOrder[] {
  const bare = (order_id: string): ListedOrder => ({
    order_id,
    status: '',
    delivered_at: null,
    promised_by: null,
    items: [],
    total: null,
    delivery_charge: null
  });
  const full = ({ lines, ...order }: KnownOrder): ListedOrder => ({
    order_id: order.order_id,
    status: order.status,
    delivered_at: order.delivered_at,
    promised_by: order.promised_by,
    items: lines.map(({ name }) => name),
    total: order.total,
    delivery_charge: order.delivery_charge ?? null
  });
  const orders =
    ids === undefined
      ? known.map(full)
      : ids.map(id => {
          const order = known.find(({ order_id }) => order_id === id);
          return order === undefined ? bare(id) : full(order);
        });
  return orders.slice(0, most);
}

/** What several orders come to; those that were cancelled do not count. */
export interface OrderSums {
  /** How many. */
  readonly orders: number;
  readonly currency: string;
  /** Decimal amounts. */
  readonly total: string;
  readonly delivery: string;
  readonly dearest: ListedOrder;
  readonly cheapest: ListedOrder;
}

/** Undefined where fewer than two count, or where they were paid in several currencies. */
export function sumsOf(ids: readonly string[], known: readonly KnownOrder[] = []): OrderSums | undefined {
  const counted = known.filter(
    ({ order_id, status }) => status !== CANCELLED && (ids.length === 0 || ids.includes(order_id))
  );
  const [currency, another] = new Set(counted.map(each => each.currency));
  if (counted.length < 2 || currency === undefined || another !== undefined) return undefined;
  const amount = (text: string | undefined) => parseMoney(text ?? '') ?? decimalOf(0);
  const sum = (amounts: readonly (string | undefined)[]) => formatMoney(sumMoney(amounts.map(amount)));
  const byTotal = counted.toSorted((one, other) => compareMoney(one.total, other.total));
  const [cheapest, dearest] = listed([byTotal[0]!.order_id, byTotal.at(-1)!.order_id], known);
  return {
    orders: counted.length,
    currency,
    total: sum(counted.map(({ total }) => total)),
    delivery: sum(counted.map(({ delivery_charge }) => delivery_charge)),
    dearest: dearest!,
    cheapest: cheapest!
  };
}

const CANCELLED = 'cancelled';

/** Orders of a time that a message names: "in November". */
export const ordersOfTime = ({ mentions }: Resolution): readonly string[] => [
  ...new Set(mentions.flatMap(({ how, excluded, orders }) => (how === 'time' && !excluded ? orders : [])))
];

/** Orders that a message describes: "which are on the way?"; undefined where it describes none. */
export function ordersDescribed({ orders, candidates }: Resolution): readonly string[] | undefined {
  const described = orders.filter(({ how }) => how === 'status').map(({ order_id }) => order_id);
  const meant = [...described, ...candidates.orders];
  return meant.length === 0 ? undefined : meant;
}

/** What proves a list of orders: each as it was read. */
export const listEvidence = (orders: readonly ListedOrder[], step: number): readonly Evidence[] =>
  orders.map(order => ({
    reference: `orders#${step}:${order.order_id}`,
    kind: 'system_fact',
    text: evidenceText(
      order.status === ''
        ? { order_id: order.order_id }
        : Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null))
    )
  }));
