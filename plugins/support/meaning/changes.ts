import { ordersSaid } from '../conversation/references.js';
import { mergeSlots } from '../conversation/reading.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket, RememberedSlots, Wish } from '../records/types.js';
import type { ActFound } from '../refer/types.js';
import {
  asks,
  asTask,
  corrects,
  decidesNewly,
  does,
  doesAlso,
  isDecided,
  likelyWish,
  opensAsQuestion,
  SURE,
  type TurnMeaning,
  type Turn,
  VERY_SURE
} from './turn.js';

/** Of a clause of a longer message. */
const TAKEN = 0.75;
/** Of a question. */
const ASKED = 0.9;
const SCOPE = 'confirm_scope';

/** "Forget it", "I'll keep the lamp": what is open about the order that is talked about is taken back. */
export function withdrawal(turn: Turn): TurnMeaning | undefined {
  const { found, said, conversation, message, policy } = turn;
  const { memory } = conversation;
  const act = doesAlso(turn, 'withdraw') ?? callsOff(turn);
  const open = openTickets(memory.tickets);
  // "Please do not cancel it": what was handed over is not wanted.
  const denied = open.filter(({ intent }) => said.declined.includes(intent) && said.named.length === 0);
  if (act === undefined && denied.length > 0 && !decidesNewly(turn, said.intent))
    return asTask({ does: 'withdraw', tickets: denied.slice(-1) }, turn);
  if (act === undefined || act.score < (does(turn, 'withdraw') ? SURE : TAKEN)) return undefined;
  const others = keptWishes(turn);
  if (others !== undefined) return others;
  // "Do I keep the broken one?" asks.
  if (asks(turn) && (act.score < ASKED || opensAsQuestion(message.slice(act.start, act.end), policy))) return undefined;
  // "Then cancel it", where nothing is open: there is nothing else that it could mean to cancel.
  const idle = open.length === 0 && memory.pending === undefined && memory.waiting === undefined;
  if (idle && said.candidates.some(name => decidesNewly(turn, name))) return undefined;
  const inPart = act.end - act.start < message.trim().length - 2;
  // "Forget the return, refund it instead" wishes for something else.
  if (decidesNewly(turn, said.intent) && (act.score < VERY_SURE || inPart)) return undefined;
  if (inPart && does(turn, 'correction')) return undefined;
  // "Keep the ticket, but make it a refund".
  const another = said.named.some(deed => open.length > 0 && open.every(({ intent }) => intent !== deed));
  if (another && act.score < ASKED) return undefined;
  const named = ordersSaid(found);
  const about = (ids: readonly string[]) => open.filter(({ order_id }) => order_id !== null && ids.includes(order_id));
  const meant = named.length > 0 ? about(named) : about(memory.order_id === undefined ? [] : [memory.order_id]);
  const ofLines = meant.filter(
    ({ order_id, line_ids }) =>
      line_ids.length > 0 && found.lines.some(line => line.order_id === order_id && line_ids.includes(line.line_id))
  );
  // "And the pot I keep", where the ticket is about the runner alone: nothing is taken back.
  const other = (ticket: KnownTicket) =>
    ticket.line_ids.length > 0 && found.lines.some(line => line.order_id === ticket.order_id);
  if (meant.length > 0 && ofLines.length === 0 && meant.every(other) && !found.whole)
    return asTask({ does: 'answer', followUps: policy.followUps.filter(({ acts }) => acts.includes(SCOPE)) }, turn);
  const [ticket] = ofLines.length > 0 ? ofLines : meant;
  const rest = ticket === undefined || !keepsLines(turn) ? undefined : part(ticket, turn, kept => !kept);
  if (rest !== undefined) return rest;
  const all =
    found.whole || found.mentions.some(({ how }) => how === 'all') || (named.length === 0 && meant.length === 0);
  const tickets =
    ofLines.length > 0 ? ofLines : meant.length > 0 ? meant : all && named.length === 0 ? open.slice(-1) : [];
  if (tickets.length > 0) return asTask({ does: 'withdraw', tickets }, turn);
  const waits = memory.pending !== undefined || memory.waiting !== undefined || memory.decided !== undefined;
  const nothing = !inPart && named.length === 0;
  return waits || nothing || (memory.tickets?.length ?? 0) > 0 ? { kind: 'dropped' } : undefined;
}

