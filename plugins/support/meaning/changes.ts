import { mergeSlots } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket, RememberedSlots, Wish } from '../records/types.js';
import type { Mention } from '../refer/types.js';
import { isAbout, isLine, keptIn, lastTakesBack, linesIn, ticketsTakenBack } from './kept.js';
import { ask } from './questions.js';
import { asks, asTask, caseOf, isDecided, type Turn, type TurnMeaning } from './turn.js';

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
  const [order, another] = found.orders.filter(({ how }) => how !== 'pronoun' && how !== 'only');
  const intent = deedNamed(turn, wishChanged(turn)) ?? wishChanged(turn);
  if (intent === undefined) return undefined;
  if (order === undefined) {
    const { orders } = found.candidates;
    return orders.length < 2 ? undefined : { kind: 'which_order', intent, orders, slots: {} };
  }
  if (another !== undefined) return undefined;
  // "I meant the other one. The pot stays with me".
  const kept = [...named(turn, 'withdraw')].flatMap(({ lines }) => lines);
  const meant = found.lines.filter(line => line.order_id === order.order_id && !kept.some(each => isLine(each, line)));
  const apart = kept.length > 0 && meant.length > 0;
  const slots: RememberedSlots = {
    // "Wrong order, sorry" tells of no fault.
    ...mergeSlots(without(pending?.slots), { ...said.slots, reported_issue: null }),
    order_id: order.order_id,
    ...(apart ? { line_ids: meant.map(({ line_id }) => line_id) } : {})
  };
  return { kind: 'wish', intent, slots, resumed: true, replaces: true, ...(apart ? { fixed: true } : {}) };
}

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

/** Another deed with the same thing. */
export function otherDeed(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const { order_id, line_ids, offered, pending } = conversation.memory;
  const before = wishBefore(turn);
  const likely = said.likely.find(
    ({ intent }) => isDecided(turn, intent) && intent !== before && !said.declined.includes(intent)
  );
  const sounds = likely !== undefined && likely.share >= LIKELY ? likely.intent : undefined;
  const intent = deedNamed(turn) ?? sounds ?? (isDecided(turn, offered) ? offered : undefined);
  // "Make it the whole order instead" is the same deed with more.
  if (intent === undefined && found.whole) return addThing(turn);
  if (intent === undefined || before === undefined) return undefined;
  const [order = pending?.slots.order_id ?? order_id] = ordersSaid(found);
  const same = order === order_id && found.lines.length === 0 && line_ids !== undefined;
  const slots = {
    ...mergeSlots({}, said.slots),
    ...(order === undefined ? {} : { order_id: order }),
    ...(same ? { line_ids } : {})
  };
  return { kind: 'wish', intent, slots, resumed: true, replaces: true };
}

/** "On my gift card please", after a refund: the same wish with another destination. */
export function destinationOf(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, policy, found } = turn;
  const { settled, order_id, line_ids, pending } = conversation.memory;
  const plan = policy.intents.get(settled ?? '')?.plan ?? [];
  const takes = plan.some(step => Object.values(step.with).includes('$refund_destination'));
  if (!takes || order_id === undefined || pending !== undefined || said.slots.refund_destination === null)
    return undefined;
  if (asks(turn) || said.named.some(deed => deed !== settled) || ordersSaid(found).length > 0) return undefined;
  const lines = line_ids === undefined ? {} : { line_ids };
  return {
    kind: 'wish',
    intent: settled!,
    slots: { ...mergeSlots({}, said.slots), order_id, ...lines },
    resumed: true
  };
}

/** Least share of a deed that is not named. */
const LIKELY = 0.7;

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
  const left = [...found.excluded.lines, ...[...named(turn, 'withdraw')].flatMap(({ lines }) => lines)];
  const meant = found.lines.filter(line => !left.some(each => isLine(each, line)));
  const order = meant[0]?.order_id ?? left[0]?.order_id ?? order_id;
  const intent = wishChanged(turn);
  if (order === undefined || intent === undefined) return undefined;
  const { quantity } = said.slots;
  if (left.length + meant.length === 0)
    return quantity === null || (pending?.intent ?? settled) !== intent
      ? undefined
      : { kind: 'wish', intent, slots: { order_id: order, ...mergeSlots({}, said.slots) }, resumed: true };
  const ticket = openTickets(conversation.memory.tickets).findLast(each => each.order_id === order);
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

