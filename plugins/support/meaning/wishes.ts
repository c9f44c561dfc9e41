import { readIn, type Reading } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { type PartWish, wishesIn } from '../conversation/wishes.js';
import {
  ifPossible,
  isOnItsWay,
  listOfOrders,
  questionAfterAll,
  questionInstead,
  questionOfRules,
  statusInAnger,
  statusOfNamed
} from './questions-by-themselves.js';
import { issueHeard, tellsOfGoods, trouble, withIssue } from './troubles.js';
import { asks, requests } from '../conversation/sentence-form.js';
import {
  answersItself,
  isDecided,
  isForPerson,
  type MeaningResolver,
  orderTeller,
  shareOf,
  type Turn,
  type TurnMeaning
} from './turn.js';
import {
  caseOfRules,
  likelierDeed,
  severalOrders,
  wishBesideRules,
  wishOfDeed,
  wishOfSentence,
  withExtra
} from './wishes-of-deeds.js';

/** Several wishes, each about something of its own. */
function severalWishes(turn: Turn): TurnMeaning | undefined {
  const { memory } = turn.conversation;
  if (memory.known === undefined || memory.pending !== undefined) return undefined;
  const { policy } = turn;
  const asked = (message: string) =>
    asks({ message, policy }) && !requests({ message, policy }) ? orderTeller(policy)?.name : undefined;
  const wishes = wishesIn(turn.message, turn, { policy, asked });
  // "Refund 3 casseroles and 2 runners" is one wish, whatever its second half sounds like.
  const plain = wishes.some(each => !each.asked && !isDecided(turn, each.intent));
  if (isDecided(turn, turn.said.intent) && plain) return undefined;
  return wishes.length > 1 ? inTurn(wishes, turn) : undefined;
}

/** What only tells about an order is told at once, before the one deed beside it; of several deeds the customer says which comes first. */
function inTurn(parts: readonly PartWish[], turn: Turn): TurnMeaning {
  const wishes = parts.map(({ intent, slots }) => ({ intent, slots }));
  const reads = wishes.find(({ intent, slots }) => !isDecided(turn, intent) && slots.order_id !== undefined);
  if (reads === undefined) return { kind: 'wishes', wishes };
  const waiting = wishes.filter(wish => wish !== reads);
  const [deed, another] = waiting;
  if (another === undefined && deed?.slots.order_id !== undefined && isDecided(turn, deed.intent))
    return {
      kind: 'wish',
      ...deed,
      resumed: false,
      first: reads,
      fixed: true,
      asked: parts[wishes.indexOf(deed)]!.asked
    };
  return { kind: 'wish', intent: reads.intent, slots: reads.slots, resumed: false, waiting, fixed: true };
}

/** A message read by itself and with the question that is open; nothing where that leaves it unclear or a choice. */
const wish: MeaningResolver = turn => {
  const reading = readIn(turn.said, turn.conversation);
  if (reading.kind === 'which_order' && turn.conversation.memory.known !== undefined)
    return severalOrders(reading, turn);
  const named = ordersSaid(turn.found).length > 0;
  if (reading.kind === 'same_for_item' && named) return { ...reading, kind: 'wish', resumed: true };
  const settled = !['unclear', 'choice', 'same_for_item'].includes(reading.kind);
  // "Bowls havent come" sounds a little like a question of delivery.
  const general =
    reading.kind === 'wish' &&
    answersItself(turn.policy.intents.get(reading.intent)) &&
    turn.said.confidence < turn.policy.weighing.intent_little &&
    !asks(turn) &&
    isOnItsWay(turn);
  // An order that is named is about the shop, and is told about rather than handed over for little; a recipe for a pot is not.
  const shops = turn.found.orders.some(({ how }) => how !== 'item');
  const outside = reading.kind === 'wish' && reading.intent === 'out_of_scope' && shops;
  const after = turn.conversation.memory.settled !== undefined && asks(turn);
  const little =
    isHandedOver(reading, turn) &&
    (named ||
      after ||
      (asks(turn) && !requests(turn)) ||
      (turn.told[0]?.score ?? 0) >= turn.policy.weighing.intent_little) &&
    turn.said.confidence < turn.policy.weighing.intent_little &&
    [undefined, 'choice'].includes(turn.conversation.memory.pending?.missing);
  // "I waited an hour already" names neither deed nor order: what an article says on it goes before.
  const vague =
    reading.kind === 'wish' &&
    isDecided(turn, reading.intent) &&
    reading.intent === turn.said.intent &&
    turn.said.named.length + turn.said.hits.length + turn.found.orders.length === 0 &&
    turn.said.confidence < turn.policy.weighing.intent_little &&
    turn.conversation.memory.pending === undefined;
  return settled &&
    !outside &&
    !little &&
    !vague &&
    !general &&
    !saysOtherwise(reading, turn) &&
    !asksAgain(reading, turn)
    ? reading
    : undefined;
};

