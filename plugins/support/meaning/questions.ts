import { mergeSlots } from '../conversation/reading.js';
import { ordersSaid } from '../conversation/references.js';
import { answersTo } from '../knowledge/several-questions.js';
import { followUpsFor, fromArticle, fromBest } from './follow-ups.js';
import type { FollowUp } from '../kinds/follow-ups/answer.js';
import { messageWords, phraseIn, saidWords } from '../conversation/phrases.js';
import { asks } from '../conversation/sentence-form.js';
import {
  answersItself,
  asTask,
  caseOf,
  isDecided,
  orderTeller,
  shareOf,
  tellsOfOrder,
  type Turn,
  type TurnMeaning
} from './turn.js';

/**
 * A question is answered from what is on record; else an article or the order's state may answer it, else it is said
 * that nothing does.
 */
export function ask(act: string, turn: Turn): TurnMeaning | undefined {
  const { told, conversation, found, policy } = turn;
  const ofAll = askOfAll(act, turn);
  if (ofAll !== undefined) return ofAll;
  const [best] = told;
  const followUps = followUpsFor(turn, act);
  const answer = followUps.find(({ articles }) => articles.length === 0);
  const fits = leastHere(turn);
  // "What's the tracking no" asks the record of an order that is talked about, however like an article it is worded.
  const held =
    answer !== undefined &&
    (answer.reasons.length + answer.decisions.length > 0 ||
      (policy.ofOrders.has(act) && answer.needs.includes('order')));
  const { article_before_record, article_exact } = policy.weighing;
  const least = answer?.unlessTold === true && isSaid(turn) ? fits : held ? article_exact : article_before_record;
  // How long a person takes says no article, however like its question it is worded.
  const ofTicket = answer !== undefined && answer.words.length > 0 && answer.needs.includes('ticket');
  const exact = best !== undefined && !ofTicket && best.score >= least && best.on_record?.includes(act) !== true;
  if (followUps.length > 0 && !exact)
    return best !== undefined && best.score >= fits
      ? asTask({ does: 'answer', followUps, question: act, told: best }, turn)
      : asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)], question: act }, turn);
  if (exact || (best !== undefined && best.score >= fits)) return fromArticle(best!, turn);
  const about = ordersSaid(found)[0] ?? conversation.memory.order_id;
  if (policy.ofOrders.has(act) && (about !== undefined || conversation.memory.known !== undefined)) return status(turn);
  return fromBest(leastAfter(turn), turn) ?? unanswered(turn);
}

/** "What did each of my orders cost?": what the record of any order says to it. */
function askOfAll(act: string, { policy, found, conversation, message }: Turn): TurnMeaning | undefined {
  if (!policy.ofOrders.has(act) || ordersSaid(found).length > 0 || conversation.memory.pending !== undefined)
    return undefined;
  const { all_orders } = policy.requestWords;
  if (phraseIn(saidWords(message), all_orders) === undefined) return undefined;
  const teller = orderTeller(policy);
  const followUps = policy.followUps.filter(each => each.acts.includes(act) && isOfAnyOrder(each));
  if (teller === undefined || followUps.length === 0) return undefined;
  return {
    kind: 'task',
    task: { does: 'answer', followUps, question: act, ofAll: true },
    intent: teller.name,
    slots: {}
  };
}

/** Whether it needs nothing but an order. */
const isOfAnyOrder = ({ needs, words, after, hints, decisions, reasons, articles, before }: FollowUp): boolean =>
  needs.join() === 'order' &&
  [words, after, hints, decisions, reasons, articles, before].every(conditions => conditions.length === 0);

/**
 * Where nothing else answers; less is needed of another sentence of the article that was told last, "so what do I do?",
 * and of a message that surely asks for rules.
 */
export function leastAfter(turn: Turn): number {
  const { told, conversation, policy } = turn;
  const [best] = told;
  const { memory } = conversation;
  const { article_fits_little, article_instead, article_at_least, intent_clearly } = policy.weighing;
  if (shareOf(turn, 'rules') >= intent_clearly) return article_at_least;
  const last = memory.told === undefined ? undefined : policy.questions.articleOf(memory.told.text);
  return best?.article === last && best?.text !== memory.told?.text ? article_instead : article_fits_little;
}

