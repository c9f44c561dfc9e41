import { mergeSlots } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import type { Heard } from '../refer/types.js';
import { isPossible } from './kept.js';
import { phraseIn, saidWords } from '../conversation/phrases.js';
import { isDecided, seemsToAsk, shareIn, shareOf, type Turn, type TurnMeaning } from './turn.js';

/** A clause that wishes for another deed than the one that is open. */
interface Instead {
  readonly clause: Heard;
  readonly deed: string;
  /** It is named, and not just what the clause sounds like. */
  readonly named: boolean;
}

/**
 * "No, I mean a refund, not a return", "forget the colour, just cancel the order": another deed with what the one open
 * request is about, in a message that puts that right or takes it back.
 */
export function deedInstead(turn: Turn): TurnMeaning | undefined {
  const { conversation, found, said } = turn;
  const { pending, waiting, to_withdraw } = conversation.memory;
  const ticket = ticketMeant(turn);
  if (ticket?.order_id == null || [pending, waiting, to_withdraw].some(each => each !== undefined)) return undefined;
  if (found.unknown.length > 0 || ordersSaid(found).some(order => order !== ticket.order_id)) return undefined;
  const strange = ({ line_id }: { readonly line_id: string }) =>
    ticket.line_ids.length > 0 && !ticket.line_ids.includes(line_id);
  if (found.lines.some(strange) || found.excluded.lines.some(strange)) return undefined;
  const instead = insteadIn(ticket, turn);
  if (instead === undefined || !putsRight(instead, ticket, turn)) return undefined;
  if (seemsToAsk(turn) && !requestsInstead(ticket, turn)) return undefined;
  const lines = ticket.line_ids.length === 0 ? {} : { line_ids: ticket.line_ids };
  const slots = { ...mergeSlots({}, said.slots), order_id: ticket.order_id, ...lines };
  return { kind: 'wish', intent: instead.deed, slots, resumed: true, replaces: true, fixed: true };
}

/** The one request that is open, or the one about the order that is talked about. */
export function ticketMeant(turn: Turn): KnownTicket | undefined {
  const { memory } = turn.conversation;
  const open = openTickets(memory.tickets).filter(({ intent }) => isDecided(turn, intent));
  const here = open.filter(({ order_id }) => open.length === 1 || order_id === memory.order_id);
  return here.length === 1 ? here[0] : undefined;
}

const clausesOf = ({ heard }: Turn): readonly Heard[] => (heard.length > 1 ? heard.slice(1) : heard);

/** The one deed that clauses wish for and that can be done with the order; one that is named goes before what clauses sound like. */
function insteadIn(ticket: KnownTicket, turn: Turn): Instead | undefined {
  const wishes = clausesOf(turn).flatMap(clause => wishIn(clause, ticket, turn) ?? []);
  const named = wishes.filter(each => each.named);
  const [first, ...others] = named.length > 0 ? named : wishes;
  return others.some(({ deed }) => deed !== first?.deed) ? undefined : first;
}

function wishIn(clause: Heard, ticket: KnownTicket, turn: Turn): Instead | undefined {
  const { policy, said, message, unfit } = turn;
  const text = message.slice(clause.start, clause.end);
  const words = saidWords(text);
  if (phraseIn(words, [...policy.opensCondition]) !== undefined) return undefined;
  const { named, declined, intent, confidence } = policy.understander.understand(text, unfit);
  const another = (name: string) =>
    name !== ticket.intent &&
    isPossible(name, ticket, turn) &&
    !declined.includes(name) &&
    !said.declined.includes(name);
  const [deed, second] = named.filter(another);
  if (second !== undefined) return undefined;
  const wished = shareIn(clause, ...WISHING);
  if (deed !== undefined) {
    const meant = wished >= policy.weighing.heard || shareOf(turn, ...WISHING) >= policy.weighing.act_surely;
    const unwanted = isRefused(deed, words, turn) || takesBackAlone(clause, words, deed, turn);
    return meant && !unwanted ? { clause, deed, named: true } : undefined;
  }
  const sounds = another(intent) && named.length === 0 && confidence >= policy.weighing.intent_clearly;
  // "Scrap the cancel n switch colour to black" is another deed as a whole.
  const surely = Math.max(wished, shareOf(turn, 'other_deed')) >= policy.weighing.act_surely;
  return sounds && surely ? { clause, deed: intent, named: false } : undefined;
}

/** Acts of a clause that wishes for a deed. */
const WISHING = ['new_wish', 'other_deed', 'other_thing'];

/** "We won't be giving it back". */
function isRefused(deed: string, words: readonly string[], { policy }: Turn): boolean {
  const at = words.findLastIndex(word => policy.requestWords.denying.includes(word));
  return at >= 0 && policy.understander.deeds(words.slice(at + 1).join(' ')).named.includes(deed);
}

/** "Cancel that", "scratch it": of calling off neither goods nor the order, which takes back what was asked for. */
function takesBackAlone({ start, end }: Heard, words: readonly string[], deed: string, turn: Turn): boolean {
  const { policy, found, message, heard } = turn;
  if (policy.intents.get(deed)?.callsOff !== true) return false;
  if (words.some(word => policy.ownRequests.has(word))) return true;
  const thing = found.mentions.some(
    each => each.start >= start && each.end <= end && saidWords(message.slice(each.start, each.end)).length > 1
  );
  const number = found.mentions.some(each => each.start >= start && each.end <= end && each.how !== 'pronoun');
  // "Don't bother with the colour and cancel it": what was asked for is taken back before it.
  const before = heard.slice(1).some(each => each.end <= start && takesBackIn(each, turn));
  return !thing && !number && !before;
}

/** What a clause sounds like takes something back. */
const takesBackIn = (clause: Heard, { policy }: Turn): boolean =>
  shareIn(clause, 'withdraw', 'withdraw_one') >= policy.weighing.clause_withdraws;

/** The message declines what is open, takes something back beside the deed, or sounds as if it put something right. */
function putsRight({ clause }: Instead, ticket: KnownTicket, turn: Turn): boolean {
  const { said, found, heard, policy, message } = turn;
  if (said.declined.includes(ticket.intent)) return true;
  const denies = ({ start, end }: Heard) => {
    const [first = ''] = saidWords(message.slice(start, end));
    return policy.requestWords.denying.includes(first) || policy.requestWords.without.includes(first);
  };
  const others = heard.slice(1).filter(each => each !== clause);
  if (others.some(each => takesBackIn(each, turn) || (denies(each) && !isOnlyNo(each, turn)))) return true;
  const changes = shareOf(turn, 'other_deed', 'other_thing', 'withdraw', 'withdraw_one');
  return changes >= policy.weighing.act_surely || (found.corrects && changes >= policy.weighing.heard);
}

const isOnlyNo = ({ start, end }: Heard, { message }: Turn): boolean => saidWords(message.slice(start, end)).length < 2;

/** "Rather than cancelling, could you change it?" asks for it, and not whether it is possible. */
export const requestsInstead = (ticket: KnownTicket, { said, message, policy }: Turn): boolean =>
  said.declined.includes(ticket.intent) && phraseIn(saidWords(message), [...policy.opensRequest]) !== undefined;
