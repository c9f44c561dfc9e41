import { ordersSaid } from '../conversation/references.js';
import type { Reading } from '../conversation/reading.js';
import { type PartWish, wishesIn } from '../conversation/wishes.js';
import type { RememberedSlots, Wish } from '../records/types.js';
import { asks, isDecided, orderTeller, requests, type Turn, type TurnMeaning } from './turn.js';

/** Several wishes, each about something of its own. */
export function severalWishes(turn: Turn): TurnMeaning | undefined {
  const { memory } = turn.conversation;
  if (memory.known === undefined || memory.pending !== undefined) return undefined;
  const { policy } = turn;
  const asked = (message: string) =>
    asks({ message, policy }) && !requests({ message, policy }) ? orderTeller(policy)?.name : undefined;
  const wishes = wishesIn(turn.message, turn, { policy, asked });
  // "Refund 3 casseroles and 2 runners" is one wish, whatever its second half sounds like.
  const plain = wishes.some(each => !each.asked && !isDecided(turn, each.intent));
  if (isDecided(turn, turn.said.intent) && plain) return undefined;
  return wishes.length > 1 ? inTurn(wishes, turn) : undefined;
}

/** What only tells about an order is told at once, before the one deed beside it; of several deeds the customer says which comes first. */
function inTurn(parts: readonly PartWish[], turn: Turn): TurnMeaning {
  const wishes = parts.map(({ intent, slots }) => ({ intent, slots }));
  const reads = wishes.find(({ intent, slots }) => !isDecided(turn, intent) && slots.order_id !== undefined);
  if (reads === undefined) return { kind: 'wishes', wishes };
  const waiting = wishes.filter(wish => wish !== reads);
  const [deed, another] = waiting;
  if (another === undefined && deed?.slots.order_id !== undefined && isDecided(turn, deed.intent))
    return {
      kind: 'wish',
      ...deed,
      resumed: false,
      first: reads,
      fixed: true,
      asked: parts[wishes.indexOf(deed)]!.asked
    };
  return { kind: 'wish', intent: reads.intent, slots: reads.slots, resumed: false, waiting, fixed: true };
}

/** One wish for several orders: told together where that is all, else one after the other. */
export function severalOrders(
  { intent: name, orders, slots }: Extract<Reading, { kind: 'which_order' }>,
  { found, policy }: Turn
): TurnMeaning {
  const teller = orderTeller(policy);
  if (teller !== undefined && policy.intents.get(name)?.decide === undefined)
    return { kind: 'task', task: { does: 'overview', orders }, intent: teller.name, slots: {} };
  const wishes = orders.map((order_id): Wish => {
    const line_ids = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
    return { intent: name, slots: { ...slots, order_id, ...(line_ids.length === 0 ? {} : { line_ids }) } };
  });
  return { kind: 'wishes', wishes };
}

/** A wish about the orders that the message names: about one as it is, about several in turn. */
export function aboutNamed(intent: string, slots: RememberedSlots, turn: Turn): TurnMeaning {
  const { found, conversation } = turn;
  const [order, ...others] = ordersSaid(found);
  if (others.length > 0)
    return severalOrders({ kind: 'which_order', intent, orders: [order!, ...others], slots }, turn);
  const { order_id: last } = conversation.memory;
  const order_id = order ?? last;
  const about = order_id === undefined ? slots : { ...slots, order_id };
  return { kind: 'wish', intent, slots: about, resumed: conversation.memory.pending?.intent === intent };
}