/** "Cancel it" of an order that is there already takes back what was handed over about it. */
function callsOff(turn: Turn): Pick<ActFound, 'score' | 'start' | 'end'> | undefined {
  const {
    said,
    found,
    conversation: { memory },
    policy,
    message
  } = turn;
  const means = policy.intents.get(said.intent)?.takesBackUnless;
  if (means === undefined || asks(turn)) return undefined;
  const named = ordersSaid(found);
  const about = named.length > 0 ? named : [memory.order_id];
  const there = (id: string | null) =>
    memory.known?.some(({ order_id, status }) => order_id === id && !means.includes(status)) === true;
  const open = openTickets(memory.tickets).some(
    ({ order_id, intent }) => order_id !== null && about.includes(order_id) && there(order_id) && intent !== said.intent
  );
  return open ? { score: 1, start: 0, end: message.length } : undefined;
}

/** What clauses that take back name: "leave the blanket, the runner still goes". */
function* namedInTakingBack({ found, message, policy }: Turn) {
  let start = 0;
  for (const clause of message.split(/(?<=[.,;!?])/)) {
    const end = start + clause.length;
    const names = found.mentions.filter(each => each.how === 'item' || each.how === 'number');
    const own = names.filter(each => each.start >= start && each.end <= end);
    if (own.length > 0 && policy.heard.recognise(clause)[0]?.act === 'withdraw') yield* own;
    start = end;
  }
}

/** The clause that takes back is the one that names the items, and not all of them. */
const keepsLines = (turn: Turn): boolean =>
  !turn.found.whole && [...namedInTakingBack(turn)].some(({ how }) => how === 'item');

/** Of wishes between which the customer was asked to choose, those that are not taken back. */
function keptWishes(turn: Turn): TurnMeaning | undefined {
  const { wishes = [] } = turn.conversation.memory.pending ?? {};
  const named = [...namedInTakingBack(turn)];
  const dropped = ({ slots }: Wish) => named.some(({ orders }) => orders.includes(slots.order_id ?? ''));
  const [first, ...rest] = wishes.filter(wish => !dropped(wish));
  if (first === undefined || rest.length + 1 === wishes.length) return undefined;
  if (rest.length > 0) return { kind: 'wishes', wishes: [first, ...rest] };
  return { kind: 'wish', ...first, resumed: true, fixed: true };
}

/** Of a ticket about several lines, the wish about those that fit, where that is some and not all. */
function part(
  { order_id, intent, line_ids }: KnownTicket,
  { found, conversation: { memory } }: Turn,
  fits: (named: boolean) => boolean
): TurnMeaning | undefined {
  const named = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const whole = memory.known?.find(order => order.order_id === order_id)?.lines.map(({ line_id }) => line_id) ?? [];
  const before = line_ids.length === 0 ? whole : line_ids;
  const rest = before.filter(line => fits(named.includes(line)));
  if (order_id === null || rest.length === 0 || rest.length === before.length) return undefined;
  return { kind: 'wish', intent, slots: { order_id, line_ids: rest }, resumed: true, fixed: true };
}

/** "Only the runner then", where the ticket is about more. */
export function narrowedWish(turn: Turn): TurnMeaning | undefined {
  const { found, said, conversation } = turn;
  const ticket = openTickets(conversation.memory.tickets).findLast(
    ({ order_id }) => order_id !== null && order_id === found.lines[0]?.order_id
  );
  if (ticket === undefined || !found.alone || asks(turn)) return undefined;
  if (said.named.some(deed => deed !== ticket.intent)) return undefined;
  return part(ticket, turn, named => named);
}

