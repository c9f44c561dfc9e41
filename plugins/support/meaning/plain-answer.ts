import { ordersSaid } from '../conversation/references.js';
import { lengthOf } from '../conversation/phrases.js';
import { asks, marked } from '../conversation/sentence-form.js';
import { both, choice, no, skip, yes } from './answers.js';
import { onlyNames, shareOf, type Turn, type TurnMeaning } from './turn.js';

/** "The second one", "yes please": what answers the open question and says nothing else is that answer, whatever it sounds like. */
export function plainAnswer(turn: Turn): TurnMeaning | undefined {
  const { pending, offered, to_withdraw, waiting } = turn.conversation.memory;
  const { affirmation, opens, pick } = turn.said.slots;
  // "Yes do that please" begins like a question, and asks nothing.
  const asked = opens === null ? asks(turn) : marked(turn.message);
  if ([pending, offered, to_withdraw, waiting].every(each => each === undefined) || asked) return undefined;
  // "I couldn't tell you that", of what a rule asks: no lesson knows what a shop's rules ask.
  const person = shareOf(turn, 'person') >= turn.policy.weighing.act_surely;
  if (pending?.missing === 'fact' && turn.said.named.length === 0 && !person) return skip(turn);
  if (pending !== undefined && pick !== null) return pick === 'all' ? both(turn) : choice(turn);
  if (pending !== undefined && onlyNames(turn)) return choice(turn);
  if (pick !== null) return undefined;
  const answer = affirmation ?? (answersOffer(turn) ? opens : null);
  return answer === null ? undefined : answer === 'yes' ? yes(turn) : no(turn);
}

/** Words of an answer that says yes or no and little more. */
const MOST_WORDS = 10;

/** "Yes, that would be kind of you", "yes hand it over then": it begins like an answer to what was offered, and names nothing else. */
function answersOffer(turn: Turn): boolean {
  const { said, found, message, conversation } = turn;
  const { offered, offered_slots, to_withdraw } = conversation.memory;
  if (offered === undefined && to_withdraw === undefined) return false;
  const others = ordersSaid(found).some(order => order !== offered_slots?.order_id);
  const deeds = [...said.named, ...said.declined].some(name => name !== offered);
  return !others && !deeds && !found.corrects && lengthOf(message) <= MOST_WORDS;
}
