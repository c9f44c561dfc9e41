import { openTickets } from '../conversation/tickets.js';
import type { KnownTicket } from '../records/types.js';
import { isByName } from '../conversation/references.js';
import { anotherWish, isPossible, linesIn, ticketsNamed } from './kept.js';
import { isDenied, phraseIn, saidWords } from '../conversation/phrases.js';
import { asks } from '../conversation/sentence-form.js';
import { isDecided, onlyAsks, shareIn, shareOf, type Turn } from './turn.js';

/** What a clause says of an open request. */
type Stance = 'goes' | 'stands' | 'left' | 'thought_over';

/** These undo nothing that was said before. */
const WEAK: ReadonlySet<Stance> = new Set(['left', 'thought_over']);

/** What becomes of the open requests: those that go, or the act by which all of them stand. */
export type WhatBecomes = readonly KnownTicket[] | 'goes_on' | 'hesitate';

/** Words behind a verb among which its object stands. */
const NEAR = 3;

/**
 * What the clauses of a message say of the open requests, the last one of each request counting: "forget the refund. Oh
 * no, do it" changes nothing. Undefined where they say nothing, or where more than the requests is spoken of.
 */
export function outcomeOf(turn: Turn): WhatBecomes | undefined {
  const { said, found, heard, message, policy, conversation } = turn;
  const open = openTickets(conversation.memory.tickets);
  const stances = new Map<KnownTicket, Stance>();
  const deeds = new Set<string>();
  let about = open.filter(({ order_id }) => open.length === 1 || order_id === conversation.memory.order_id);
  let taken = false;
  const { reconsidering } = policy.requestWords;
  const reconsiders = shareOf(turn, 'withdraw', 'withdraw_one') >= policy.weighing.act_surely;
  for (const clause of heard.length > 1 ? heard.slice(1) : heard) {
    const { start, end } = clause;
    const text = message.slice(start, end);
    if (onlyAsks({ message: text, policy, said }) || /^\W*\?/.test(message.slice(end))) continue;
    const named = ticketsNamed(start, end, turn);
    const elsewhere = found.mentions.some(each => each.start >= start && each.end <= end && isByName(each));
    about = named.length > 0 ? [...named] : elsewhere ? [] : about;
    const words = saidWords(text);
    const withdraws = shareIn(clause, 'withdraw', 'withdraw_one');
    const learned = withdraws >= policy.weighing.clause_withdraws_surely;
    const leaves = leavesGoods(words, turn) || (reconsiders && phraseIn(words, reconsidering) !== undefined);
    const sounds =
      (learned && named.length > 0 && open.length > 1) || (leaves && withdraws >= policy.weighing.clause_withdraws)
        ? 'goes'
        : undefined;
    let back = false;
    for (const ticket of about) {
      const said = { words, after: saidWords(message.slice(end)), named: named.length > 0 && open.length > 1 };
      const stance = stanceOf(said, ticket, turn) ?? sounds;
      back ||= stance === 'goes';
      if (stance !== undefined && (!WEAK.has(stance) || !stances.has(ticket))) stances.set(ticket, stance);
    }
    // "Only the refund please. The other was a mistake."
    const drops = back || words.some(word => policy.takesBack.has(word));
    const alone = !drops && named.length === 1 && words.some(word => policy.requestWords.only.includes(word));
    if (alone && shareOf(turn, 'withdraw', 'withdraw_one', 'less') >= policy.weighing.act_surely)
      for (const ticket of open) if (!named.includes(ticket)) stances.set(ticket, 'goes');
    taken ||= back;
    const { taking, back: behind } = policy.requestWords;
    const verbs = (word: string) => policy.takesBack.has(word) || taking.includes(word) || behind.includes(word);
    const wished = back ? words.filter(word => !verbs(word)).join(' ') : text;
    const { named: all, declined } = policy.understander.deeds(wished);
    for (const deed of all)
      if (!declined.includes(deed) && open.some(ticket => isPossible(deed, ticket, turn))) deeds.add(deed);
  }
  const those = (stance: Stance) => open.filter(ticket => stances.get(ticket) === stance);
  const gone = those('goes');
  const beside =
    [...deeds].some(deed => !open.some(({ intent }) => intent === deed)) ||
    found.orders.some(each => isByName(each) && !open.some(({ order_id }) => order_id === each.order_id));
  if (beside || gone.some(ticket => isPart(ticket, turn))) return undefined;
  // What is asked beside it is answered.
  if (gone.length === 0 && asks(turn)) return undefined;
  // "I could keep it for Christmas... no, no, do refund it."
  const last = heard.length > 2 ? heard.at(-1) : undefined;
  const restated =
    those('stands').length > 0 &&
    !found.mentions.some(isByName) &&
    shareOf(turn, 'withdraw', 'withdraw_one', 'goes_on') >= policy.weighing.withdraws_perhaps &&
    last !== undefined &&
    shareIn(last, 'withdraw', 'withdraw_one') < policy.weighing.clause_withdraws;
  if (gone.length === 0)
    return taken || restated || those('left').length > 0
      ? 'goes_on'
      : those('thought_over').length > 0
        ? 'hesitate'
        : undefined;
  const likely = said.likely.some(
    ({ intent, share }) =>
      share >= policy.weighing.choice_likely &&
      gone.some(ticket => intent !== ticket.intent && isPossible(intent, ticket, turn))
  );
  const instead =
    ((likely && shareOf(turn, 'other_deed') >= policy.weighing.heard) || anotherWish(turn) !== undefined) &&
    those('stands').length === 0;
  return instead || (open.length > 1 && gone.length === open.length) ? undefined : gone;
}

