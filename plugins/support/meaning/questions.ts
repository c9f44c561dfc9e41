import { mergeSlots } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { Told } from '../knowledge/question-index.js';
import { followUpsFor } from './follow-ups.js';
import {
  asks,
  asTask,
  shareOf,
  isBetweenDeeds,
  isDecided,
  type TurnMeaning,
  type Turn,
  requests,
  lengthOf,
  orderTeller,
  tellsOfOrder
} from './turn.js';

/**
 * A question is answered from what is on record; else an article or the order's state may answer it, else it is said
 * that nothing does.
 */
export function ask(act: string, turn: Turn): TurnMeaning | undefined {
  const { told, conversation, found, policy } = turn;
  const [best] = told;
  const followUps = followUpsFor(turn, act);
  const answer = followUps.find(({ articles }) => articles.length === 0);
  const ofDecision = answer !== undefined && answer.reasons.length + answer.decisions.length > 0;
  const { article_before_record, article_before_answer, article_before_decision, article_fits } = policy.weighing;
  // "What's the tracking no" asks the record of an order that is talked about, however like an article it is worded.
  const held = policy.ofOrders.has(act) && answer?.needs.includes('order') === true;
  const least =
    answer?.unlessTold === true
      ? article_before_record
      : ofDecision || held
        ? article_before_decision
        : article_before_answer;
  const exact = best !== undefined && best.score >= least && best.on_record?.includes(act) !== true;
  if (followUps.length > 0 && !exact)
    return best !== undefined && best.score >= article_fits
      ? asTask({ does: 'answer', followUps, question: act, told: best }, turn)
      : asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)], question: act }, turn);
  if (exact || (best !== undefined && best.score >= article_fits)) return tell(best!, turn);
  const about = ordersSaid(found)[0] ?? conversation.memory.order_id;
  if (policy.ofOrders.has(act) && (about !== undefined || conversation.memory.known !== undefined)) return status(turn);
  return best !== undefined && best.score >= policy.weighing.article_fits_little ? tell(best, turn) : unanswered(turn);
}

/** How an order stands: the one that is named, else the one that is talked about. */
export function status(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, policy } = turn;
  const teller = orderTeller(policy);
  if (teller === undefined) return undefined;
  const followUps = followUpsFor(turn, 'status');
  // "Where is ORD-1002?" asks for all there is to tell, and leaves no other wish waiting for an order.
  const whole =
    found.mentions.some(({ how }) => how === 'number') && tellsOfOrder(policy.intents.get(turn.said.intent));
  if (followUps.length > 0 && !whole) return asTask({ does: 'answer', followUps }, turn);
  const [named, another] = ordersSaid(found);
  if (another !== undefined)
    return { kind: 'task', task: { does: 'overview', orders: ordersSaid(found) }, intent: teller.name, slots: {} };
  const [pointed, other] = found.orders;
  const order_id = named ?? (other === undefined ? pointed?.order_id : undefined) ?? conversation.memory.order_id;
  return { kind: 'wish', intent: teller.name, slots: order_id === undefined ? {} : { order_id }, resumed: false };
}

/** How the shop does a thing: a sentence of an article, or the intent that tells of it. */
export function rules(turn: Turn): TurnMeaning | undefined {
  const { said, told, policy } = turn;
  const [best] = told;
  const intent = policy.intents.get(said.intent);
  const itself = intent?.ends.state === 'answered' && intent.decide === undefined && intent.plan.length > 0;
  const followUps = followUpsFor(turn, 'rules').filter(({ articles }) => articles.length === 0);
  const { memory } = turn.conversation;
  const near = [memory.subject, memory.settled, memory.decided?.intent].some(
    name => policy.intents.get(name ?? '')?.topic === best?.topic
  );
  const least =
    near && !itself && followUps.length === 0 ? policy.weighing.article_fits_subject : policy.weighing.article_fits;
  if (best !== undefined && best.score >= least) return tell(best, turn);
  if (followUps.length > 0) return asTask({ does: 'answer', followUps }, turn);
  if (itself && !intent.requires.order) return { kind: 'wish', intent: intent.name, slots: {}, resumed: false };
  return (
    tried(turn) ??
    unanswered(turn) ??
    (best !== undefined && best.score >= policy.weighing.article_fits_little ? tell(best, turn) : undefined)
  );
}