/** "How fast is it to a gift card?" after a refund: a question that names no deed wishes for nothing once more. */
function asksAgain(reading: Reading, turn: Turn): boolean {
  const { said, found, conversation } = turn;
  const { settled, decided, order_id, pending } = conversation.memory;
  if (reading.kind !== 'wish' || pending !== undefined || !asks(turn) || requests(turn)) return false;
  if (!isDecided(turn, reading.intent)) return false;
  // "So when does 1002 come?" sounds a little like a wish, and is told how the order stands.
  if (
    said.named.length + said.hits.length === 0 &&
    said.confidence < turn.policy.weighing.intent_little &&
    said.intent === reading.intent &&
    shareOf(turn, 'new_wish') < turn.policy.weighing.act_surely
  )
    return true;
  const again = [settled, decided?.intent].includes(reading.intent);
  const names = said.named.length + said.hits.length > 0 || ordersSaid(found).some(order => order !== order_id);
  return again && !names;
}

/** "Never used, not even taken out of the plastic" sounds like a complaint to the words alone, and like a remark to all else. */
function saysOtherwise(reading: Reading, turn: Turn): boolean {
  if (turn.said.named.length > 0 || turn.conversation.memory.pending !== undefined) return false;
  const { asking, weighing } = turn.policy;
  if (isHandedOver(reading, turn))
    return shareOf(turn, 'add_note', 'thanks', 'small_talk', ...asking) >= weighing.act_surely;
  // "1001 came yesterday, lovely" wishes for nothing that is decided.
  const decided = reading.kind === 'wish' && isDecided(turn, reading.intent);
  return decided && shareOf(turn, 'add_note', 'thanks', 'done') >= weighing.act_surely;
}

const isHandedOver = (reading: Reading, turn: Turn): boolean =>
  reading.kind === 'wish' && isForPerson(turn, reading.intent);

/** What is left: a choice, or a question that is asked again. */
const rest = (turn: Turn): TurnMeaning => {
  const reading = readIn(turn.said, turn.conversation);
  // A vague question hands nothing over.
  const asked = asks(turn) && !requests(turn) && turn.said.confidence < turn.policy.weighing.intent_little;
  const vague = isHandedOver(reading, turn) && asked && turn.said.named.length === 0;
  if (vague || saysOtherwise(reading, turn)) return { kind: 'unclear', slots: {} };
  // Between rules that are only told there is nothing to choose: the likelier are told.
  const told = turn.said.candidates.every(name => turn.policy.intents.get(name)?.applied !== undefined);
  const [likelier] = turn.said.candidates;
  // Whichever it is, it must be known first whose it is.
  const needs = turn.said.candidates.filter(name => turn.policy.intents.get(name)?.requires.identity === true);
  if (reading.kind === 'choice' && !turn.conversation.identity_verified && needs.length > 1 && needs[0] === likelier)
    return { kind: 'wish', intent: likelier!, slots: {}, resumed: false };
  const deed = reading.kind === 'choice' ? likelierDeed(reading.candidates, turn) : undefined;
  if (deed !== undefined) return deed;
  return reading.kind === 'choice' && told && likelier !== undefined && asks(turn)
    ? { kind: 'wish', intent: likelier, slots: {}, resumed: false }
    : reading;
};

/** The share of an issue that a message needs by itself: less where it names no deed, and where it tells of goods that are there. */
function issueLeast(turn: Turn): number {
  const { issue_again, issue_of_goods, issue_by_itself, act_surely } = turn.policy.weighing;
  // "I can't find my order number. It was a lamp": one clause alone reports nothing that the message does not.
  if (tellsOfGoods(turn) && shareOf(turn, ...turn.policy.issues.map(({ name }) => name)) >= issue_again)
    return issue_of_goods;
  const ofGoods = issueHeard(turn)?.issue.requires.order === true;
  return ofGoods && turn.said.named.length === 0 && !asks(turn) ? act_surely : issue_by_itself;
}

/** The ways to read what a message wishes for by itself: the first that fits. */
const READINGS: readonly MeaningResolver[] = [
  turn => trouble(turn, issueLeast(turn)),
  listOfOrders,
  questionOfRules,
  ifPossible,
  questionInstead,
  severalWishes,
  wishOfSentence,
  wishOfDeed,
  statusInAnger,
  wishBesideRules,
  wish,
  caseOfRules,
  questionAfterAll,
  statusOfNamed
];

/** What was read: several commands ask for it, and it costs most of what reading costs. */
const known = new WeakMap<Turn, TurnMeaning>();

/** What a message wishes for, read by itself and with the question that is open. */
export function byItself(turn: Turn): TurnMeaning {
  const before = known.get(turn);
  if (before !== undefined) return before;
  let meaning: TurnMeaning | undefined;
  for (const resolve of READINGS) {
    meaning = resolve(turn);
    if (meaning !== undefined) break;
  }
  const read = withExtra(withIssue(meaning ?? rest(turn), turn), turn);
  known.set(turn, read);
  return read;
}
