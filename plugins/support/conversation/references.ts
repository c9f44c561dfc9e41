import type { Conversation, RememberedSlots } from '../records/types.js';
import type { Asked, ReferenceContext, Resolution } from '../refer/types.js';
import type { Slots, Understanding } from '../understand/types.js';

const ASKED: Readonly<Record<string, Asked>> = {
  identity: 'identity',
  order: 'order',
  choice: 'choice',
  items: 'lines',
  quantity: 'quantity'
};

/** What a message of this conversation can refer to. */
export function referenceContext({ memory }: Conversation, now: Date): ReferenceContext {
  const { known = [], shown, order_id, line_ids, in_play, pending } = memory;
  return {
    orders: known,
    shown,
    focus: { order_id, line_ids, in_play },
    asked: pending === undefined ? null : (ASKED[pending.missing] ?? null),
    now
  };
}

/** Only what a message says itself counts as named; "it" and "that one" are the order talked about anyway. */
const SAID: ReadonlySet<string> = new Set(['number', 'item', 'price', 'place', 'status', 'time', 'other', 'all']);

/** Orders that the message names, in its order, unknown numbers included. */
export const ordersSaid = ({ orders, unknown }: Resolution): readonly string[] => [
  ...orders.filter(({ how }) => SAID.has(how)).map(({ order_id }) => order_id),
  ...unknown
];

/**
 * What was understood of a message, with its references resolved against the customer's own orders. Where these are
 * not known yet, it stays as it is.
 */
export function withReferences(said: Understanding, found: Resolution, { memory }: Conversation): Understanding {
  if (memory.known === undefined) return said;
  const byPlace = found.mentions.some(({ how }) => how === 'place' || how === 'all' || how === 'other');
  const lines = found.lines.length > 0;
  const slots: Slots = {
    ...said.slots,
    order_ids: ordersSaid(found),
    quantity: found.quantity ?? (found.orders.length > 0 || found.whole ? null : said.slots.quantity),
    part: found.excluded.lines.length > 0 || found.whole ? null : said.slots.part,
    goods: said.slots.goods && !lines && found.orders.length === 0,
    other_order: said.slots.other_order && found.orders.length === 0,
    ...(byPlace && (found.orders.length > 0 || lines) ? { pick: null } : {})
  };
  return { ...said, slots };
}

/** The lines that are meant of one order; undefined where the message does not say. */
export function linesOf(
  found: Resolution,
  order_id: string,
  { memory: { known = [] } }: Pick<Conversation, 'memory'>
): Pick<RememberedSlots, 'line_ids'> {
  const lines = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  if (lines.length > 0) return { line_ids: lines };
  if (found.whole) return { line_ids: [] };
  const left = found.excluded.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const order = known.find(each => each.order_id === order_id);
  if (left.length === 0 || order === undefined) return {};
  return { line_ids: order.lines.map(({ line_id }) => line_id).filter(id => !left.includes(id)) };
}
