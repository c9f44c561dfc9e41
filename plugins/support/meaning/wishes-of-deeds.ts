import { mergeSlots, type Reading } from '../conversation/reading.js';
import { phraseIn, saidWords } from '../conversation/phrases.js';
import { ordersSaid } from '../conversation/references.js';
import type { RememberedSlots, Wish } from '../records/types.js';
import { asks, messageClauses, requests } from '../conversation/sentence-form.js';
import {
  clearlyLikeliest,
  isDecided,
  orderTeller,
  personIntent,
  tellsOfOrder,
  type Turn,
  type TurnMeaning
} from './turn.js';

/** One wish for several orders: told together where that is all, else one after the other. */
export function severalOrders(
  { intent: name, orders: named, slots }: Extract<Reading, { kind: 'which_order' }>,
  { found, policy }: Turn
): TurnMeaning {
  const teller = orderTeller(policy);
  // Of a number that is none of the customer's it is said that nothing was found.
  const own = named.filter(order => !found.unknown.includes(order));
  const orders = own.length === 0 ? named : own;
  if (orders.length === 1 && named.length > 1)
    return { kind: 'wish', intent: name, slots: { ...slots, order_id: orders[0]! }, resumed: false, fixed: true };
  if (teller !== undefined && policy.intents.get(name)?.decide === undefined)
    return { kind: 'task', task: { does: 'overview', orders }, intent: teller.name, slots: {} };
  const wishes = orders.map((order_id): Wish => {
    const line_ids = found.lines.filter(line => line.order_id === order_id).map(({ line_id }) => line_id);
    return { intent: name, slots: { ...slots, order_id, ...(line_ids.length === 0 ? {} : { line_ids }) } };
  });
  return { kind: 'wishes', wishes };
}

/** A wish about the orders that the message names: about one as it is, about several in turn. */
export function aboutNamed(intent: string, slots: RememberedSlots, turn: Turn): TurnMeaning {
  const { found, conversation } = turn;
  const [order, ...others] = ordersSaid(found);
  if (others.length > 0)
    return severalOrders({ kind: 'which_order', intent, orders: [order!, ...others], slots }, turn);
  const { order_id: last } = conversation.memory;
  const order_id = order ?? last;
  const about = order_id === undefined ? slots : { ...slots, order_id };
  return { kind: 'wish', intent, slots: about, resumed: conversation.memory.pending?.intent === intent };
}

/** "I want to send something back" reads like the rules, and says what is to be done; "refund policy" is plainly the rules. */
export function wishBesideRules(turn: Turn): TurnMeaning | undefined {
  const { said, policy } = turn;
  if (said.confidence >= policy.weighing.plainly) return undefined;
  const applied = policy.intents.get(said.intent)?.applied;
  if (applied === undefined || !said.named.includes(applied) || said.named.length > 1 || asks(turn)) return undefined;
  return aboutNamed(applied, {}, turn);
}

/** "I want to send something back": of the rules and the case to which they are applied, a wish means the case. */
export function caseOfRules(turn: Turn): TurnMeaning | undefined {
  const { said, policy } = turn;
  const [one, other, third] = said.candidates;
  if (!said.ambiguous || one === undefined || other === undefined || third !== undefined || asks(turn))
    return undefined;
  const applied = [one, other].find(name => [one, other].some(rules => policy.intents.get(rules)?.applied === name));
  return applied === undefined ? undefined : aboutNamed(applied, {}, turn);
}

/** The message sounds a little like one wish, and names the deed of another. */
const namesAnother = (turn: Turn): boolean => {
  const { intent, confidence, named } = turn.said;
  return (
    isDecided(turn, intent) &&
    confidence < turn.policy.weighing.intent_over_deed &&
    named.length === 1 &&
    named[0] !== intent
  );
};

/** Of a message that reads like several things, what one sentence of it wishes for, the others being its story. */
export function wishOfSentence(turn: Turn): TurnMeaning | undefined {
  const { said, message, policy } = turn;
  if (
    said.intent !== 'unknown' &&
    said.intent !== 'out_of_scope' &&
    !tellsOfOrder(policy.intents.get(said.intent)) &&
    !namesAnother(turn)
  )
    return undefined;
  const sentences = sentencesOf(message, policy).filter(sentence => /\p{L}/u.test(sentence));
  if (sentences.length < 2 || sentences.length > MOST_SENTENCES) return undefined;
  const wishes = sentences
    .filter(sentence => !/\?\W*$/.test(sentence) || requests({ message: sentence, policy }))
    .filter(sentence => !sentence.endsWith(',') || !asks({ message: sentence, policy }))
    .map(sentence => ({ ...policy.understander.understand(sentence, turn.unfit), clause: sentence.endsWith(',') }))
    .map(({ intent, named, ...each }) => ({
      ...each,
      named,
      intent: intent === 'unknown' && named.length === 1 ? named[0]! : intent
    }))
    .filter(
      ({ named, clause, confidence }) => named.length > 0 || (!clause && confidence >= policy.weighing.intent_likely)
    )
    .filter(
      ({ intent, declined }) =>
        (isDecided(turn, intent) || intent === personIntent(policy)) && !declined.includes(intent)
    );
  // A deed that is named says more than what a story sounds like.
  const deeds = wishes.filter(({ intent, named }) => named.includes(intent));
  const [wish, ...others] = deeds.length > 0 ? deeds : wishes;
  if (wish === undefined || others.some(({ intent }) => intent !== wish.intent)) return undefined;
  return aboutNamed(wish.intent, mergeSlots({}, wish.slots), turn);
}