/** The rules of what is wished for, where it is only asked about: a sentence of an article, or the intent that tells of them. */
export function rulesOf(wish: string, turn: Turn): TurnMeaning | undefined {
  const { told, policy } = turn;
  const [best] = told;
  if (best !== undefined && best.score >= policy.weighing.article_fits_little) return tell(best, turn);
  const intent = [...policy.intents.values()].find(({ applied }) => applied === wish);
  return intent === undefined ? undefined : { kind: 'wish', intent: intent.name, slots: {}, resumed: false };
}

/** Until when something can be done: for the order that is meant, else as the rules say it. */
export function untilWhen(turn: Turn): TurnMeaning | undefined {
  const { told, policy } = turn;
  const followUps = followUpsFor(turn, 'until_when');
  const [best] = told;
  if (followUps.length === 0) return rules(turn);
  const article = best !== undefined && best.score >= policy.weighing.article_fits ? { told: best } : {};
  return asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)], ...article }, turn);
}

/** A wish that is only thought about is answered by the rules, and nothing is done. */
export function hypothetical(turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn, 'hypothetical').filter(({ articles }) => articles.length === 0);
  return followUps.length > 0
    ? asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)] }, turn)
    : rules(turn);
}

/** "Could it still be returned instead?": the deed is tried on what is talked about, and offered. */
function tried(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation } = turn;
  const { order_id: last, line_ids: lines } = conversation.memory;
  const [deed, another] = said.named.filter(name => isDecided(turn, name) && !said.declined.includes(name));
  const [order_id = last, other] = ordersSaid(found);
  if (deed === undefined || another !== undefined || other !== undefined || order_id === undefined) return undefined;
  const named = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const line_ids = named.length > 0 ? named : order_id === last ? lines : undefined;
  const slots = { ...mergeSlots({}, said.slots), order_id, ...(line_ids === undefined ? {} : { line_ids }) };
  return { kind: 'wish', intent: deed, slots, resumed: false, asked: true };
}

/** Nothing on record answers it: that is said, and who may know. */
function unanswered(turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn);
  return followUps.length === 0 ? undefined : asTask({ does: 'answer', followUps }, turn);
}

/** Words of a question that can be told from others. */
const FEWEST = 2;
/** Questions of one message that are answered. */
const MOST_TOLD = 2;

/** "Onto my friend's card" says where to, and does not ask it. */
const saysWhereTo = (turn: Turn): boolean => turn.said.slots.refund_destination !== null && !asks(turn);

/** A sentence of an article, as an answer to the intent that asks for it, or else to that of its topic. */
function tell(best: Told, turn: Turn): TurnMeaning {
  const { said, policy } = turn;
  // What the article says in general may be said of the customer's own order.
  const followUps = followUpsFor(turn, 'rules').filter(({ articles }) => articles.length > 0);
  const task = asTask(
    followUps.length === 0 ? { does: 'tell', told: certainOf(best, turn) } : { does: 'answer', followUps, told: best },
    turn
  );
  if (!('intent' in task)) return task;
  if (said.intent !== policy.unknown.name) return { ...task, intent: said.intent };
  if (task.intent !== policy.unknown.name) return task;
  const ofTopic = [...policy.intents.values()].find(
    ({ topic, decide }) => topic === best.topic && decide === undefined
  );
  return { ...task, intent: ofTopic?.name ?? task.intent };
}

/** "How long does it take? And who pays the postage?": both, in the order asked, where both answers are certain. */
function certainOf(best: Told, { told, policy }: Turn): readonly Told[] {
  const each = told
    .filter(({ question, score }) => question !== undefined && score >= policy.weighing.article_fits)
    .sort((one, other) => one.question! - other.question!);
  return each.includes(best) ? each.slice(0, MOST_TOLD) : [best];
}

