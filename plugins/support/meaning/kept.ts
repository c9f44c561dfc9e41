import { situationOf } from '../conversation/situation.js';
import { openTickets } from '../conversation/tickets.js';
import { messageParts } from '../conversation/wishes.js';
import type { KnownTicket, Wish } from '../records/types.js';
import type { LineRef, Mention, Resolution } from '../refer/types.js';
import { messageWords, phraseIn, saidWords } from '../conversation/phrases.js';
import { messageSentences } from '../conversation/sentence-form.js';
import { isDecided, onlyAsks, shareOf, type Turn } from './turn.js';

export const isLine = (line: LineRef, { order_id, line_id }: LineRef): boolean =>
  line.order_id === order_id && line.line_id === line_id;

/** The lines of an order, by all that is known of it. */
export const linesIn = (order_id: string, { conversation: { memory } }: Turn): readonly string[] =>
  memory.known?.find(order => order.order_id === order_id)?.lines.map(({ line_id }) => line_id) ?? [];

type Kept = Resolution['excluded'];

/** Anything of that order is kept. */
export const isAbout = (order_id: string | null | undefined, { orders, lines }: Kept): boolean =>
  typeof order_id === 'string' && (orders.includes(order_id) || lines.some(line => line.order_id === order_id));

/** What a message keeps or leaves out, except where it asks about it: "should I hang on to it meanwhile?" */
export function keptIn({ found, message, policy, said }: Turn): Kept {
  const { orders, lines } = found.excluded;
  if (orders.length + lines.length === 0) return found.excluded;
  const sentences = messageSentences(message);
  const parts = sentences.flatMap(([start, end]) =>
    messageParts(message.slice(start, end), policy.joints).map(([from, to]) => [start + from, start + to] as const)
  );
  const asked = [...sentences, ...parts].filter(([start, end]) =>
    onlyAsks({ message: message.slice(start, end), policy, said })
  );
  const kept = found.mentions.filter(
    each => each.excluded && !asked.some(([start, end]) => each.start >= start && each.end <= end)
  );
  const keeps = (order: string) => kept.some(each => each.orders.includes(order));
  return { orders: orders.filter(keeps), lines: lines.filter(({ order_id }) => keeps(order_id)) };
}

/** What clauses that do this name: "leave the blanket, the runner still goes". */
export function* namedBy({ found, message, heard, policy }: Turn, ...acts: readonly string[]): Generator<Mention> {
  const things = found.mentions.filter(({ how }) => how !== 'pronoun' && how !== 'all');
  for (const { start, end, shares } of heard.slice(1)) {
    if (message.slice(start, end).length === message.length) continue;
    const share = acts.reduce((sum, act) => sum + (shares.get(act) ?? 0), 0);
    if (share >= policy.weighing.clause_does) yield* things.filter(each => each.start >= start && each.end <= end);
  }
}

/** Orders that a message names and does not keep: one is, of which it keeps a part and names another. */
export function ordersMeant(turn: Turn): readonly string[] {
  const { orders, lines } = turn.found;
  const kept = keptIn(turn);
  const stays = (order: string) => isAbout(order, kept) && !lines.some(({ order_id }) => order_id === order);
  return orders
    .filter(({ how, order_id }) => how !== 'pronoun' && how !== 'only' && !stays(order_id))
    .map(({ order_id }) => order_id);
}