/** The message names some of its lines, and not all. */
function isPart({ order_id, line_ids }: KnownTicket, turn: Turn): boolean {
  const { lines, excluded } = turn.found;
  const named = [...lines, ...excluded.lines].filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const all = line_ids.length > 0 || order_id === null ? line_ids : linesIn(order_id, turn);
  return named.length > 0 && !all.every(line => named.includes(line));
}

interface Clause {
  readonly words: readonly string[];
  /** The words behind it. */
  readonly after: readonly string[];
  /** It names what the request is about, of several. */
  readonly named: boolean;
}

function stanceOf({ words, after, named }: Clause, ticket: KnownTicket, turn: Turn): Stance | undefined {
  const { understander, takesBack, requestWords } = turn.policy;
  const { refusing, proceeding, standing, restoring, leaving, thinking, denying } = requestWords;
  const said = understander.deeds(words.join(' '));
  if (isLeftToShop(words, turn)) return 'left';
  const goesOn = phraseIn(words, proceeding);
  if (goesOn !== undefined && words.slice(0, goesOn[0]).every(word => !denying.includes(word)))
    return proceedsElsewhere([...words.slice(goesOn[1]), ...after], ticket, turn) ? undefined : 'stands';
  if (halts(words, turn)) return 'goes';
  const refused = phraseIn(words, refusing);
  if (said.declined.includes(ticket.intent)) return 'goes';
  if (refused !== undefined && isDeed(objectIn(words, refused[1], turn), ticket, turn)) return 'goes';
  if (refusesDeed(words, ticket, turn)) return 'goes';
  // "I don't need the blanket", which is called off.
  if (refused !== undefined && turn.policy.intents.get(ticket.intent)?.callsOff === true) return 'stands';
  if (words.some((word, at) => takesBack.has(word) && isDenied(words, at, turn.policy))) return 'stands';
  if (named ? takes(words, ticket, turn) : isTakenBack(words, ticket, turn)) return 'goes';
  const leaves = words.findIndex(word => leaving.includes(word));
  if (leaves >= 0 && phraseIn(words, restoring) !== undefined)
    return turn.policy.ownRequests.has(objectIn(words, leaves + 1, turn)[0] ?? '') ? 'left' : 'goes';
  if (leaves >= 0 && phraseIn(words.slice(leaves + 1), standing) !== undefined)
    return isRequest(objectIn(words, leaves + 1, turn), ticket, turn) ? 'left' : undefined;
  if (said.named.includes(ticket.intent) && words.every(word => !denying.includes(word))) return 'stands';
  return phraseIn(words, thinking) === undefined ? undefined : 'thought_over';
}

/** "Go ahead and ship it" is no word for the request to cancel it. */
function proceedsElsewhere([joint = '', ...rest]: readonly string[], ticket: KnownTicket, turn: Turn): boolean {
  const { joints, understander } = turn.policy;
  return (
    rest.length > 0 && joint.search(joints) === 0 && !understander.deeds(rest.join(' ')).named.includes(ticket.intent)
  );
}

/** The word that the verb before it is about, and the one behind. */
function objectIn(words: readonly string[], from: number, { policy }: Turn): readonly string[] {
  const { pointing } = policy.requestWords;
  const at = words.slice(from, from + NEAR).findIndex(word => !policy.fillers.has(word) || pointing.includes(word));
  return at < 0 ? [] : words.slice(from + at, from + at + 2);
}

/** It has a word of taking back that wishes for nothing else: "cancel" does, unless it is a request. */
function takes(words: readonly string[], ticket: KnownTicket, turn: Turn): boolean {
  const { policy } = turn;
  const request = words.some(word => policy.ownRequests.has(word));
  const taken = words.some(word => policy.takesBack.has(word) && (request || !isPossibleDeed(word, ticket, turn)));
  return taken || phraseIn(words, policy.requestWords.withdrawing) !== undefined;
}

