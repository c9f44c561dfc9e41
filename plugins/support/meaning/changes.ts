import { mergeSlots } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket, RememberedSlots } from '../records/types.js';
import { anotherWish, changeSaid, isAbout, isLine, keptIn, linesIn, namedBy, ordersMeant } from './kept.js';
import { ask } from './questions.js';
import { caseOf, isDecided, onlyAsks, shareOf, type Turn, type TurnMeaning } from './turn.js';

/** The wish that is talked about: the one that waits, else the one that was settled last. */
function wishBefore(turn: Turn): string | undefined {
  const { pending, decided, settled, subject, tickets } = turn.conversation.memory;
  const waits = pending === undefined || pending.intent === 'unknown' ? undefined : pending.intent;
  return waits ?? decided?.intent ?? settled ?? caseOf(subject, turn) ?? tickets?.at(-1)?.intent;
}

/** The wish that is changed: that of the one ticket from which something is left out, or whose order is named; else the last one. */
function wishChanged(turn: Turn): string | undefined {
  const open = openTickets(turn.conversation.memory.tickets);
  const only = (about: (ticket: KnownTicket) => boolean) => {
    const [ticket, another] = open.filter(about);
    return another === undefined ? ticket?.intent : undefined;
  };
  const named = ordersSaid(turn.found);
  return (
    only(({ order_id }) => isAbout(order_id, keptIn(turn))) ??
    only(({ order_id }) => named.includes(order_id ?? '')) ??
    wishBefore(turn)
  );
}

/** The same wish for another order or item than was understood. */
export function otherThing(turn: Turn): TurnMeaning | undefined {
  const { found, said, conversation } = turn;
  const { pending } = conversation.memory;
  const open = openTickets(conversation.memory.tickets);
  const meant = ordersMeant(turn);
  // "1002 is what I meant, 1008 is right as it is."
  const others = meant.filter(each => !open.some(({ order_id }) => order_id === each));
  const changed = meant.length > 1 && others.length > 0 ? others : meant;
  // "I meant the runner, the lamp has been here forever", after the lamp was refused.
  const elsewhere = changed.filter(each => each !== conversation.memory.order_id);
  const [order, another] = changed.length > 1 && elsewhere.length === 1 ? elsewhere : changed;
  const waits = conversation.memory.waiting?.find(({ slots }) => order !== undefined && slots.order_id === order);
  const intent = waits?.intent ?? deedNamed(turn, wishChanged(turn)) ?? wishChanged(turn);
  if (intent === undefined) return undefined;
  if (order === undefined) {
    const { orders } = found.candidates;
    return orders.length < 2 ? undefined : { kind: 'which_order', intent, orders, slots: {} };
  }
  if (another !== undefined) return undefined;
  // "I meant the other one. The pot stays with me".
  const kept = [...namedBy(turn, 'withdraw')].flatMap(({ lines }) => lines);
  const lines = found.lines.filter(line => line.order_id === order && !kept.some(each => isLine(each, line)));
  const apart = kept.length > 0 && lines.length > 0;
  const slots: RememberedSlots = {
    // "Wrong order, sorry" tells of no fault.
    // Of a number that was none, the items that were named with it are still meant.
    ...mergeSlots(pending?.strange === true ? (pending.slots ?? {}) : without(pending?.slots), {
      ...said.slots,
      reported_issue: null
    }),
    order_id: order,
    ...(apart ? { line_ids: lines.map(({ line_id }) => line_id) } : {})
  };
  const wish = { kind: 'wish', intent, slots, resumed: true, ...(apart ? { fixed: true } : {}) } as const;
  if (putsRight(turn)) return { ...wish, replaces: true };
  // "One more, where is the lamp?": what is open stays, and another thing is only offered.
  const opensMore =
    open.some(each => each.intent === intent && each.order_id !== order) && !said.named.includes(intent);
  return opensMore && isDecided(turn, intent) ? { ...wish, asked: true } : wish;
}