/** "Yes", "ok do that": what the reply before offered is wished for. */
export function offerTaken(turn: Turn): TurnMeaning | undefined {
  const { said, conversation, found } = turn;
  const { offered, order_id, line_ids } = conversation.memory;
  if (offered === undefined || ordersSaid(found).some(order => order !== order_id)) return undefined;
  const agrees = said.slots.affirmation === 'yes' || does(turn, 'yes', 'ready');
  const names = said.likely[0]?.intent === offered && said.likely[0].share >= VERY_SURE;
  if (!agrees && !names) return undefined;
  if (decidesNewly(turn, said.intent) && said.intent !== offered) return undefined;
  // "Ok, the gift card is fine" agrees to something else.
  const { refund_destination, quantity, part, goods } = said.slots;
  if (!names && (refund_destination !== null || quantity !== null || part !== null || goods)) return undefined;
  if (!names && said.slots.words.length > FEW) return undefined;
  const slots: RememberedSlots = {
    ...(order_id === undefined ? {} : { order_id }),
    ...(line_ids === undefined ? {} : { line_ids })
  };
  return { kind: 'wish', intent: offered, slots, resumed: true };
}

/** Words of a plain yes. */
const FEW = 3;

/** Of a correction that names an order or an item and no deed. */
const CLEARLY = 0.75;
/** Least share of what a correction sounds like. */
const LIKELY = 0.3;

/** "No, 1008", "I meant a refund", "the other one": the same again of another order, or another wish about the same. */
export function correction(turn: Turn): TurnMeaning | undefined {
  const instead = deedInstead(turn);
  if (!corrects(turn) && instead === undefined) return undefined;
  const { said, found, conversation, policy } = turn;
  const { pending, settled, decided, order_id, line_ids, subject } = conversation.memory;
  const before = pending !== undefined && pending.intent !== 'unknown' ? pending.intent : (decided?.intent ?? settled);
  const names = found.orders.length > 0 || found.lines.length > 0;
  // "Instead" and "only" sound like a change of the order: what counts is the deed that is named.
  const [deed, another] = instead === undefined ? said.named : [instead];
  const clear = isDecided(turn, said.intent) && (!names || said.confidence >= CLEARLY) ? said.intent : undefined;
  const likely =
    deed !== undefined && another === undefined ? deed : (clear ?? (names ? undefined : likelyWish(turn, LIKELY)));
  const newly = decidesNewly(turn, likely) && said.intent !== before;
  const intent = newly ? likely! : (before ?? caseOf(subject, turn));
  if (intent === undefined || (!names && !newly) || policy.intents.get(intent) === undefined) return undefined;
  const [named] = found.orders;
  // "Wait, which one is that?" asks.
  if (asks(turn) && !newly && found.orders.every(order => order.order_id === order_id)) return undefined;
  // "I meant the other one. The pot stays with me".
  const kept = [...namedInTakingBack(turn)].flatMap(({ lines }) => lines.map(({ line_id }) => line_id));
  const rest = found.lines.filter(line => line.order_id === named?.order_id && !kept.includes(line.line_id));
  const apart = kept.length > 0 && rest.length > 0;
  const slots: RememberedSlots = {
    ...mergeSlots(pending?.slots ?? {}, said.slots),
    ...(order_id === undefined ? {} : { order_id }),
    ...(named === undefined && line_ids !== undefined ? { line_ids } : {}),
    ...(named === undefined ? {} : { order_id: named.order_id }),
    ...(apart ? { line_ids: rest.map(({ line_id }) => line_id) } : {})
  };
  return { kind: 'wish', intent, slots, resumed: true, ...(apart ? { fixed: true } : {}) };
}

/** "I would rather have a refund than a return": of the deeds that are named, the one that is not settled already. */
function deedInstead(turn: Turn): string | undefined {
  const { said, found, conversation } = turn;
  const before = conversation.memory.decided?.intent ?? conversation.memory.settled;
  const [deed, another] = said.named.filter(name => name !== before && isDecided(turn, name));
  const against = before !== undefined && (said.named.includes(before) || said.declined.includes(before));
  return against && another === undefined && found.lines.length < 2 && !asks(turn) ? deed : undefined;
}

/** "No, I mean for my bath mat", after the rules: the case to which they are applied. */
function caseOf(subject: string | undefined, { policy }: Turn): string | undefined {
  const rules = subject === undefined ? undefined : policy.intents.get(subject);
  return rules?.applied;
}