/** How an order stands: the one that is named, else the one that is talked about. */
export function status(turn: Turn): TurnMeaning | undefined {
  const { found, conversation, policy } = turn;
  const teller = orderTeller(policy);
  if (teller === undefined) return undefined;
  const ofRules = tellsOfOrder(policy.intents.get(turn.said.intent)) ? undefined : triedRather(turn);
  if (ofRules !== undefined) return ofRules;
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
  // The order that is asked for is that of the wish that waits for it.
  const { pending } = conversation.memory;
  const itself = tellsOfOrder(policy.intents.get(turn.said.intent));
  if (order_id === undefined && !itself && pending?.missing === 'order' && isDecided(turn, pending.intent))
    return { kind: 'wish', intent: pending.intent, slots: pending.slots, resumed: true };
  const [best] = turn.told;
  if (order_id === undefined && best !== undefined && best.score >= policy.weighing.article_over_asking)
    return fromArticle(best, turn);
  return { kind: 'wish', intent: teller.name, slots: order_id === undefined ? {} : { order_id }, resumed: false };
}

/** How the shop does a thing: a sentence of an article, or the intent that tells of it. */
export function rules(turn: Turn): TurnMeaning | undefined {
  const { said, policy } = turn;
  const ofOrder = triedRather(turn);
  if (ofOrder !== undefined) return ofOrder;
  const intent = policy.intents.get(said.intent);
  const itself = answersItself(intent);
  const followUps = followUpsFor(turn, 'rules').filter(({ articles }) => articles.length === 0);
  const exact = fromBest(leastOfRules(followUps, turn), turn);
  if (exact !== undefined) return exact;
  if (followUps.length > 0) return asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)] }, turn);
  const { article_fits_little, article_fits_subject, intent_clearly } = policy.weighing;
  // What only sounds like an intent, and surely asks for rules.
  const unsure = itself && said.confidence < intent_clearly && shareOf(turn, 'rules') >= intent_clearly;
  const rather = unsure ? fromBest(article_fits_little, turn) : undefined;
  if (rather !== undefined) return rather;
  if (itself && !intent.requires.order) return { kind: 'wish', intent: intent.name, slots: {}, resumed: false };
  return tried(turn) ?? fromBest(Math.min(article_fits_subject, leastAfter(turn)), turn) ?? unanswered(turn);
}

/** From where on a sentence goes before what else answers a question of rules: these ways, or the intent that it sounds like. */
function leastOfRules(followUps: readonly FollowUp[], turn: Turn): number {
  const { said, policy } = turn;
  const { article_before_record, article_fits, article_over_own, article_same_words, intent_clearly } = policy.weighing;
  const intent = policy.intents.get(said.intent);
  const itself = answersItself(intent);
  // Of the own account, and of what was decided, an article says less than the records.
  if (itself && intent.requires.identity && said.confidence >= intent_clearly) return article_over_own;
  // What the files say to such words after such a decision is said of no other.
  if (followUps.some(({ words, decisions }) => words.length > 0 && decisions.length > 0)) return article_same_words;
  if (followUps.some(({ words, reasons }) => words.length + reasons.length > 0)) return article_before_record;
  return !itself && followUps.length === 0 ? leastHere(turn) : article_fits;
}

/** From where on the best sentence fits: less is needed of one on the subject that is talked about. */
function leastHere({ told: [best], conversation: { memory }, policy }: Turn): number {
  const subjects = [memory.subject, memory.settled, memory.decided?.intent];
  const near = best !== undefined && subjects.some(name => policy.intents.get(name ?? '')?.topic === best.topic);
  return near ? policy.weighing.article_fits_subject : policy.weighing.article_fits;
}

/** The rules of what is wished for, where it is only asked about: a sentence of an article, or the intent that tells of them. */
export function rulesOf(wish: string, turn: Turn): TurnMeaning | undefined {
  const { policy } = turn;
  const told = fromBest(policy.weighing.article_fits_little, turn);
  if (told !== undefined) return told;
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
  const answers = [...followUps, ...followUpsFor(turn)];
  return asTask({ does: 'answer', followUps: answers, question: 'until_when', ...article }, turn);
}