/** The command that a message gives by what it keeps, declines or puts right, however it sounds. */
export function changeSaid(turn: Turn): string | undefined {
  const { found, said, conversation, message, policy } = turn;
  const { tickets, pending, waiting = [] } = conversation.memory;
  const open = openTickets(tickets);
  const { orders, lines } = keptIn(turn);
  const isKept = ({ slots }: Wish) => isAbout(slots.order_id, { orders, lines });
  const wishes = pending?.wishes ?? [];
  if (wishes.some(isKept) && !wishes.every(isKept)) return 'withdraw_one';
  const kept = open.filter(
    ({ order_id, line_ids }) =>
      order_id !== null &&
      (orders.includes(order_id) ||
        lines.some(line => line.order_id === order_id && (line_ids.length === 0 || line_ids.includes(line.line_id))))
  );
  const [ticket] = kept;
  // "The runner as well, no point in keeping it."
  const another = phraseIn(saidWords(message), policy.requestWords.adding) === undefined ? 'other_thing' : 'add_thing';
  if (ticket === undefined && waiting.some(isKept)) return 'no';
  const wanted = found.lines.filter(({ how }) => how !== 'pronoun');
  const beside = ({ order_id, line_ids }: KnownTicket, line: LineRef) =>
    line.order_id === order_id && line_ids.length > 0 && !line_ids.includes(line.line_id);
  if (ticket !== undefined) {
    // "Meant 1002 not 1008", "the pot, not the machine".
    const elsewhere = ordersMeant(turn).filter(order => !open.some(each => each.order_id === order));
    if (wanted.some(line => beside(ticket, line)) || (elsewhere.length === 1 && kept.length === 1)) return another;
    if (open.length > kept.length || kept.length > 1) return 'withdraw_one';
    const all = ticket.line_ids.length === 0 ? linesIn(ticket.order_id!, turn) : ticket.line_ids;
    const stays = (line_id: string) =>
      lines.some(line => line.order_id === ticket.order_id && line.line_id === line_id);
    return orders.includes(ticket.order_id!) || all.every(stays) ? 'withdraw' : 'less';
  }
  if (onlyAsks(turn)) return undefined;
  if (drops(turn) || ticketsTakenBack(turn) !== undefined) return open.length > 1 ? 'withdraw_one' : 'withdraw';
  // "I would rather have a refund than a return for the runner."
  const deeds = said.named.filter(name => isDecided(turn, name));
  const instead = deeds.length === 2 && open.filter(({ intent }) => deeds.includes(intent)).length === 1;
  const one = wanted.length < 2 || wanted.every(({ how }) => how === 'all');
  if (instead && one && found.orders.length === 1) return 'other_deed';
  const declined = open.filter(({ intent }) => said.declined.includes(intent));
  if (declined.length > 0) {
    // "A different colour would do, no need to cancel it."
    const sounds = said.likely.some(
      ({ intent, share }) =>
        isDecided(turn, intent) && !said.declined.includes(intent) && share >= policy.weighing.intent_likely
    );
    if (
      deeds.length > 0 ||
      anotherWish(turn) !== undefined ||
      (sounds && shareOf(turn, 'other_deed') >= policy.weighing.heard)
    )
      return 'other_deed';
    return open.length > declined.length ? 'withdraw_one' : 'withdraw';
  }
  // "It should have been the pot", where a ticket is about the runner of its order.
  return found.corrects && wanted.length > 0 && wanted.every(line => open.some(each => beside(each, line)))
    ? another
    : undefined;
}

/** "Don't cancel, just make it the grey one", "a new one, not the money": what another clause than the one that declines plainly wishes for. */
export function anotherWish(turn: Turn): string | undefined {
  const { heard, message, policy, said, conversation } = turn;
  const open = openTickets(conversation.memory.tickets);
  const clauses = heard.slice(1).map(({ start, end }) => message.slice(start, end));
  const denies = (text: string) => policy.requestWords.denying.includes(saidWords(text)[0] ?? '');
  if (said.declined.length === 0 && !clauses.some(denies)) return undefined;
  for (const text of clauses.filter(clause => !denies(clause))) {
    const { intent, confidence, declined } = policy.understander.understand(text, turn.unfit);
    const wished = isDecided(turn, intent) && declined.length === 0 && confidence >= policy.weighing.intent_clearly;
    if (wished && !said.declined.includes(intent) && open.every(each => each.intent !== intent)) return intent;
  }
  return undefined;
}

const NEAR = 5;

/**
 * Of several open tickets those that their own clause takes back: "forget the runner, but still cancel the blanket"; or the
 * one whose request a word of taking back stands before: "withdraw the return". Undefined where none or any may be meant.
 */
export function ticketsTakenBack(turn: Turn): readonly KnownTicket[] | undefined {
  const open = openTickets(turn.conversation.memory.tickets);
  const dropped = open.filter(ticket => dropsRequest(ticket, turn));
  if (dropped.length > 0) return dropped;
  const clauses = turn.heard.slice(1);
  const least = turn.policy.weighing.clause_withdraws;
  if (open.length < 2 || onlyAsks(turn)) return undefined;
  const gone = new Set<KnownTicket>();
  const stays = new Set<KnownTicket>();
  for (const { start, end, shares } of clauses.length > 0 ? clauses : turn.heard) {
    const share = (shares.get('withdraw') ?? 0) + (clauses.length > 0 ? 0 : (shares.get('withdraw_one') ?? 0));
    for (const ticket of ticketsNamed(start, end, turn)) (share >= least ? gone : stays).add(ticket);
  }
  const taken = [...gone].filter(ticket => !stays.has(ticket));
  return taken.length === 0 || taken.length < gone.size || taken.length === open.length ? undefined : taken;
}

