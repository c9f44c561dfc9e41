import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import { tried, triedRather } from './questions.js';
import { certainOf, fromArticle } from './follow-ups.js';
import { deedShare } from './kept.js';
import { lengthOf } from '../conversation/phrases.js';
import { messageParts } from '../conversation/wishes.js';
import { asks, asksIfPossible, opensAsWish, requests } from '../conversation/sentence-form.js';
import {
  answersItself,
  isAfterArticle,
  shareAlone,
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
  const exact = (best?.score ?? 0) >= weighing.article_exact;
  // "Quick one, do ur gift cards run out" has no mark, and asks by its words.
  const asked =
    asks(turn) ||
    (exact && ((opensAsWish(turn) && said.named.length === 0) || shareOf(turn, 'rules') >= weighing.intent_clearly));
  if (best === undefined || best.score < weighing.article_fits || !asked) return undefined;
  if (found.unknown.length > 0 || said.sensitive !== null || isBetweenDeeds(turn)) return undefined;
  const rather = triedRather(turn);
  if (rather !== undefined) return rather;
  const both = certainOf(best, turn).length > 1;
  // A question at the end of a story is answered after what the story wishes for.
  const named = said.named.some(name => isDecided(turn, name));
  const wanted = () => (deedShare(turn) ?? 0) >= weighing.act_surely;
  if (named && ((!both && best.question !== undefined) || wanted())) return undefined;
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

/** "What is the status of everything": all orders, where none is named. */
export function allOrders({ found, conversation, policy }: Turn): TurnMeaning | undefined {
  const teller = orderTeller(policy);
  const names = found.orders.some(({ how }) => how !== 'pronoun') || conversation.memory.pending !== undefined;
  if (teller === undefined || names) return undefined;
  return { kind: 'task', task: { does: 'overview', orders: undefined }, intent: teller.name, slots: {} };
}

/** "Show me my orders". */
export function listOfOrders(turn: Turn): TurnMeaning | undefined {
  const { said, policy, found } = turn;
  if (shareOf(turn, 'my_orders') < policy.weighing.act_surely || ordersSaid(found).length > 0) return undefined;
  const teller = orderTeller(policy);
  if (teller === undefined || isDecided(turn, said.intent)) return undefined;
  return { kind: 'task', task: { does: 'overview', orders: undefined }, intent: teller.name, slots: {} };
}

/** A message that names orders and wishes for nothing known asks how they stand. */
export function statusOfNamed(turn: Turn): TurnMeaning | undefined {
  const { said, found, policy, conversation } = turn;
  const { memory } = conversation;
  const [order, another] = ordersSaid(found);
  const teller = orderTeller(policy);
  if (teller === undefined || memory.pending !== undefined || memory.known === undefined) return undefined;
  const otherwise = shareOf(turn, 'withdraw', 'no', 'add_note') >= policy.weighing.act_surely;
  if (otherwise || said.hits.some(({ negated }) => negated)) return undefined;
  // "I'd rather have the throw in green" wishes for something, whatever it is.
  const { act_surely, heard } = policy.weighing;
  const wishes = shareAlone(turn, 'new_wish', 'other_deed') >= act_surely && shareAlone(turn, 'status') < heard;
  if (wishes && !asks(turn) && !said.slots.only_slots) return undefined;
  // "What's up with ORD-2001?" is told that there is no such order.
  if (found.unknown.length > 0)
    return order === undefined || another !== undefined || said.named.length > 0
      ? undefined
      : { kind: 'wish', intent: teller.name, slots: { order_id: order }, resumed: false };
  if (order === undefined) {
    // "When does it come?"
    const [focus, other] = found.orders;
    const likely = said.likely.find(({ share }) => share >= policy.weighing.intent_possible)?.intent;
    if (focus === undefined || other !== undefined || !asks(turn) || likely === undefined) return undefined;
    const tells = said.likely.some(
      ({ intent, share }) => intent === teller.name && share >= policy.weighing.intent_possible
    );
    if (!tells || (likely !== teller.name && policy.intents.get(likely)?.tells !== true)) return undefined;
    return { kind: 'wish', intent: teller.name, slots: { order_id: focus.order_id }, resumed: false };
  }
  // A question about an order is told how it stands, which changes nothing; "cancel or change it?" is asked back.
  const between = said.candidates.length > 1 && said.candidates.every(name => isDecided(turn, name));
  const told = asks(turn) && !requests(turn) && !between && said.declined.length === 0;
  if (!said.slots.only_slots && !told && !isOnItsWay(turn)) return undefined;
  if (another !== undefined)
    return { kind: 'task', task: { does: 'overview', orders: ordersSaid(found) }, intent: teller.name, slots: {} };
  return { kind: 'wish', intent: teller.name, slots: { order_id: order }, resumed: false };
}

/** "No sign of my bowls": what is said of one order that is still to come, and names no deed. */
export function isOnItsWay({ said, found, conversation }: Turn): boolean {
  const [order_id, another] = ordersSaid(found);
  const order = conversation.memory.known?.find(each => each.order_id === order_id);
  const deeds = said.named.length + said.hits.length + said.declined.length;
  return deeds === 0 && another === undefined && order?.delivered_at === null && order.status !== 'cancelled';
}

/** "THIS IS A JOKE. Where are my bowls?": what is asked in anger is told first, of what has not arrived. */
export function statusInAnger({ said, found, policy, message, conversation }: Turn): TurnMeaning | undefined {
  const [order, another] = ordersSaid(found);
  const { pending, known, tickets = [] } = conversation.memory;
  const angry = [said.intent, ...said.candidates].some(
    name => policy.intents.get(name)?.understand.accompanies === true
  );
  if (order === undefined || another !== undefined || !angry || said.named.length > 0) return undefined;
  if (pending !== undefined || tickets.length > 0 || found.unknown.length > 0) return undefined;
  if (known?.find(({ order_id }) => order_id === order)?.delivered_at !== null) return undefined;
  const asked = messageParts(message, policy.joints)
    .map(([start, end]) => policy.understander.understand(message.slice(start, end)).intent)
    .find(name => tellsOfOrder(policy.intents.get(name)));
  return asked === undefined ? undefined : { kind: 'wish', intent: asked, slots: { order_id: order }, resumed: false };
}
