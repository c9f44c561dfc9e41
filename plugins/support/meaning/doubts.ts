import { ordersSaid } from '../conversation/references.js';
import { situationOf } from '../conversation/situation.js';
import { openTickets } from '../conversation/tickets.js';
import { changeSaid, isAbout, keptIn, lastTakesBack } from './kept.js';
import { requestsInstead, ticketMeant } from './corrections.js';
import { detail, fromArticle, fromBest, remark } from './follow-ups.js';
import { ask, rulesOf } from './questions.js';
import { soundsTakenBack } from './taken-back.js';
import { lengthOf, messageWords, phraseIn, saidWords } from '../conversation/phrases.js';
import {
  asks,
  endsAskingLeave,
  hasWishWords,
  marked,
  messageSentences,
  requests
} from '../conversation/sentence-form.js';
import {
  BY_ITSELF,
  handsOver,
  isCourtesy,
  isDecided,
  onlyAsks,
  onlyNames,
  ON_RECORD,
  seemsToAsk,
  shareAlone,
  shareIn,
  shareOf,
  type ReadTurn,
  type Turn,
  type TurnMeaning,
  WISHED_AGAIN
} from './turn.js';
import type { Heard } from '../refer/types.js';
import { onlyTells, soundsWished } from './wished.js';
import { takenBack } from './withdrawals.js';

/** The meaning of a message as far as it is certain: what is less than that changes nothing, it is asked whether it is meant. */
export const asFarAsCertain = (read: ReadTurn, turn: Turn): TurnMeaning =>
  notAgain(perhapsTakenBack(read, turn) ?? certainly(read, turn), turn);

/** "How do I return it?", of what a person has already: what comes next is told, and nothing is offered once more. */
function notAgain(meaning: TurnMeaning, turn: Turn): TurnMeaning {
  if (meaning.kind !== 'wish' || meaning.asked !== true || meaning.replaces === true) return meaning;
  const named = turn.found.lines.filter(({ how }) => how !== 'pronoun');
  const open = openTickets(turn.conversation.memory.tickets).some(
    ({ intent, order_id, line_ids }) =>
      intent === meaning.intent &&
      order_id === meaning.slots.order_id &&
      (line_ids.length === 0 || named.every(({ line_id }) => line_ids.includes(line_id)))
  );
  return open ? (ask('what_next', turn) ?? meaning) : meaning;
}

/** What opens something only where the message says so: a question whether it could be done does not, nor a wish that is declined. */
function certainly(read: ReadTurn, turn: Turn): TurnMeaning {
  const { meaning, by } = read;
  if (meaning.kind !== 'wish') return meaning;
  // "Alright", of what was told, greets nobody.
  const greets = isCourtesy(turn.policy.intents.get(meaning.intent)) && !turn.policy.closes.has(meaning.intent);
  const ends = greets && shareOf(turn, ...turn.policy.closes, 'done') >= turn.policy.weighing.act_surely;
  if (ends && situationOf(turn.conversation, turn.policy.intents).after !== 'start')
    return remark('done', turn) ?? meaning;
  if (!isDecided(turn, meaning.intent)) return (hasTicket(meaning.intent, turn) ? detail(turn) : undefined) ?? meaning;
  const { said, conversation } = turn;
  // "Instead of the runner refund the pot" declines a thing, and no deed.
  const declined = said.declined.includes(meaning.intent) && by !== 'other_thing' && by !== WISHED_AGAIN;
  // "I don't want to send it all back, just post me the part", of what a person has: it is more about that.
  if (isRefused(meaning.intent, turn) && !hasRequest(meaning, turn)) return detail(turn) ?? { ...meaning, asked: true };
  if (declined && soundsTakenBack(turn)) return takenBack(turn) ?? { kind: 'dropped' };
  if (declined) return toldOfIt(turn) ?? asksFirst(turn) ?? { kind: 'dropped' };
  // "An exchange instead of just a return", where a person has the return: what an article says just to that.
  const [best] = turn.told;
  const exact = best !== undefined && best.score >= turn.policy.weighing.article_before_record;
  if (exact && hasRequest(meaning, turn)) return fromArticle(best, turn);
  // "Good to know. I'm keeping it for now" wishes for nothing, whatever it sounds like.
  const meant = turn.found.orders.some(({ order_id }) => order_id === meaning.slots.order_id);
  if (by === BY_ITSELF && said.named.length === 0 && !meant && isAbout(meaning.slots.order_id, keptIn(turn)))
    return { kind: 'dropped' };
  // "Do things on sale ever get refunded" asks about no order.
  const order = meaning.slots.order_id ?? turn.found.candidates.orders[0];
  if (order === undefined && conversation.memory.pending === undefined && onlyAsks(turn))
    return rulesOf(meaning.intent, turn) ?? meaning;
  // What is asked beside it is told.
  if (meaning.first !== undefined || meaning.told !== undefined) return meaning;
  const answers = conversation.memory.pending !== undefined && meaning.resumed;
  if ((answers && (!seemsToAsk(turn) || onlyNames(turn))) || !asksWhether(by, turn)) return meaning;
  // "I forgot my promo code, can it still be added?" names no deed, and an article says just that.
  return said.named.length === 0 && best !== undefined && best.score >= turn.policy.weighing.article_exact
    ? fromArticle(best, turn)
    : { ...meaning, asked: true };
}