/** Open tickets that a piece of the message names: by order or item, else by the deed, else by its place among them. */
export function ticketsNamed(
  start: number,
  end: number,
  { found, message, policy, conversation }: Turn
): readonly KnownTicket[] {
  const open = openTickets(conversation.memory.tickets);
  const within = found.mentions.filter(
    each => each.start >= start && each.end <= end && each.how !== 'pronoun' && each.how !== 'all'
  );
  const named = open.filter(({ order_id, line_ids }) =>
    within.some(({ orders, lines }) =>
      lines.length > 0
        ? lines.some(line => line.order_id === order_id && (line_ids.length === 0 || line_ids.includes(line.line_id)))
        : order_id !== null && orders.length === 1 && orders.includes(order_id)
    )
  );
  if (named.length > 0) return named;
  const words = messageWords(message.slice(start, end));
  // "Scrap" and "cancel" name no request that is cancelled.
  const { named: deeds } = policy.understander.deeds(words.filter(word => !policy.takesBack.has(word)).join(' '));
  const same = open.filter(({ intent }) => deeds.includes(intent));
  if (same.length > 0) return same.length === 1 ? same : [];
  const request = words.some(word => policy.ownRequests.has(word));
  const said = ` ${words.join(' ')} `;
  const has = (phrases: readonly string[]) => phrases.some(phrase => said.includes(` ${phrase} `));
  const { first, second, last } = policy.requestWords;
  const place = has(first) ? 0 : has(second) ? 1 : has(last) ? open.length - 1 : undefined;
  // A place counts among what was listed, unless the noun says what is counted.
  const counts = request || (within.length === 0 && conversation.memory.shown === undefined);
  const placed = place === undefined || !counts ? undefined : open[place];
  return placed === undefined ? [] : [placed];
}

/** "Please withdraw the return": a word of taking back, and right behind it the deed of the ticket as a thing. */
function dropsRequest({ intent }: KnownTicket, { message, policy, said, found }: Turn): boolean {
  if (found.mentions.some(({ how, excluded }) => !excluded && how === 'number')) return false;
  const words = messageWords(message);
  const deedsOf = (word: string) => policy.understander.deeds(word).named;
  const at = words.findIndex(
    (word, nth) =>
      policy.takesBack.has(word) &&
      policy.fillers.has(words[nth + 1] ?? '') &&
      deedsOf(words[nth + 2] ?? '').includes(intent)
  );
  if (at < 0) return false;
  const verb = deedsOf(words[at]!);
  return said.named.every(name => name === intent || verb.includes(name) || !isDecided({ policy }, name));
}

/** "Please cancel the complete request", which cancels no order. */
export function drops({ message, policy, found }: Pick<Turn, 'message' | 'policy' | 'found'>): boolean {
  if (found.mentions.some(({ how, excluded }) => !excluded && (how === 'number' || how === 'item'))) return false;
  const words = messageWords(message);
  return words.some(
    (word, at) =>
      policy.takesBack.has(word) && words.slice(at + 1, at + NEAR).some(each => policy.ownRequests.has(each))
  );
}

/** How likely the message needs something to be done, of 1; undefined where nobody reads that in its language. */
export function deedShare({ policy, message, conversation }: Turn): number | undefined {
  return policy.readers.needs?.share('deed', message, situationOf(conversation, policy.intents).after);
}

/** How likely the message takes an open request back, of 1; 0 where none is open. */
export function withdrawnShare({ conversation, policy, message }: Turn): number {
  const last = openTickets(conversation.memory.tickets).at(-1);
  return last === undefined ? 0 : (policy.readers.standing?.share('withdrawn', message, last.intent) ?? 0);
}

/** The same of the sentence of it that does so most: "I'll see on the 7th. Close the ticket until then." */
export const withdrawnInPart = (turn: Turn): number =>
  messageSentences(turn.message).reduce(
    (most, [start, end]) => Math.max(most, withdrawnShare({ ...turn, message: turn.message.slice(start, end) })),
    0
  );