/** "Do I keep the broken one?", "do you take PayPal?": a sentence of an article answers it. */
export function questionOfRules(turn: Turn): TurnMeaning | undefined {
  const { said, told, conversation, found, policy } = turn;
  const { memory } = conversation;
  const { weighing } = policy;
  const [best] = told;
  if (best === undefined || best.score < weighing.article_fits || !asks(turn)) return undefined;
  if (found.unknown.length > 0 || said.sensitive !== null || isBetweenDeeds(turn)) return undefined;
  // A question at the end of a story is answered after what the story wishes for.
  if (best.question !== undefined && said.named.some(name => isDecided(turn, name))) return undefined;
  const intent = policy.intents.get(said.intent);
  // What intents of rules and of the own account are asked, they answer themselves.
  const answers = intent?.ends.state === 'answered' && intent.decide === undefined && intent.plan.length > 0;
  const itself = answers && !intent.requires.order && (!intent.tells || intent.topic === best.topic);
  // "Would changing it in my account redirect it?" is about the account, and an article says just that.
  if (itself && (intent.tells || best.score < weighing.article_same_words)) return undefined;
  // "How long after delivery can I ask for a refund?" is no question about returns, however like one it is worded.
  if (answers && intent.tells && said.confidence >= weighing.intent_clearly && best.score < weighing.article_exact)
    return undefined;
  // "Can I get my money back for it?" wishes for it.
  if (requests(turn) && said.named.length === 1 && found.orders.length === 1 && best.score < weighing.article_exact)
    return undefined;
  // "When does it come?" asks about the order that is talked about.
  const status = tellsOfOrder(policy.intents.get(said.likely[0]?.intent ?? ''));
  const sure = tellsOfOrder(intent);
  if (((found.orders.length > 0 && status) || sure) && best.score < weighing.article_exact) return undefined;
  const own = ordersSaid(found).length > 0;
  const open = openTickets(memory.tickets).some(({ order_id }) => order_id !== null && order_id === memory.order_id);
  if (isDecided(turn, said.intent) && own && !open) return undefined;
  if (sure && own) return undefined;
  return tell(best, turn);
}

/** "Is a normal label ok for that?" sounds like a wish about some order, and names neither order nor deed: it asks. */
export function questionInstead(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy, told } = turn;
  const [best] = told;
  const needs = policy.intents.get(said.intent)?.requires.order === true;
  if (best === undefined || !needs || !asks(turn) || requests(turn)) return undefined;
  if (said.named.length > 0 || said.sensitive !== null || found.unknown.length > 0) return undefined;
  if (said.confidence >= policy.weighing.intent_clearly && best.score < policy.weighing.article_exact) return undefined;
  const focus = !isDecided(turn, said.intent) && conversation.memory.order_id !== undefined;
  if (focus || ordersSaid(found).length > 0) return undefined;
  return best.score <
    (conversation.memory.pending === undefined ? policy.weighing.article_instead : policy.weighing.article_fits_little)
    ? undefined
    : tell(best, turn);
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
  const least = asks(turn) && !open ? policy.weighing.article_fits_little : open ? policy.weighing.article_fits : near;
  const teller = policy.intents.get(said.likely[0]?.intent ?? '');
  if (ordersSaid(found).length > 0 && tellsOfOrder(teller)) return undefined;
  if (lengthOf(message) < FEWEST && best.score < policy.weighing.article_fits_one_word) return undefined;
  return best.score >= least && said.sensitive === null ? tell(best, turn) : undefined;
}

/** "Show me my orders". */
export function listOfOrders(turn: Turn): TurnMeaning | undefined {
  const { said, policy, found } = turn;
  if (shareOf(turn, 'my_orders') < policy.weighing.act_surely || ordersSaid(found).length > 0) return undefined;
  const teller = orderTeller(policy);
  if (teller === undefined || isDecided(turn, said.intent)) return undefined;
  return { kind: 'task', task: { does: 'overview', orders: undefined }, intent: teller.name, slots: {} };
}