const MOST_SENTENCES = 12;

/** The sentences of a message; a question after a comma is one of its own: "refund the lamp, and when do I get it?". */
function sentencesOf(message: string, policy: Turn['policy']): readonly string[] {
  const sentences: string[] = [];
  for (const piece of messageClauses(message)) {
    const last = sentences.at(-1);
    if (last?.endsWith(',') === true && !asks({ message: piece, policy }))
      sentences[sentences.length - 1] = `${last} ${piece}`;
    else sentences.push(piece);
  }
  return sentences;
}

/** "Hmm ok, do refund the casserole": one deed is named, and what it is to be done with; no question, and not too clear. */
export function wishOfDeed(turn: Turn): TurnMeaning | undefined {
  const { said, found } = turn;
  const [deed, another] = said.named;
  const [order, other] = found.orders;
  if (deed === undefined || another !== undefined) return undefined;
  if (
    (said.intent !== 'unknown' && !isSaidByClause(deed, turn)) ||
    !isDecided(turn, deed) ||
    said.hits.some(({ negated }) => negated)
  )
    return undefined;
  const slots = mergeSlots({}, said.slots);
  if (order === undefined) return saysDeed(deed, turn) ? aboutNamed(deed, slots, turn) : undefined;
  if (
    (asks(turn) && !requests(turn)) ||
    // The digits of a card are no order of the customer: an order named by its number is certain beside them. Which order
    // is meant by a number that is none is asked.
    !(found.certain || found.unknown.length > 0 || (order.how === 'number' && said.slots.refund_destination !== null))
  )
    return undefined;
  return other === undefined
    ? aboutNamed(deed, { ...slots, order_id: order.order_id }, turn)
    : aboutNamed(deed, slots, turn);
}

/** "I need to cancel both, the room is not ready": the clause that names the deed says it by itself, whatever the rest sounds like. */
function isSaidByClause(deed: string, turn: Turn): boolean {
  const { said, heard, message, policy, unfit } = turn;
  const likely = said.likely.some(({ intent, share }) => intent === deed && share >= policy.weighing.intent_possible);
  if (!likely || !namesAnother(turn)) return false;
  return heard.slice(1).some(({ start, end }) => {
    const { intent, named } = policy.understander.understand(message.slice(start, end), unfit);
    return intent === deed && named.includes(deed);
  });
}

/** "Can you swap the runner of 1001 for a longer one?": of what a plain wish about one order may mean, the deed that is likelier than any other is tried on it. */
export function likelierDeed(candidates: readonly string[], turn: Turn): TurnMeaning | undefined {
  const { said, found, policy, heard } = turn;
  const [order, another] = ordersSaid(found);
  const wished = (heard[0]?.shares.get('new_wish') ?? 0) >= policy.weighing.intent_clearly;
  if (order === undefined || another !== undefined || !wished || found.unknown.length > 0) return undefined;
  const deeds = said.likely.filter(({ intent }) => isDecided(turn, intent));
  const best = clearlyLikeliest(deeds, policy.weighing.choice_likely);
  // "Cancel the order or change the address?" is between two.
  if (said.named.some(name => name !== best?.intent)) return undefined;
  if (best === undefined || !candidates.includes(best.intent) || said.likely[0] !== best) return undefined;
  const wish = aboutNamed(best.intent, mergeSlots({}, said.slots), turn);
  return wish.kind === 'wish' ? { ...wish, asked: true } : undefined;
}

/** "I'd like to return something but I have no number. Does that matter?": the clause of the deed is a wish, and asks nothing. */
function saysDeed(deed: string, { message, policy, conversation, heard, found }: Turn): boolean {
  const { pending, tickets = [] } = conversation.memory;
  if (pending !== undefined || tickets.length > 0 || found.unknown.length > 0) return false;
  return heard.some(({ start, end, shares }) => {
    const clause = message.slice(start, end);
    const wished = (shares.get('new_wish') ?? 0) >= policy.weighing.deed_beside_question;
    const asked = asks({ message: clause, policy }) && !requests({ message: clause, policy });
    return wished && !asked && policy.understander.deeds(clause).named.includes(deed);
  });
}

/** "Pop a second blanket into the order": the rules look at whether a further piece of what was ordered is wished for. */
export function withExtra(meaning: TurnMeaning, { message, found, policy }: Turn): TurnMeaning {
  if (meaning.kind !== 'wish' || policy.intents.get(meaning.intent)?.decide === undefined) return meaning;
  const { putting, extra } = policy.requestWords;
  const adds = found.mentions.some(({ how, excluded, start }) => {
    if (how !== 'item' || excluded) return false;
    const words = saidWords(message.slice(0, start));
    const place = phraseIn(words, extra);
    return (
      place !== undefined &&
      words.length - place[1] <= NEAR &&
      words.slice(0, place[0]).some(word => putting.includes(word))
    );
  });
  return adds ? { ...meaning, slots: { ...meaning.slots, adds_item: true } } : meaning;
}

/** Words between "another" and the thing. */
const NEAR = 2;