/** No word names the deed, and what sounds like it stands behind "I don't want to". */
function isRefused(intent: string, { said, message, policy }: Turn): boolean {
  if (said.named.includes(intent)) return false;
  const sounds = (text: string) =>
    policy.understander.understand(text).likely.find(each => each.intent === intent)?.share ?? 0;
  const sentences = messageSentences(message).map(([start, end]) => saidWords(message.slice(start, end)));
  return sentences.some((words, nth) => {
    const place = phraseIn(words, policy.requestWords.unwilling);
    if (place === undefined) return false;
    const refused = sounds(words.slice(place[1]).join(' '));
    const rest = sentences.toSpliced(nth, 1, words.slice(0, place[0])).flat();
    return refused >= policy.weighing.choice_likely && refused > sounds(rest.join(' '));
  });
}

/** "An exchange rather than a return": what an article says of it, where one does. */
function toldOfIt(turn: Turn): TurnMeaning | undefined {
  const { article_fits_little, article_at_least, act_surely } = turn.policy.weighing;
  return fromBest(shareOf(turn, 'other_deed') >= act_surely ? article_at_least : article_fits_little, turn);
}

/** What is handed over once more, and names no other order, says more about what a person has already. */
function hasTicket(intent: string, turn: Turn): boolean {
  const { found, conversation } = turn;
  if (!handsOver(turn, intent)) return false;
  return openTickets(conversation.memory.tickets).some(
    ticket => ticket.intent === intent && ordersSaid(found).every(order => order === ticket.order_id)
  );
}

/** The same is open for that order. */
const hasRequest = ({ intent, slots }: Extract<TurnMeaning, { kind: 'wish' }>, { conversation }: Turn): boolean =>
  openTickets(conversation.memory.tickets).some(
    ticket => ticket.intent === intent && [undefined, ticket.order_id].includes(slots.order_id)
  );

/** What it wishes for it only asks about, or thinks about. */
function asksWhether(by: string, turn: Turn): boolean {
  const { asks_whether } = turn.policy.weighing;
  const ticket = by === 'other_deed' ? ticketMeant(turn) : undefined;
  if (ticket !== undefined && requestsInstead(ticket, turn)) return false;
  if (seemsToAsk(turn) || shareOf(turn, 'hypothetical', 'hesitate') >= asks_whether) return true;
  if (by !== BY_ITSELF && by !== 'new_wish') return false;
  if (turn.said.named.length > 0) return !soundsWished(turn) && !hasWishWords(turn);
  // "My husband bought one, too. What are my options?" names no deed, and ends with a question.
  const [start = 0] = messageSentences(turn.message).at(-1) ?? [];
  const last = { message: turn.message.slice(start), policy: turn.policy };
  if ((marked(last.message) && !requests(last)) || endsAskingLeave(last)) return true;
  if (onlyTells(turn)) return true;
  // "I must wait how long for the money" stands where wishes stand, and asks by its own words.
  const { asking } = turn.policy;
  return Math.max(shareOf(turn, ...asking), shareAlone(turn, ...asking)) >= asks_whether;
}

