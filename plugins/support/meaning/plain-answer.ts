import { ordersSaid } from '../conversation/references.js';
import { lengthOf } from '../conversation/phrases.js';
import { asks, marked, messageSentences } from '../conversation/sentence-form.js';
import { messageParts } from '../conversation/wishes.js';
import { openTickets } from '../conversation/tickets.js';
import { both, choice, no, skip, upNext, yes } from './answers.js';
import { onlyNames, personIntent, shareIn, shareOf, type Turn, type TurnMeaning } from './turn.js';

/** "The second one", "yes please": what answers the open question and says nothing else is that answer, whatever it sounds like. */
export function plainAnswer(turn: Turn): TurnMeaning | undefined {
  const { pending, offered, offer_waits, to_withdraw, waiting } = turn.conversation.memory;
  // What was offered before that is not answered by "right" and "perfect": it is weighed with all that they may mean.
  if (offer_waits === true && pending === undefined && to_withdraw === undefined) return undefined;
  const { affirmation, opens, pick } = turn.said.slots;
  if ([pending, offered, to_withdraw, waiting].every(each => each === undefined)) return undefined;
  const heard = pending === undefined ? heardAnswer(turn) : undefined;
  if (heard !== undefined) return heard;
  // "Yes do that please" begins like a question, and asks nothing.
  if (opens === null ? asks(turn) : marked(turn.message)) return undefined;
  // "I couldn't tell you that", of what a rule asks: no lesson knows what a shop's rules ask.
  const person = shareOf(turn, 'person') >= turn.policy.weighing.act_surely;
  if (pending?.missing === 'fact' && turn.said.named.length === 0 && !person) return skip(turn);
  if (pending !== undefined && pick !== null) return pick === 'all' ? both(turn) : choice(turn);
  if (pending !== undefined && onlyNames(turn)) return choice(turn);
  // "Now the other order", once it was asked whether to go on with that.
  if (pick === 'other' && pending === undefined && waiting !== undefined) return upNext(turn);
  if (pick !== null) return undefined;
  // "No, leave it as it is", asked whether a request is to be taken back, takes back nothing.
  if (to_withdraw !== undefined && opens === 'no' && namesOnlyThose(turn)) return no(turn);
  const answer = affirmation ?? (answersOffer(turn) ? opens : null);
  // "Ok I keep it then", after a refusal: what sounds like agreeing to something else is weighed.
  if (answer === null || (answer === 'yes' && (declinesRather(turn) || halts(turn.message, turn.policy))))
    return undefined;
  return answer === 'yes' ? yes(turn) : no(turn);
}

/** What a message does with what was offered, by shares of 1; undefined where nothing was. */
export function offerAnswer({ message, policy, said, conversation: { memory } }: Turn) {
  const { offered, to_withdraw } = memory;
  if ((offered === undefined && to_withdraw === undefined) || said.strange) return undefined;
  const kind = to_withdraw !== undefined ? 'withdrawal' : offered === personIntent(policy) ? 'person' : 'deed';
  const share = (label: 'takes' | 'declines') => policy.readers.offers?.share(label, message, kind) ?? 0;
  return { takes: share('takes'), declines: share('declines') };
}

/**
 * "Aye, go on then", "not to worry": it takes or declines what was offered, by what was learned of such answers and of what
 * messages do, names nothing else and asks nothing.
 */
function heardAnswer(turn: Turn): TurnMeaning | undefined {
  const heard = offerAnswer(turn);
  const { message } = turn;
  if (heard === undefined || marked(message) || namesOther(turn) || lengthOf(message) > MOST_WORDS) return undefined;
  if (messageSentences(message).length > 1) return undefined;
  const { offer_answered, heard: least } = turn.policy.weighing;
  const [agrees, declines] = [shareOf(turn, 'yes'), shareOf(turn, 'no')];
  if (heard.takes >= offer_answered) return agrees >= least && agrees > declines ? yes(turn) : undefined;
  const names = turn.found.mentions.length > 0;
  return heard.declines >= offer_answered && declines >= least && declines > agrees && !names ? no(turn) : undefined;
}

/** "Yes please, hold on, is it free?": what began like a yes is stopped in another clause. */
export const halts = (message: string, { joints, heard, weighing }: Turn['policy']): boolean =>
  messageParts(message, joints)
    .slice(1)
    .some(([start, end]) => {
      const clause = heard.whole(message.slice(start, end));
      return clause !== undefined && shareIn(clause, 'wait', 'hesitate') >= weighing.act_surely;
    });

function declinesRather(turn: Turn): boolean {
  const heard = offerAnswer(turn);
  return heard !== undefined && heard.declines >= turn.policy.weighing.offer_answered;
}

/** Words of an answer that says yes or no and little more. */
const MOST_WORDS = 10;

/** "Yes, that would be kind of you", "yes hand it over then": it begins like an answer to what was offered, and names nothing else. */
function answersOffer(turn: Turn): boolean {
  const { offered, to_withdraw } = turn.conversation.memory;
  return (
    (offered !== undefined || to_withdraw !== undefined) && !namesOther(turn) && lengthOf(turn.message) <= MOST_WORDS
  );
}

/** What it names is what the requests are about of which it was asked whether they are to be taken back. */
function namesOnlyThose({ found, conversation: { memory } }: Turn): boolean {
  const asked = openTickets(memory.tickets).filter(({ ticket_id }) => memory.to_withdraw?.includes(ticket_id));
  const known = (order: string) => asked.some(({ order_id }) => order_id === order);
  return found.excluded.lines.length + found.excluded.orders.length === 0 && ordersSaid(found).every(known);
}

/** It names another order than the one of the offer, or another deed. */
export function namesOther({ said, found, conversation }: Turn): boolean {
  const { offered, offered_slots } = conversation.memory;
  const orders = ordersSaid(found).some(order => order !== offered_slots?.order_id);
  return orders || found.corrects || [...said.named, ...said.declined].some(name => name !== offered);
}
