import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket, Wish } from '../records/types.js';
import type { Resolution } from '../refer/types.js';
import { less } from './changes.js';
import { isAbout, keptIn, linesIn, namedBy, ticketsTakenBack, withdrawnShare } from './kept.js';
import { remark } from './follow-ups.js';
import { ask } from './questions.js';
import { reportOf } from './troubles.js';
import { asTask, caseOf, isDecided, type Turn, type TurnMeaning } from './turn.js';

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
  const numbered = found.mentions.some(({ how }) => how === 'number');
  const own = aboutNone && !numbered && withdrawnShare(turn) >= turn.policy.weighing.writes_at ? [] : named;
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
  const everything = found.mentions.filter(({ how }) => how === 'all');
  const all = found.whole || everything.some(({ orders }) => orders.length !== 1);
  // "Bin all of that", which is also what was handed over without an order.
  const here = open.filter(({ order_id }) =>
    order_id === null ? everything.length > 0 : order_id === memory.order_id
  );
  const tickets =
    ofLines.length > 0
      ? ofLines
      : own.length > 0
        ? []
        : all
          ? open
          : denied.length > 0
            ? denied.slice(-1)
            : here.some(({ order_id }) => order_id !== null)
              ? here
              : open.slice(-1);
  if (tickets.length > 0) return asTask({ does: 'withdraw', tickets }, turn);
  // "And the blanket, cancel that", where another order was talked about, takes nothing back.
  if (own.length > 0 && !own.includes(memory.order_id ?? '')) return undefined;
  const waits = memory.pending !== undefined || memory.waiting !== undefined || memory.offered !== undefined;
  if (waits || memory.decided !== undefined) return { kind: 'dropped' };
  // "Ok nah forget it then": nothing is open, and nothing is asked for.
  return open.length + own.length === 0 ? remark('no', turn) : undefined;
}

/** Of several requests one is taken back: the one that the clause names which takes back, or that is left out. */
export function withdrawOne(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, said } = turn;
  const open = openTickets(conversation.memory.tickets);
  const chosen = keptWishes(turn);
  if (chosen !== undefined) return chosen;
  const taken = ticketsTakenBack(turn);
  if (taken !== undefined) return asTask({ does: 'withdraw', tickets: taken }, turn);
  const gone = [...namedBy(turn, 'withdraw', 'withdraw_one')];
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
  const gone = [...namedBy(turn, 'withdraw', 'withdraw_one')].flatMap(({ lines }) => lines);
  const { excluded, lines } = turn.found;
  // "The pot stays" says more than what a clause sounds like.
  const left = excluded.lines.length > 0 ? excluded.lines : gone.length > 0 ? gone : lines;
  const before = line_ids.length === 0 ? linesIn(order_id, turn) : line_ids;
  const rest = before.filter(line => !left.some(each => each.order_id === order_id && each.line_id === line));
  if (rest.length === 0 || rest.length === before.length) return undefined;
  return { kind: 'wish', intent, slots: { order_id, line_ids: rest }, resumed: true, fixed: true };
}

/** Of wishes between which the customer was asked to choose, those that are not taken back. */
function keptWishes(turn: Turn): TurnMeaning | undefined {
  const { wishes = [] } = turn.conversation.memory.pending ?? {};
  const gone = [...namedBy(turn, 'withdraw', 'withdraw_one')];
  const kept = keptIn(turn);
  const says = kept.orders.length + kept.lines.length > 0;
  const { alone, lines } = turn.found;
  const dropped = (wish: Wish) =>
    (says
      ? isOf(wish, kept)
      : gone.some(({ orders }) => orders.includes(wish.slots.order_id ?? '')) ||
        (alone && !isOf(wish, { orders: [], lines }))) || turn.said.declined.includes(wish.intent);
  const [first, ...rest] = wishes.filter(wish => !dropped(wish));
  if (first === undefined || rest.length + 1 === wishes.length) return undefined;
  if (rest.length > 0) return { kind: 'wishes', wishes: [first, ...rest] };
  return { kind: 'wish', ...first, resumed: true, fixed: true };
}

/** It is about any of these. */
const isOf = ({ slots: { order_id, line_ids } }: Wish, { orders, lines }: Resolution['excluded']): boolean =>
  order_id !== undefined &&
  (orders.includes(order_id) ||
    lines.some(line => line.order_id === order_id && (line_ids === undefined || line_ids.includes(line.line_id))));

/** "Ok do it then", after questions about what was offered, or about how the shop does it: that is wished for. */
export function triedAfterAll(turn: Turn): TurnMeaning | undefined {
  const { found, conversation } = turn;
  const { tried, offered, to_withdraw, pending, waiting, tickets } = conversation.memory;
  if ([offered, to_withdraw, pending, waiting].some(each => each !== undefined)) return undefined;
  const meant = tried ?? askedAbout(turn);
  if (meant === undefined) return undefined;
  const { order_id, line_ids } = meant.slots;
  const named = ordersSaid(found).some(order => order !== order_id);
  if (named || openTickets(tickets).some(each => each.order_id === order_id)) return undefined;
  const sure = tried === undefined ? { asked: true } : line_ids === undefined ? {} : { fixed: true };
  return { kind: 'wish', ...meant, resumed: true, ...sure };
}

/** The deed of which rules were told last, of what is talked about. */
function askedAbout({ conversation: { memory }, policy }: Turn): Wish | undefined {
  const { told, subject, order_id, line_ids } = memory;
  const intent = told === undefined ? undefined : caseOf(subject, { policy });
  if (intent === undefined) return undefined;
  if (order_id === undefined) return { intent, slots: {} };
  return { intent, slots: line_ids === undefined ? { order_id } : { order_id, line_ids } };
}

/** "Oh well, do it after all": what was taken back last is wished for again. */
export function wishedAgain(turn: Turn): TurnMeaning | undefined {
  const { found, conversation } = turn;
  const { tickets = [], pending, waiting } = conversation.memory;
  const last = tickets.at(-1);
  if (last === undefined || !last.withdrawn) return undefined;
  const reported = turn.policy.issues.find(({ name }) => name === last.issue);
  // "I did not say withdraw it, put it back", of something that was reported.
  if (reported !== undefined && pending === undefined && waiting === undefined)
    return reportOf(reported, last, last.line_ids);
  if (last.order_id === null || !isDecided(turn, last.intent)) return undefined;
  const { order_id, line_ids, intent } = last;
  if (pending !== undefined || waiting !== undefined || found.quantity !== null) return undefined;
  if (openTickets(tickets).some(each => each.order_id === order_id)) return undefined;
  if (ordersSaid(found).some(order => order !== order_id) || found.excluded.lines.length > 0) return undefined;
  if (line_ids.length > 0 && found.lines.some(line => !line_ids.includes(line.line_id))) return undefined;
  const named = found.lines.filter(({ how }) => how !== 'pronoun').map(({ line_id }) => line_id);
  const meant = named.length > 0 ? named : line_ids;
  const lines = meant.length === 0 ? {} : { line_ids: meant };
  return { kind: 'wish', intent, slots: { order_id, ...lines }, resumed: true, fixed: true };
}
