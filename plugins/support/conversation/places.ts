import type { Conversation, Pending, RememberedSlots } from '../records/types.js';
import type { Slots } from '../understand/types.js';
import type { Reading } from './reading.js';

/** The option that is meant by its place ("the second one"). */
export function picked({ pick }: Slots, options: readonly string[] = []): string | undefined {
  if (pick === null || pick === 'all' || pick === 'other') return undefined;
  return options.at({ first: 0, second: 1, third: 2, last: -1 }[pick]);
}

/** What a message asks for that only says which of the things it was asked about: one by its place, the other, all. */
export function answerByPlace(said: Slots, conversation: Conversation): Reading | undefined {
  const { pending, settled } = conversation.memory;
  if (said.pick === 'other' && pending?.missing !== 'choice') {
    const intent = pending?.intent ?? settled;
    if (intent === undefined) return undefined;
    return { kind: 'wish', intent, slots: { ...pending?.slots, ...others(conversation) }, resumed: true };
  }
  if (pending?.missing === 'order') return ofOrders(said, pending);
  if (pending?.missing === 'items') return ofLines(said, pending);
  const { candidates = [], slots } = pending ?? {};
  if (said.pick === 'all' && pending?.missing === 'choice' && candidates.length > 1)
    return { kind: 'choice', candidates, slots: slots ?? {}, all: true };
  return undefined;
}

/** The one order between which and the last one the customer had to choose; nothing where it is not just one. */
export function others({ memory: { orders = [], order_id: last } }: Conversation): Pick<RememberedSlots, 'order_id'> {
  const [order_id, another] = orders.includes(last ?? '') ? orders.filter(order => order !== last) : [];
  return order_id === undefined || another !== undefined ? {} : { order_id };
}

function ofOrders(said: Slots, { intent, orders = [], slots }: Pending): Reading | undefined {
  if (said.pick === 'all' && orders.length > 1) return { kind: 'which_order', intent, orders, slots, all: true };
  const order_id = picked(said, orders);
  return order_id === undefined ? undefined : { kind: 'wish', intent, slots: { ...slots, order_id }, resumed: true };
}

/** Lines that were picked settle which part is meant; one number of pieces cannot be meant for all of them. */
function ofLines(said: Slots, { intent, lines = [], slots, in_turn = false }: Pending): Reading | undefined {
  const { part: _part, goods: _goods, items: _items, quantity, ...rest } = slots;
  if (said.pick === 'all' && in_turn) return { kind: 'wish', intent, slots, resumed: true };
  const whole = said.pick === 'all' || (said.affirmation === 'yes' && lines.length === 1);
  const line = picked(said, lines);
  if (whole) return { kind: 'wish', intent, slots: { ...rest, line_ids: lines }, resumed: true };
  if (line === undefined) return undefined;
  const one = in_turn ? { ...rest, part: 'pieces' as const } : quantity === undefined ? rest : { ...rest, quantity };
  return { kind: 'wish', intent, slots: { ...one, line_ids: [line] }, resumed: true };
}