/** "Pretend I never asked, can you wipe the request?": it is asked first. Asked before, it is meant. */
function perhapsTakenBack({ by, weighed, meaning }: ReadTurn, turn: Turn): TurnMeaning | undefined {
  const { said, policy, conversation } = turn;
  const { pending } = conversation.memory;
  const share = weighed.find(({ command }) => TAKES_BACK.has(command))?.share ?? 0;
  if (pending !== undefined || share < policy.weighing.withdraws_perhaps) return undefined;
  // "Could I still cancel it?", after a change was asked for, asks about another deed.
  const open = openTickets(conversation.memory.tickets);
  const deeds = said.named.filter(name => isDecided(turn, name) && !said.declined.includes(name));
  const another = deeds.length > 0 && open.every(({ intent }) => !deeds.includes(intent));
  if (another && asks(turn) && shareOf(turn, ...TAKES_BACK) < policy.weighing.act_surely) return undefined;
  // Another deed with the same thing takes the first one back by itself.
  if (by === 'other_deed') return undefined;
  if (TAKES_BACK.has(by)) return isDoubtful(share, turn) ? asksFirst(turn) : undefined;
  const opens = meaning.kind === 'wish' && isDecided(turn, meaning.intent);
  // "I haven't washed it. I'd want the money back", of what was reported: the words take nothing back.
  if (opens && another && shareAlone(turn, ...TAKES_BACK) < policy.weighing.heard) return undefined;
  // "She hates it, refund ORD-1001", once more, asks for what stands already.
  const repeats =
    meaning.kind === 'wish' &&
    deeds.includes(meaning.intent) &&
    meaning.slots.order_id !== undefined &&
    hasRequest(meaning, turn);
  if (repeats && weighed[0]?.command === by) return undefined;
  const likeliest = TAKES_BACK.has(weighed[0]?.command ?? '') && (by === BY_ITSELF || by === ON_RECORD);
  // "The pump, I mean" narrows nothing that is open.
  const narrows = turn.found.lines.length > 0 || turn.found.quantity !== null ? ['less'] : [];
  // Only its place in the conversation may say so: "I am worried they have my card as well".
  const first = likeliest && shareAlone(turn, ...TAKES_BACK, 'no', ...narrows) >= policy.weighing.heard;
  const instead = said.declined.length > 0 && said.named.some(name => isDecided(turn, name));
  if ((!first && !opens) || instead) return undefined;
  return asksFirst(turn);
}

/** Whether it is to be taken back is asked; asked before, it is meant. */
function asksFirst(turn: Turn): TurnMeaning | undefined {
  const { tickets, to_withdraw } = turn.conversation.memory;
  const back = takenBack(turn);
  if (back?.kind !== 'task' || back.task.does !== 'withdraw') return undefined;
  const again = openTickets(tickets).some(({ ticket_id }) => to_withdraw?.includes(ticket_id));
  return again ? back : { ...back, task: { ...back.task, does: 'ask_withdrawal' } };
}

/** It may as well leave everything as it is, as a whole or by its last clause; it is thought about; or only its place in the conversation says so. */
function isDoubtful(share: number, turn: Turn): boolean {
  const { leaves, remarks, weighing, takesBack } = turn.policy;
  const last = turn.heard.slice(1).at(-1);
  const goesOn = [...leaves].reduce((sum, act) => sum + (last?.shares.get(act) ?? 0), 0);
  const thinks = turn.heard.some(({ shares }) => (shares.get('hesitate') ?? 0) >= weighing.clause_at);
  if (goesOn >= weighing.clause_at || thinks) return true;
  const says = turn.said.declined.length > 0 || messageWords(turn.message).some(word => takesBack.has(word));
  // "But still" is too short to say it by itself.
  const alone = ({ start, end, ...each }: Heard) =>
    lengthOf(turn.message.slice(start, end)) > SHORT &&
    shareIn(each, ...TAKES_BACK, 'less') >= weighing.withdraws_alone;
  if (changeSaid(turn) !== undefined || ((says || turn.alone().some(alone)) && lastTakesBack(turn) > 0)) return false;
  if (shareOf(turn, ...leaves, ...remarks) >= weighing.leaves * share) return true;
  return !says && shareAlone(turn, ...TAKES_BACK, 'less') < weighing.withdraws_alone;
}

/** Words. */
const SHORT = 2;

/** Commands that take requests back. */
const TAKES_BACK: ReadonlySet<string> = new Set(['withdraw', 'withdraw_one']);
