import type { Intent } from '../kinds/intent.js';
import type { Conversation, RememberedSlots } from '../records/types.js';
import type { Asked, LineRef, ReferenceContext, Resolution } from '../refer/types.js';
import type { Slots, Understanding } from '../understand/types.js';

const ASKED: Readonly<Record<string, Asked>> = {
  identity: 'identity',
  order: 'order',
  choice: 'choice',
  items: 'lines',
  quantity: 'quantity'
};

/** What a message of this conversation can refer to. */
export function referenceContext({ memory }: Pick<Conversation, 'memory'>, now: Date): ReferenceContext {
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
const SAID: ReadonlySet<string> = new Set([
  'number',
  'item',
  'price',
  'measure',
  'place',
  'status',
  'time',
  'other',
  'all'
]);

/** By its number, or by an item: "it", a place or a time only point at one. */
export const isByName = ({ how }: { readonly how: string }): boolean => how === 'number' || how === 'item';

/** Orders that the message names, in its order, unknown numbers included. A number says more than an item that is mentioned, unless they are listed together. */
export function ordersSaid({ orders, unknown, mentions }: Resolution): readonly string[] {
  const said = orders.filter(({ how }) => SAID.has(how));
  const numbers = mentions.filter(({ how }) => how === 'number');
  // "The blanket and 1002".
  const listed = mentions
    .filter(({ how, group }) => how === 'item' && numbers.some(each => each.group === group))
    .flatMap(mention => mention.orders);
  const isNumbered = said.some(({ how }) => how === 'number');
  const meant = said
    .filter(({ how, order_id }) => !isNumbered || how === 'number' || listed.includes(order_id))
    .map(({ order_id }) => order_id);
  // The end of a number beside a whole one is a card's.
  return [...meant, ...(meant.length > 0 ? unknown.filter(number => !number.startsWith('…')) : unknown)];
}

/** Intents for which none of these orders is in the state, unless the message names the deed. */
export function unfitFor(
  orders: readonly string[],
  { memory: { known = [] } }: Pick<Conversation, 'memory'>,
  intents: ReadonlyMap<string, Pick<Intent, 'name' | 'notOf'>>
): ReadonlySet<string> {
  const statuses = known.filter(({ order_id }) => orders.includes(order_id)).map(({ status }) => status);
  const unfit = [...intents.values()].filter(({ notOf }) => statuses.every(status => notOf.includes(status)));
  return new Set(statuses.length === 0 ? [] : unfit.map(({ name }) => name));
}

/** "I want the 4.95 back": of the order meant that amount is the delivery charge, and the price of no item. */
function namesDelivery(message: string, orders: readonly string[], { memory }: Conversation): boolean {
  const about = orders.length > 0 ? orders : [memory.order_id];
  const amounts = [...message.matchAll(/\d+[.,]\d{2}(?!\d)/g)].map(([amount]) => amount.replace(',', '.'));
  return (memory.known ?? []).some(
    ({ order_id, delivery_charge, lines }) =>
      about.includes(order_id) &&
      delivery_charge !== undefined &&
      amounts.includes(delivery_charge) &&
      lines.every(({ unit_price }) => !amounts.includes(unit_price))
  );
}

/**
 * What was understood of a message, with its references resolved against the customer's own orders. Where these are
 * not known yet, it stays as it is.
 */
export function withReferences(
  said: Understanding,
  found: Resolution,
  conversation: Conversation,
  message: string
): Understanding {
  const { memory } = conversation;
  // Between wishes that were offered, a place chooses one of them and no order.
  const chooses = memory.pending?.missing === 'choice' && said.slots.pick !== null;
  if (memory.known === undefined || chooses) return said;
  const { slots: alone } = said;
  const lines = found.lines.length > 0;
  const byPlace = found.mentions.some(({ how }) => how === 'place' || how === 'all' || how === 'other');
  const order_ids = ordersSaid(found);
  const ofOrder = ({ order_id }: LineRef) => order_ids.length === 0 || order_ids.includes(order_id);
  const counted = (order: string) =>
    order.replace(/\D/g, '') === String(alone.quantity) || (byPlace && placeOf(order, memory) === alone.quantity);
  // "I'm not keeping the runner" sounds as if it left something out.
  const leavesNothing = alone.part === 'except' && found.lines.some(({ how }) => how !== 'pronoun');
  const partOfNumber = [...order_ids, ...found.excluded.orders].some(counted);
  const own = found.lines.every(({ order_id }) => order_ids.length === 0 || order_ids.includes(order_id));
  const slots: Slots = {
    ...alone,
    order_ids,
    quantity: partOfNumber || found.whole ? null : (alone.quantity ?? (own ? found.quantity : null)),
    part: found.excluded.lines.length > 0 || found.whole || leavesNothing ? null : alone.part,
    // Goods of another order than the one that is named are none of it, and are asked about.
    delivery_charge_only: alone.delivery_charge_only || namesDelivery(message, order_ids, conversation),
    goods: alone.goods && !found.lines.some(ofOrder),
    other_order: alone.other_order && found.orders.length === 0,
    // An open question is answered by places of what it offered.
    ...(memory.pending === undefined && byPlace && (found.orders.length > 0 || lines) ? { pick: null } : {})
  };
  return { ...said, slots };
}

/** Where an order stood in the list that was last shown, from 1. */
const placeOf = (order: string, { shown }: Conversation['memory']): number =>
  shown?.kind === 'orders' ? shown.orders.indexOf(order) + 1 : 0;

/** The lines that are meant of one order; undefined where the message does not say. */
export function linesOf(
  found: Resolution,
  order_id: string,
  { memory: { known = [] } }: Pick<Conversation, 'memory'>
): Pick<RememberedSlots, 'line_ids'> {
  const lines = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  // "Everything from the order with the runner" is all of it.
  if (found.whole && !found.alone) return { line_ids: [] };
  if (found.candidates.lines.some(line => line.order_id === order_id)) return {};
  if (lines.length > 0) return { line_ids: lines };
  const left = found.excluded.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const order = known.find(each => each.order_id === order_id);
  if (left.length === 0 || order === undefined) return {};
  return { line_ids: order.lines.map(({ line_id }) => line_id).filter(id => !left.includes(id)) };
}
