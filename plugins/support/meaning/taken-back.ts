import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import type { LineRef } from '../refer/types.js';
import { ordersSaid } from '../conversation/references.js';
import { linesIn } from './kept.js';
import { isDenied, phraseIn, saidWords } from '../conversation/phrases.js';
import { outcomeOf, type WhatBecomes } from './stances.js';
import { isDecided, onlyAsks, seemsToAsk, shareAlone, shareIn, shareOf, type Turn, type TurnMeaning } from './turn.js';

/** Words between "keep" and "everything" of "I keep really just everything". */
const NEAR = 3;
/** Words around "it stays" of a clause that says nothing else. */
const BESIDE = 4;

/**
 * What becomes of the open requests by a message's own words: they are taken back, all of them ("drop both"), by the deed
 * undone ("uncancel"), by what becomes of the goods ("it stays") or clause by clause; or they stand. Undefined where it says
 * nothing of that kind.
 */
export function requestsTakenBack(turn: Turn): WhatBecomes | undefined {
  const { pending, waiting, tickets, offered, to_withdraw } = turn.conversation.memory;
  const open = openTickets(tickets);
  if (open.length === 0 || pending !== undefined || waiting !== undefined || seemsToAsk(turn)) return undefined;
  // "No, don't do that" answers what was asked.
  const asked = offered !== undefined || to_withdraw !== undefined;
  const declined = open.some(({ intent }) => intent !== offered && turn.said.declined.includes(intent));
  if (asked && !declined && shareOf(turn, 'no') >= turn.policy.weighing.act_surely) return undefined;
  // "What do you mean with ticket, I don't get it" takes nothing back, whatever its words.
  if (shareAlone(turn, 'repeat', ...turn.policy.asking) >= turn.policy.weighing.intent_clearly) return undefined;
  const becomes = undone(open, turn) ?? outcomeOf(turn) ?? allOf(open, turn) ?? itself(open, turn);
  return typeof becomes === 'object' && !soundsTakenBack(turn) ? undefined : becomes;
}

/** Words alone take nothing back: "I'd like an exchange rather than sending it back" has them, and sounds like another wish. */
export const soundsTakenBack = ({ heard, alone, policy }: Turn): boolean =>
  [() => heard, alone].some(pieces =>
    pieces().some(each => shareIn(each, 'withdraw', 'withdraw_one', 'less', 'no') >= policy.weighing.heard)
  );

/** "Uncancel 1008." */
function undone(open: readonly KnownTicket[], { message, policy, found }: Turn): readonly KnownTicket[] | undefined {
  const words = saidWords(message);
  const reversed = policy.requestWords.reversing.flatMap(prefix =>
    words.flatMap((word, at) =>
      word === prefix ? (words[at + 1] ?? []) : word.startsWith(prefix) ? word.slice(prefix.length) : []
    )
  );
  const deeds = reversed
    .filter(word => policy.takesBack.has(word))
    .flatMap(word => policy.understander.deeds(word).named);
  const orders = ordersSaid(found);
  const own = open.filter(
    ({ intent, order_id }) => deeds.includes(intent) && (orders.length === 0 || orders.includes(order_id ?? ''))
  );
  return own.length === 1 ? own : undefined;
}

/** "Drop both", "I keep everything that I bought"; "leave both like that" keeps the requests. */
function allOf(open: readonly KnownTicket[], turn: Turn): WhatBecomes | undefined {
  const { message, policy, found } = turn;
  if (found.mentions.some(({ how }) => !['all', 'pronoun', 'only'].includes(how))) return undefined;
  const { keeping, standing, proceeding, none, all } = policy.requestWords;
  const words = saidWords(message);
  const nothing = phraseIn(words, none);
  const rest = nothing === undefined ? [] : [...words.slice(0, nothing[0]), ...words.slice(nothing[1])];
  if (nothing !== undefined && rest.every(word => policy.fillers.has(word) || policy.leadsIn.has(word))) return open;
  const place = phraseIn(words, all);
  if (place === undefined || (open.length < 2 && !found.whole)) return undefined;
  if (phraseIn(words, [...standing, ...proceeding]) !== undefined) return 'goes_on';
  const before = words.slice(Math.max(0, place[0] - NEAR - 1), place[0]);
  const request = words.some(word => policy.ownRequests.has(word));
  const start = place[0] - before.length;
  const kept = before.findLastIndex(word => keeping.includes(word));
  if (kept >= 0) return request ? 'goes_on' : isDenied(words, start + kept, policy) ? undefined : open;
  const verb = before.findLastIndex(word => policy.takesBack.has(word));
  const deeds = verb < 0 ? [] : policy.understander.deeds(before[verb]!).named;
  if (verb < 0 || (!request && deeds.some(name => isDecided(turn, name)))) return undefined;
  return isDenied(words, start + verb, policy) ? 'goes_on' : open;
}

