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

/** An order as a question lists it. */
export interface ListedOrder {
  readonly order_id: string;
  readonly status: string;
  /** What that status says a date about; null where there is none. */
  readonly delivered_at: string | null;
  readonly promised_by: string | null;
  readonly items: readonly string[];
}

/** The orders to choose from, at most five, the newest first; a number that is not known is listed by itself. */
export function listed(ids: readonly string[] | undefined, known: readonly KnownOrder[] = []): readonly ListedOrder[] {
  const bare = (order_id: string): ListedOrder => ({
    order_id,
    status: '',
    delivered_at: null,
    promised_by: null,
    items: []
  });
  const full = ({ order_id, status, delivered_at, promised_by, lines }: KnownOrder): ListedOrder => ({
    order_id,
    status,
    delivered_at,
    promised_by,
    items: lines.map(({ name }) => name)
  });
  const orders =
    ids === undefined
      ? known.map(full)
      : ids.map(id => {
          const order = known.find(({ order_id }) => order_id === id);
          return order === undefined ? bare(id) : full(order);
        });
  return orders.slice(0, MOST_SHOWN);
}

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
        : { ...order, delivered_at: order.delivered_at ?? undefined, promised_by: order.promised_by ?? undefined }
    )
  }));