/** It says so in so many words that something else was meant, or sounds like little else. */
const putsRight = (turn: Turn): boolean =>
  (turn.found.corrects && !onlyAsks(turn)) ||
  turn.said.declined.length > 0 ||
  changeSaid(turn) !== undefined ||
  shareOf(turn, 'other_thing') >= turn.policy.weighing.act_surely;

/** What was remembered of an order that is not meant goes. */
function without({
  order_id: _order,
  line_ids: _lines,
  items: _items,
  ...slots
}: RememberedSlots = {}): RememberedSlots {
  return slots;
}

/** Of the deeds that are named, the one that is meant instead of what was understood. */
function deedNamed(turn: Turn, before = wishBefore(turn)): string | undefined {
  const [deed, another] = turn.said.named.filter(name => name !== before && isDecided(turn, name));
  return another === undefined ? deed : undefined;
}

/** The one request that is open, or the one about the order that is talked about. */
function ticketMeant(turn: Turn): KnownTicket | undefined {
  const { memory } = turn.conversation;
  const open = openTickets(memory.tickets).filter(({ intent }) => isDecided(turn, intent));
  const here = open.filter(({ order_id }) => open.length === 1 || order_id === memory.order_id);
  return here.length === 1 ? here[0] : undefined;
}

/** Another deed with the same thing. */
export function otherDeed(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy } = turn;
  const { order_id, line_ids, offered, pending } = conversation.memory;
  const before = wishBefore(turn);
  const heard = shareOf(turn, 'other_deed') >= policy.weighing.act_surely;
  const likely = said.likely.find(
    ({ intent }) => isDecided(turn, intent) && intent !== before && !said.declined.includes(intent)
  );
  const sounds =
    likely !== undefined &&
    likely.share >=
      (said.declined.length > 0 || heard ? policy.weighing.intent_likely : policy.weighing.other_deed_likely)
      ? likely.intent
      : undefined;
  const intent = deedNamed(turn) ?? anotherWish(turn) ?? sounds ?? (isDecided(turn, offered) ? offered : undefined);
  // "Make it the whole order instead" is the same deed with more.
  if (intent === undefined && found.whole) return addThing(turn);
  if (intent === undefined || before === undefined) return undefined;
  const [order = pending?.slots.order_id ?? order_id] = ordersSaid(found);
  // What the request is about, which may be less than what was asked about since.
  const ticket = ticketMeant(turn);
  const own = found.lines.some(({ how }) => how !== 'pronoun');
  const fixed = !own && ticket !== undefined && ticket.order_id === order && ticket.line_ids.length > 0;
  const about = fixed ? ticket.line_ids : line_ids;
  const same = fixed || (order === order_id && found.lines.length === 0 && about !== undefined);
  const slots = {
    ...mergeSlots({}, said.slots),
    ...(order === undefined ? {} : { order_id: order }),
    ...(same && about !== undefined ? { line_ids: about } : {})
  };
  return { kind: 'wish', intent, slots, resumed: true, replaces: true, ...(fixed ? { fixed } : {}) };
}

/** The same for another item or order as well: one wish on one order stays one. */
export function addThing(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, said } = turn;
  const { pending, decided, order_id: last } = conversation.memory;
  const intent = wishChanged(turn);
  const [order = last, another] = ordersSaid(found);
  // Nothing is added that is not named.
  if (found.orders.length + found.lines.length === 0 && !found.whole && said.slots.quantity === null) return undefined;
  if (intent === undefined || order === undefined || !isDecided(turn, intent) || another !== undefined)
    return undefined;
  const ticket = openTickets(conversation.memory.tickets).findLast(
    each => each.order_id === order && each.intent === intent
  );
  const named = found.lines.filter(line => line.order_id === order).map(({ line_id }) => line_id);
  const all = linesIn(order, turn);
  if (ticket === undefined) {
    if (pending !== undefined && pending.slots.order_id === order)
      return { kind: 'wish', intent, slots: { ...pending.slots, line_ids: all }, resumed: true, fixed: true };
    return order === last && decided !== undefined
      ? undefined
      : { kind: 'wish', intent, slots: { ...mergeSlots({}, said.slots), order_id: order }, resumed: true };
  }
  const rest = named.length > 0 && !found.whole ? named : all;
  const line_ids = all.filter(line => ticket.line_ids.includes(line) || rest.includes(line));
  if (ticket.line_ids.length === 0 || line_ids.length === ticket.line_ids.length) return undefined;
  return { kind: 'wish', intent, slots: { order_id: order, line_ids }, resumed: true, fixed: true };
}