/** "Scrap the pot one" takes back what is about an order that can no longer be cancelled. */
const isPossibleDeed = (word: string, ticket: KnownTicket, turn: Turn): boolean =>
  turn.policy.understander.deeds(word).named.some(name => isPossible(name, ticket, turn));

/** "Please drop it", "take that back", "disregard what I wrote". */
function isTakenBack(words: readonly string[], ticket: KnownTicket, turn: Turn): boolean {
  const { takesBack, leadsIn, requestWords } = turn.policy;
  const { taking, back, before, pointing, out } = requestWords;
  return words.some((word, at) => {
    const object = objectIn(words, at + 1, turn);
    const [next = '', behind = ''] = object;
    if (taking.includes(word)) return back.includes(next) || (pointing.includes(next) && back.includes(behind));
    if (!takesBack.has(word)) return false;
    if (turn.policy.ownRequests.has(next)) return true;
    if (!words.slice(0, at).every(each => leadsIn.has(each) || before.includes(each))) return false;
    const deed = isPossibleDeed(word, ticket, turn);
    return pointing.includes(next) ? !deed && !out.includes(behind) : isRequest(object, ticket, turn);
  });
}

/** "Wait wait stop", "no no hold on, dont", and nothing else: where nothing was offered or asked back, what was asked for stops. */
function halts(words: readonly string[], { policy, conversation }: Turn): boolean {
  const { halting, holding, before } = policy.requestWords;
  const { offered, to_withdraw } = conversation.memory;
  const place = phraseIn(words, halting);
  if (place === undefined || offered !== undefined || to_withdraw !== undefined) return false;
  const rest = [...words.slice(0, place[0]), ...words.slice(place[1])];
  const around = new Set([...halting, ...holding].flatMap(phrase => phrase.split(' ')));
  return rest.every(word => policy.leadsIn.has(word) || before.includes(word) || around.has(word));
}

/** "Return", "do it". */
const isDeed = ([next = '', behind = '']: readonly string[], { intent }: KnownTicket, { policy }: Turn): boolean =>
  policy.understander.deeds(next).named.includes(intent) ||
  (policy.requestWords.doing.includes(next) && policy.requestWords.pointing.includes(behind));

/** "Leave it cream", "I'll keep it": a word of leaving is about the goods, and no request. */
function leavesGoods(words: readonly string[], turn: Turn): boolean {
  const { leaving, keeping, pointing, standing } = turn.policy.requestWords;
  const at = words.findLastIndex(word => leaving.includes(word) || keeping.includes(word));
  const behind = words.slice(at + 1);
  if (at < 0 || isLeftToShop(words, turn) || phraseIn(behind, standing) !== undefined) return false;
  if (isDenied(words, at, turn.policy) || behind.some(word => turn.policy.ownRequests.has(word))) return false;
  return pointing.includes(behind[0] ?? '');
}

/** "Keep me posted", "I'll leave it with you": nothing is taken back. */
export function isLeftToShop(words: readonly string[], { policy }: Pick<Turn, 'policy'>): boolean {
  const { leaving, informing, handing } = policy.requestWords;
  if (phraseIn(words, informing) !== undefined) return true;
  const leaves = words.findLastIndex(word => leaving.includes(word));
  return leaves >= 0 && phraseIn(words.slice(leaves + 1), handing) !== undefined;
}

/** "No change please", "don't change it": the deed of the ticket as a thing, or with what it is about. */
function refusesDeed(words: readonly string[], { intent }: KnownTicket, turn: Turn): boolean {
  const { policy } = turn;
  const { refusing, without, pointing } = policy.requestWords;
  if (!isDecided(turn, intent)) return false;
  const says = (text: string) => policy.understander.understand(text).likely[0]?.intent === intent;
  const none = words.findIndex((word, at) => without.includes(word) && says(words[at + 1] ?? ''));
  if (none >= 0 && !pointing.includes(words[none + 2] ?? '')) return true;
  const place = phraseIn(words, refusing);
  const [deed = '', object = ''] = place === undefined ? [] : words.slice(place[1]);
  return pointing.includes(object) && says(`${deed} ${object}`);
}

/** Its deed, or the word for requests; a pronoun may mean an order that is still to come. */
function isRequest([next = '']: readonly string[], ticket: KnownTicket, { policy, conversation }: Turn): boolean {
  const order = conversation.memory.known?.find(({ order_id }) => order_id === ticket.order_id);
  if (policy.requestWords.pointing.includes(next)) return order !== undefined && order.delivered_at !== null;
  return policy.ownRequests.has(next) || policy.understander.deeds(next).named.includes(ticket.intent);
}