/** A wish that is only thought about is answered by the rules, and nothing is done. */
export function hypothetical(turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn, 'hypothetical').filter(({ articles }) => articles.length === 0);
  return followUps.length > 0
    ? asTask({ does: 'answer', followUps: [...followUps, ...followUpsFor(turn)] }, turn)
    : rules(turn);
}

/** "Could it still be returned instead?", "and the mat?": the deed is tried on what is talked about, and offered. */
export function tried(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy } = turn;
  const { order_id: last, line_ids: lines, subject } = conversation.memory;
  const named = said.named.filter(name => isDecided(turn, name) && !said.declined.includes(name));
  const [order_id = last, other] = ordersSaid(found);
  const own = ordersSaid(found).length > 0;
  // Rules that were told, or that are asked for, are applied to what is named.
  const rules =
    own && asksWhether(turn) ? (policy.intents.get(said.intent)?.applied ?? caseOf(subject, turn)) : undefined;
  const [deed = rules, another] = named;
  if (deed === undefined || another !== undefined || other !== undefined || order_id === undefined) return undefined;
  const meant = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
  const line_ids = meant.length > 0 ? meant : order_id === last ? lines : undefined;
  const slots = { ...mergeSlots({}, said.slots), order_id, ...(line_ids === undefined ? {} : { line_ids }) };
  return { kind: 'wish', intent: deed, slots, resumed: false, asked: true };
}

/** It asks for a yes or a no. */
const asksWhether = (turn: Turn): boolean =>
  asks(turn) && !messageWords(turn.message).some(word => turn.policy.interrogatives.has(word));

/** A question about an own order that a sentence does not answer in words of its own: the rules are tried on it. */
export const triedRather = (turn: Turn): TurnMeaning | undefined =>
  asksWhether(turn) && ordersSaid(turn.found).length === 1 && !isSaid(turn) && !isOfOtherSubject(turn)
    ? tried(turn)
    : undefined;

/** "If I send a bowl back, do I lose them?": a sentence on points answers it, and none on returns. */
function isOfOtherSubject({ said, told: [best], policy }: Turn): boolean {
  const topics = [said.intent, ...said.named].map(name => policy.intents.get(name)?.topic);
  return best !== undefined && best.score >= policy.weighing.article_before_record && !topics.includes(best.topic);
}

/** Sentences of the likeliest article have words of the question that say what it is about. */
function isSaid({ message, policy, told: [best, ...others] }: Turn): boolean {
  const { questions, fillers, leadsIn } = policy;
  return [best, ...others]
    .flatMap(each =>
      each?.article === best?.article && each !== undefined ? questions.words.shared(message, each.text) : []
    )
    .some(word => !fillers.has(word.toLowerCase()) && !leadsIn.has(word.toLowerCase()));
}

/** Nothing on record answers it: that is said, and who may know. */
export function unanswered(turn: Turn): TurnMeaning | undefined {
  const followUps = followUpsFor(turn);
  return followUps.length === 0 ? undefined : asTask({ does: 'answer', followUps }, turn);
}

/** "Say again?" after a sentence of an article: that sentence once more. */
export function toldAgain(turn: Turn): TurnMeaning | undefined {
  const { told } = turn.conversation.memory;
  const known = told === undefined ? [] : answersTo(told.text, turn.policy, { topics: [] });
  const same = known.find(({ text }) => text === told?.text);
  return same === undefined ? undefined : asTask({ does: 'tell', told: [same] }, turn);
}

/** "And of the other one?", after a question about an order and before anything was decided. */
export function sameQuestion(turn: Turn): TurnMeaning | undefined {
  const { question, pending } = turn.conversation.memory;
  if (question === undefined || pending !== undefined || !turn.policy.asksAgain.has(question)) return undefined;
  return ordersSaid(turn.found).length === 1 ? ask(question, turn) : undefined;
}