/** "It stays": the goods of a return do, and the order of a cancellation. "I still want it" says that of an order alone. */
function itself(open: readonly KnownTicket[], turn: Turn): readonly KnownTicket[] | undefined {
  const { message, policy, found, said, conversation } = turn;
  const own = open.filter(({ order_id }) => order_id !== null && order_id === conversation.memory.order_id);
  const [ticket, another] = own;
  if (ticket === undefined || another !== undefined || !isDecided(turn, ticket.intent)) return undefined;
  if (said.named.length > 0 || found.mentions.some(({ how }) => how !== 'pronoun')) return undefined;
  const { staying, wanting, standing, proceeding } = policy.requestWords;
  const clauses = message.split(/[,.;:!\n]/).map(saidWords);
  const words = clauses.find(clause => phraseIn(clause, [...staying, ...wanting]) !== undefined) ?? [];
  if (phraseIn(saidWords(message), [...standing, ...proceeding]) !== undefined) return undefined;
  const cancels = policy.intents.get(ticket.intent)?.callsOff === true;
  const place = phraseIn(words, staying) ?? (cancels ? phraseIn(words, wanting) : undefined);
  if (place === undefined) return undefined;
  const beside = words.length - (place[1] - place[0]);
  return beside <= BESIDE && !isDenied(words, place[0], policy) ? [ticket] : undefined;
}

/** "Take the pot out of that", "add the pot to the refund": one ticket of its order, with the lines that are left or added. */
export function linesChanged(turn: Turn): TurnMeaning | undefined {
  const { message, policy, found, conversation } = turn;
  const { pending, waiting, tickets } = conversation.memory;
  const meant = found.lines.filter(({ how }) => how === 'item');
  const [line] = meant;
  if (line === undefined || pending !== undefined || waiting !== undefined || onlyAsks(turn)) return undefined;
  const { order_id } = line;
  const [ticket, another] = openTickets(tickets).filter(each => each.order_id === order_id);
  if (ticket === undefined || another !== undefined || found.excluded.lines.length > 0) return undefined;
  if (!isDecided(turn, ticket.intent) || found.lines.some(each => each.order_id !== order_id)) return undefined;
  const words = saidWords(message);
  const { removing, out, adding } = policy.requestWords;
  const verb = words.findIndex(word => removing.includes(word));
  const all = linesIn(order_id, turn);
  const before = ticket.line_ids.length === 0 ? all : ticket.line_ids;
  const named = meant.map(({ line_id }) => line_id);
  const removes = verb >= 0 && words.slice(verb + 1).some(word => out.includes(word)) && !isDenied(words, verb, policy);
  const deed = words.some((word, at) => policy.fillers.has(words[at - 1] ?? '') && isDeed(word, ticket.intent, policy));
  const joins = deed || meant.every(each => saysOnlyToo(each, turn));
  const adds = !removes && joins && phraseIn(words, adding) !== undefined && !named.some(each => before.includes(each));
  if (!removes && !adds) return undefined;
  const line_ids = all.filter(each =>
    adds ? before.includes(each) || named.includes(each) : before.includes(each) && !named.includes(each)
  );
  if (line_ids.length === 0 || line_ids.length === before.length) return undefined;
  return { kind: 'wish', intent: ticket.intent, slots: { order_id, line_ids }, resumed: true, fixed: true };
}

/** "And the runner too, sorry, should have said": its clause says nothing but that it goes with the rest. */
function saysOnlyToo({ order_id, line_id }: LineRef, { message, found, heard, policy }: Turn): boolean {
  const own = found.mentions.filter(
    ({ excluded, lines }) => !excluded && lines.some(each => each.order_id === order_id && each.line_id === line_id)
  );
  const clauses = heard.length > 1 ? heard.slice(1) : heard;
  const { adding, before, doing, removing } = policy.requestWords;
  const idle = (word: string) =>
    policy.fillers.has(word) || policy.leadsIn.has(word) || before.includes(word) || doing.includes(word);
  return own.some(mention => {
    const clause = clauses.find(({ start, end }) => mention.start >= start && mention.end <= end);
    if (clause === undefined) return false;
    const words = saidWords(`${message.slice(clause.start, mention.start)} ${message.slice(mention.end, clause.end)}`);
    const place = phraseIn(words, adding);
    const rest = place === undefined ? [] : [...words.slice(0, place[0]), ...words.slice(place[1])];
    return place !== undefined && rest.every(word => idle(word) && !removing.includes(word));
  });
}

const isDeed = (word: string, intent: string, { understander }: Turn['policy']): boolean =>
  understander.deeds(word).named.includes(intent);