/** What is open about the order that is talked about is taken back. */
export function takenBack(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, said } = turn;
  const { memory } = conversation;
  const open = openTickets(memory.tickets);
  const chosen = keptWishes(turn);
  if (chosen !== undefined) return chosen;
  const taken = ticketsTakenBack(turn);
  if (taken !== undefined) return asTask({ does: 'withdraw', tickets: taken }, turn);
  const named = ordersSaid(found);
  const aboutNone = !open.some(({ order_id }) => named.includes(order_id ?? ''));
  // "It is just the light, close the matter": a word before it names no lamp.
  const own = aboutNone && lastTakesBack(turn) > 0 ? [] : named;
  const left = keptIn(turn);
  // "Forget the blanket", of which nothing was handed over.
  if (left.orders.length + left.lines.length > 0 && !open.some(({ order_id }) => isAbout(order_id, left)))
    return memory.waiting?.some(({ slots }) => isAbout(slots.order_id, left)) === true
      ? { kind: 'dropped' }
      : undefined;
  const denied = open.filter(({ intent }) => said.declined.includes(intent));
  const about = open.filter(({ order_id }) => order_id !== null && own.includes(order_id));
  const ofLines = about.filter(
    ({ order_id, line_ids }) =>
      line_ids.length === 0 ||
      found.lines.length === 0 ||
      found.lines.some(line => line.order_id === order_id && line_ids.includes(line.line_id))
  );
  if (about.length > 0 && ofLines.length === 0 && !found.whole) return ask('confirm_scope', turn);
  const [ticket] = ofLines;
  // "And the pot I keep", where the ticket is about the runner too.
  const rest = ticket === undefined || found.whole ? undefined : apartFrom(ticket, turn);
  if (rest !== undefined) return rest;
  const all = found.whole || found.mentions.some(({ how, orders }) => how === 'all' && orders.length !== 1);
  const here = open.filter(({ order_id }) => order_id !== null && order_id === memory.order_id);
  const tickets =
    ofLines.length > 0
      ? ofLines
      : own.length > 0
        ? []
        : all
          ? open
          : denied.length > 0
            ? denied.slice(-1)
            : here.length > 0
              ? here
              : open.slice(-1);
  if (tickets.length > 0) return asTask({ does: 'withdraw', tickets }, turn);
  // "And the blanket, cancel that", where another order was talked about, takes nothing back.
  if (own.length > 0 && !own.includes(memory.order_id ?? '')) return undefined;
  const waits = memory.pending !== undefined || memory.waiting !== undefined || memory.offered !== undefined;
  return waits || memory.decided !== undefined ? { kind: 'dropped' } : undefined;
}

/** Of several requests one is taken back: the one that the clause names which takes back, or that is left out. */
export function withdrawOne(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, said } = turn;
  const open = openTickets(conversation.memory.tickets);
  const chosen = keptWishes(turn);
  if (chosen !== undefined) return chosen;
  const taken = ticketsTakenBack(turn);
  if (taken !== undefined) return asTask({ does: 'withdraw', tickets: taken }, turn);
  const gone = [...named(turn, 'withdraw', 'withdraw_one')];
  const lines = [...found.excluded.lines, ...gone.flatMap(each => each.lines)];
  const orders = [...found.excluded.orders, ...gone.flatMap(each => (each.lines.length > 0 ? [] : each.orders))];
  const fits = ({ order_id, line_ids }: KnownTicket) =>
    order_id !== null &&
    (orders.includes(order_id) ||
      lines.some(line => line.order_id === order_id && (line_ids.length === 0 || line_ids.includes(line.line_id))));
  const meant = open.filter(fits);
  const denied = open.filter(({ intent }) => said.declined.includes(intent));
  const [ticket, another] = meant.length > 0 ? meant : denied;
  if (ticket === undefined || another !== undefined) {
    const own = ordersSaid(found);
    const about = open.filter(({ order_id }) => order_id !== null && own.includes(order_id));
    return about.length === 1 && open.length > 1 ? asTask({ does: 'withdraw', tickets: about }, turn) : less(turn);
  }
  return apartFrom(ticket, turn) ?? asTask({ does: 'withdraw', tickets: [ticket] }, turn);
}

/** The wish of a ticket without the lines that are taken back, where some are left. */
function apartFrom(ticket: KnownTicket, turn: Turn): TurnMeaning | undefined {
  const { order_id, intent, line_ids } = ticket;
  if (order_id === null) return undefined;
  const gone = [...named(turn, 'withdraw', 'withdraw_one')].flatMap(({ lines }) => lines);
  const { excluded, lines } = turn.found;
  // "The pot stays" says more than what a clause sounds like.
  const left = excluded.lines.length > 0 ? excluded.lines : gone.length > 0 ? gone : lines;
  const before = line_ids.length === 0 ? linesIn(order_id, turn) : line_ids;
  const rest = before.filter(line => !left.some(each => each.order_id === order_id && each.line_id === line));
  if (rest.length === 0 || rest.length === before.length) return undefined;
  return { kind: 'wish', intent, slots: { order_id, line_ids: rest }, resumed: true, fixed: true };
}

/** What clauses that do this name: "leave the blanket, the runner still goes". */
function* named({ found, message, heard }: Turn, ...acts: readonly string[]): Generator<Mention> {
  const things = found.mentions.filter(({ how }) => how !== 'pronoun' && how !== 'all');
  for (const { start, end, shares } of heard.slice(1)) {
    if (message.slice(start, end).length === message.length) continue;
    const share = acts.reduce((sum, act) => sum + (shares.get(act) ?? 0), 0);
    if (share >= CLAUSE) yield* things.filter(each => each.start >= start && each.end <= end);
  }
}

/** Least share of a clause that takes something back. */
const CLAUSE = 0.4;

/** Of wishes between which the customer was asked to choose, those that are not taken back. */
function keptWishes(turn: Turn): TurnMeaning | undefined {
  const { wishes = [] } = turn.conversation.memory.pending ?? {};
  const gone = [...named(turn, 'withdraw', 'withdraw_one')];
  const kept = keptIn(turn);
  const says = kept.orders.length + kept.lines.length > 0;
  const dropped = ({ intent, slots }: Wish) =>
    (says ? isAbout(slots.order_id, kept) : gone.some(({ orders }) => orders.includes(slots.order_id ?? ''))) ||
    turn.said.declined.includes(intent);
  const [first, ...rest] = wishes.filter(wish => !dropped(wish));
  if (first === undefined || rest.length + 1 === wishes.length) return undefined;
  if (rest.length > 0) return { kind: 'wishes', wishes: [first, ...rest] };
  return { kind: 'wish', ...first, resumed: true, fixed: true };
}
