import { ordersSaid } from '../conversation/references.js';
import type { ActFound } from '../refer/types.js';
import { readIn, type Reading } from '../conversation/reading.js';
import { addition, additionAfterAll, elaboration } from './additions.js';
import { correction, narrowedWish, offerTaken, withdrawal } from './changes.js';
import { chosenWish, declined, nextWaiting, verifiedMeanwhile } from './choices.js';
import {
  listOfOrders,
  questionAboutSettled,
  questionAfterAll,
  questionInstead,
  questionOfRules,
  questionOfState,
  questionOnRecord,
  questionUnanswered
} from './questions.js';
import {
  caseOfRules,
  detailOfSettled,
  severalOrders,
  wishBesideRules,
  severalWishes,
  statusOfNamed,
  wishOfDeed,
  wishOfSentence
} from './several.js';
import { trouble } from './troubles.js';
import {
  asks,
  isDecided,
  onlyNames,
  requests,
  type TurnMeaning,
  type MeaningResolver,
  type Turn,
  weighed
} from './turn.js';

/** A message read by itself and with the question that is open; nothing where that leaves it unclear or a choice. */
const wish: MeaningResolver = turn => {
  const reading = readIn(turn.said, turn.conversation);
  if (reading.kind === 'which_order' && turn.conversation.memory.known !== undefined)
    return severalOrders(reading, turn);
  const named = ordersSaid(turn.found).length > 0;
  if (reading.kind === 'same_for_item' && named) return { ...reading, kind: 'wish', resumed: true };
  const settled = !['unclear', 'choice', 'same_for_item'].includes(reading.kind);
  // An order that is named is about the shop, and is told about rather than handed over for little.
  const outside = reading.kind === 'wish' && reading.intent === 'out_of_scope' && named;
  const after = turn.conversation.memory.settled !== undefined && asks(turn);
  const little =
    isHandedOver(reading, turn) &&
    (named || after || (asks(turn) && !requests(turn)) || (turn.told[0]?.score ?? 0) >= LITTLE) &&
    turn.said.confidence < LITTLE &&
    [undefined, 'choice'].includes(turn.conversation.memory.pending?.missing);
  // "I waited an hour already" names neither deed nor order: what an article says on it goes before.
  const vague =
    reading.kind === 'wish' &&
    isDecided(turn, reading.intent) &&
    reading.intent === turn.said.intent &&
    turn.said.named.length + turn.said.hits.length + turn.found.orders.length === 0 &&
    turn.said.confidence < LITTLE &&
    turn.conversation.memory.pending === undefined;
  return settled && !outside && !little && !vague && !asksAgain(reading, turn) ? reading : undefined;
};

/** "How fast is it to a gift card?" after a refund: a question that names no deed wishes for nothing once more. */
function asksAgain(reading: Reading, turn: Turn): boolean {
  const { said, found, conversation } = turn;
  const { settled, decided, order_id, pending } = conversation.memory;
  if (reading.kind !== 'wish' || pending !== undefined || !asks(turn) || requests(turn)) return false;
  if (!isDecided(turn, reading.intent)) return false;
  // "So when does 1002 come?" sounds a little like a wish, and is told how the order stands.
  if (said.named.length + said.hits.length === 0 && said.confidence < LITTLE && said.intent === reading.intent)
    return true;
  const again = [settled, decided?.intent].includes(reading.intent);
  const names = said.named.length + said.hits.length > 0 || ordersSaid(found).some(order => order !== order_id);
  return again && !names;
}

/** A wish that a person looks at whatever is found. */
const isHandedOver = (reading: Reading, { policy }: Turn): boolean =>
  reading.kind === 'wish' && policy.intents.get(reading.intent)?.ends.state === 'escalated';

const LITTLE = 0.7;

/** What is left: a choice, or a question that is asked again. */
const rest: MeaningResolver = turn => {
  const reading = readIn(turn.said, turn.conversation);
  // A vague question hands nothing over.
  const asked = asks(turn) && !requests(turn) && turn.said.confidence < LITTLE;
  const vague = isHandedOver(reading, turn) && asked && turn.said.named.length === 0;
  return vague ? { kind: 'unclear', slots: {} } : reading;
};

/** The ways to read a message, in order: the first that fits is what it means. */
export const RESOLVERS: readonly { readonly name: string; readonly resolve: MeaningResolver }[] = [
  { name: 'withdrawal', resolve: withdrawal },
  { name: 'offer taken', resolve: offerTaken },
  { name: 'trouble', resolve: trouble },
  { name: 'addition', resolve: addition },
  { name: 'narrowed wish', resolve: narrowedWish },
  { name: 'correction', resolve: correction },
  { name: 'chosen wish', resolve: chosenWish },
  { name: 'verified meanwhile', resolve: verifiedMeanwhile },
  { name: 'question on record', resolve: questionOnRecord },
  { name: 'list of orders', resolve: listOfOrders },
  { name: 'question of the rules', resolve: questionOfRules },
  { name: 'question whether it is done', resolve: questionOfState },
  { name: 'question about what is settled', resolve: questionAboutSettled },
  { name: 'next wish', resolve: nextWaiting },
  { name: 'declined', resolve: declined },
  { name: 'elaboration', resolve: elaboration },
  { name: 'question instead of a wish', resolve: questionInstead },
  { name: 'detail of what is settled', resolve: detailOfSettled },
  { name: 'several wishes', resolve: severalWishes },
  { name: 'wish of a sentence', resolve: wishOfSentence },
  { name: 'deed that is named', resolve: wishOfDeed },
  { name: 'wish beside the rules', resolve: wishBesideRules },
  { name: 'wish', resolve: wish },
  { name: 'case of the rules', resolve: caseOfRules },
  { name: 'question after all', resolve: questionAfterAll },
  { name: 'status of what is named', resolve: statusOfNamed },
  { name: 'question that is not answered', resolve: questionUnanswered },
  { name: 'addition after all', resolve: additionAfterAll },
  { name: 'rest', resolve: rest }
];

/** Acts that a name may do. */
const isAnswer = ({ act }: ActFound) => ['both', 'choice', 'correction', 'yes', 'no', 'thanks'].includes(act);

/** What a message means in its conversation, and which way of reading found it. */
export function meaningOf(heard: Turn): { readonly meaning: TurnMeaning; readonly by: string } {
  // What only names something does nothing else, whatever it sounds like.
  const turn = onlyNames(heard) ? { ...heard, acts: heard.acts.filter(isAnswer), troubles: [] } : heard;
  const inContext = weighed(turn);
  for (const { name, resolve } of RESOLVERS) {
    const meaning = resolve(inContext);
    if (meaning !== undefined) return { meaning, by: name };
  }
  return { meaning: { kind: 'unclear', slots: {} }, by: 'none' };
}