/** Only some of it after all: what is named alone stays, or what is left out goes. */
export function less(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, said } = turn;
  const { pending, order_id, settled } = conversation.memory;
  const left = [...found.excluded.lines, ...[...namedBy(turn, 'withdraw')].flatMap(({ lines }) => lines)];
  const meant = found.lines.filter(line => !left.some(each => isLine(each, line)));
  const order = meant[0]?.order_id ?? left[0]?.order_id ?? order_id;
  const intent = wishChanged(turn);
  if (order === undefined || intent === undefined) return undefined;
  const { quantity } = said.slots;
  if (left.length + meant.length === 0)
    return quantity === null || (pending?.intent ?? settled) !== intent
      ? undefined
      : { kind: 'wish', intent, slots: { order_id: order, ...mergeSlots({}, said.slots) }, resumed: true };
  const open = openTickets(conversation.memory.tickets);
  const ticket = open.findLast(each => each.order_id === order);
  // "Keep the blanket, only do the runner", "no not 1005, just the runner", of another order.
  const { orders } = found.excluded;
  if (
    ticket === undefined &&
    open.some(each => left.some(line => each.order_id === line.order_id) || orders.includes(each.order_id ?? ''))
  )
    return otherThing(turn);
  const whole = linesIn(order, turn);
  // "The casserole out again" says which, and not whether it stays or goes.
  if (left.length === 0 && !found.alone && meant.every(({ how }) => how === 'item') && ticket !== undefined)
    return undefined;
  const before = ticket !== undefined && ticket.line_ids.length > 0 ? ticket.line_ids : whole;
  const line_ids =
    meant.length > 0
      ? meant.map(({ line_id }) => line_id)
      : before.filter(line => !left.some(each => each.line_id === line));
  if (line_ids.length === 0) return undefined;
  // It is about nothing else already.
  if (ticket !== undefined && line_ids.length === before.length && line_ids.every(line => before.includes(line)))
    return ask('confirm_scope', turn);
  return {
    kind: 'wish',
    intent: ticket?.intent ?? intent,
    slots: { order_id: order, line_ids },
    resumed: true,
    fixed: true
  };
}

/** Share, of 1, from which on it may be told where money should go: what is meant is weighed among all readings. */
const TOLD = 0.2;

/** "Just put it on my gift card", of a refund that is open or that was declined for where it should go: the same wish with that. */
export function elsewhere(turn: Turn): TurnMeaning | undefined {
  const { said, message, conversation, policy } = turn;
  const { tickets, decided, pending } = conversation.memory;
  const open = openTickets(tickets).findLast(({ intent }) => isDecided(turn, intent));
  const about = open ?? (decided?.decision === 'not_eligible' ? decided : undefined);
  if (about === undefined || about.order_id === null || pending !== undefined) return undefined;
  const { readers, joints, weighing } = policy;
  const told =
    said.slots.refund_destination ??
    readers.slots?.read(message, { ...weighing, slot_at: TOLD }, joints).refund_destination;
  if (told === undefined || about.destination === told) return undefined;
  const lines = about.line_ids.length === 0 ? {} : { line_ids: about.line_ids };
  const slots = { order_id: about.order_id, ...lines, refund_destination: told };
  return { kind: 'wish', intent: about.intent, slots, resumed: true, fixed: true };
}
