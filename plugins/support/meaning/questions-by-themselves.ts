import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { certainOf, fromArticle, tried, triedRather } from './questions.js';
import { lengthOf } from '../conversation/phrases.js';
import { asks, asksIfPossible, opensAsWish, requests } from '../conversation/sentence-form.js';
import {
  answersItself,
  isAfterArticle,
  shareOf,
  isBetweenDeeds,
  isDecided,
  type TurnMeaning,
  type Turn,
  orderTeller,
  tellsOfOrder
} from './turn.js';

/** Words of a question that can be told from others. */
const FEWEST = 2;
/** "Onto my friend's card" says where to, and does not ask it. */
const saysWhereTo = (turn: Turn): boolean => turn.said.slots.refund_destination !== null && !asks(turn);

/** "Do I keep the broken one?", "do you take PayPal?": a sentence of an article answers it. */
export function questionOfRules(turn: Turn): TurnMeaning | undefined {
  const { said, told, conversation, found, policy } = turn;
  const { memory } = conversation;
  const { weighing } = policy;
  const [best] = told;
  // "I'd like a copy of all that you hold on me" asks as well, where an article says just that.
  const asked =
    asks(turn) || (opensAsWish(turn) && said.named.length === 0 && (best?.score ?? 0) >= weighing.article_exact);
  if (best === undefined || best.score < weighing.article_fits || !asked) return undefined;
  if (found.unknown.length > 0 || said.sensitive !== null || isBetweenDeeds(turn)) return undefined;
  const rather = triedRather(turn);
  if (rather !== undefined) return rather;
  const both = certainOf(best, turn).length > 1;
  // A question at the end of a story is answered after what the story wishes for.
  if (!both && best.question !== undefined && said.named.some(name => isDecided(turn, name))) return undefined;
  const intent = policy.intents.get(said.intent);
  // What intents of rules and of the own account are asked, they answer themselves.
  const answers = answersItself(intent);
  const itself = answers && !intent.requires.order && (!intent.tells || intent.topic === best.topic);
  // "Would changing it in my account redirect it?" is about the account, and an article says just that.
  const own = itself && intent.requires.identity;
  if (itself && !both && (intent.tells || best.score < (own ? weighing.article_over_own : weighing.article_same_words)))
    return undefined;
  // "How long after delivery can I ask for a refund?" is no question about returns, however like one it is worded.
  if (
    answers &&
    !both &&
    intent.tells &&
    said.confidence >= weighing.intent_clearly &&
    best.score < weighing.article_exact
  )
    return undefined;
  // "Can I get my money back for it?" wishes for it.
  const things = found.orders.length === 1 || memory.known === undefined;
  if (requests(turn) && said.named.length === 1 && things && best.score < weighing.article_exact) return undefined;
  // "When does it come?" asks about the order that is talked about.
  const status = tellsOfOrder(policy.intents.get(said.likely[0]?.intent ?? ''));
  const sure = tellsOfOrder(intent);
  const ofOrder = found.orders.length > 0 || memory.order_id !== undefined;
  if (ofOrder && (status || sure) && best.score < weighing.article_exact) return undefined;
  if (sure && best.score < weighing.article_over_asking) return undefined;
  const names = ordersSaid(found).length > 0;
  const open = openTickets(memory.tickets).some(({ order_id }) => order_id !== null && order_id === memory.order_id);
  if (isDecided(turn, said.intent) && names && !open) return undefined;
  if (sure && names) return undefined;
  return fromArticle(best, turn);
}

/** "Is a normal label ok for that?" sounds like a wish about some order, and names neither order nor deed: it asks. */
export function questionInstead(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy, told } = turn;
  const [best] = told;
  const needs = policy.intents.get(said.intent)?.requires.order === true;
  if (best === undefined || !needs || !asks(turn) || requests(turn)) return undefined;
  if (said.named.length > 0 || said.sensitive !== null || found.unknown.length > 0) return undefined;
  if (said.confidence >= policy.weighing.intent_clearly && best.score < policy.weighing.article_over_asking)
    return undefined;
  const focus = !isDecided(turn, said.intent) && conversation.memory.order_id !== undefined;
  if (focus || ordersSaid(found).length > 0) return undefined;
  return best.score <
    (conversation.memory.pending === undefined ? policy.weighing.article_instead : policy.weighing.article_fits_little)
    ? undefined
    : fromArticle(best, turn);
}

/** "Can the machine still be returned?": the rules are tried on the item, and nothing is opened. */
export function ifPossible(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const { pending, tickets } = conversation.memory;
  const [order, another] = found.orders;
  if (pending !== undefined || order === undefined || another !== undefined || found.unknown.length > 0)
    return undefined;
  if (!asksIfPossible(turn)) return undefined;
  const known = openTickets(tickets).some(
    ({ intent, order_id }) => order_id === order.order_id && said.named.includes(intent)
  );
  return known ? undefined : tried(turn);
}

/** What nothing else understood, where an article has something on it or a question on record is likely. */
export function questionAfterAll(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy, message } = turn;
  const [best] = turn.told;
  if (
    found.unknown.length > 0 ||
    best === undefined ||
    shareOf(turn, 'withdraw') >= policy.weighing.act_surely ||
    saysWhereTo(turn)
  )
    return undefined;
  if (isBetweenDeeds(turn)) return undefined;
  // A question that is open is answered rather than asked back about.
  const open = conversation.memory.pending !== undefined;
  const subjects = [conversation.memory.subject, conversation.memory.settled].map(name =>
    policy.intents.get(name ?? '')
  );
  const near = subjects.some(intent => intent?.topic === best.topic)
    ? policy.weighing.article_fits_subject
    : policy.weighing.article_fits;
  const least =
    (asks(turn) && !open) || isAfterArticle(turn)
      ? policy.weighing.article_fits_little
      : open
        ? policy.weighing.article_fits
        : near;
  const teller = policy.intents.get(said.likely[0]?.intent ?? '');
  if (ordersSaid(found).length > 0 && tellsOfOrder(teller)) return undefined;
  if (lengthOf(message) < FEWEST && best.score < policy.weighing.article_fits_one_word) return undefined;
  return best.score >= least && said.sensitive === null ? fromArticle(best, turn) : undefined;
}

/** "Show me my orders". */
export function listOfOrders(turn: Turn): TurnMeaning | undefined {
  const { said, policy, found } = turn;
  if (shareOf(turn, 'my_orders') < policy.weighing.act_surely || ordersSaid(found).length > 0) return undefined;
  const teller = orderTeller(policy);
  if (teller === undefined || isDecided(turn, said.intent)) return undefined;
  return { kind: 'task', task: { does: 'overview', orders: undefined }, intent: teller.name, slots: {} };
}
