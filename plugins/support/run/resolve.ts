import { meaningOf } from '../meaning/weigh.js';
import { type PartAsked, type ReadTurn, type Received, type TurnMeaning, unnamed } from '../meaning/turn.js';
import type { Reading } from '../conversation/reading.js';
import type { Intent } from '../kinds/intent.js';
import { BEFORE_SHIPPING, type Issue } from '../kinds/issues.js';
import type { Memory, RememberedSlots, Wish } from '../records/types.js';
import { clickedWish } from '../conversation/open-question.js';
import { MOST_ORDERS } from '../refer/resolve.js';
import { escalate } from './end.js';
import { namesAnItem } from './prerequisites.js';
import { OF_OFFERS, without } from '../conversation/asked.js';
import { askChoice, askOrder, askWhichOrder, askWhichWish, askWithdrawal, unclear } from './questions.js';
import { ruleAnswered, ruleWaits } from '../conversation/rule-answer.js';
import { messageParts } from '../conversation/wishes.js';
import { asks } from '../conversation/sentence-form.js';
import { keepStated, statedOf } from '../conversation/stated-facts.js';
import { daysLate } from '../tools/order-view.js';
import type { Run } from './run.js';
import { readsOrder } from './follow-up.js';
import { answeredFirst } from './parts/answered-first.js';
import { severalAsked } from './parts/several.js';
import { notRefused } from './parts/tell-parts.js';
import type { Resolved, RunEnding, Services } from './steps.js';

/** From what was said to what is wished for in this conversation, on record with the rules it follows from. */
export async function resolve(whole: Received, run: Run, services: Services): Promise<Resolved | RunEnding> {
  const { policy, conversation, message } = run;
  const clicked = clickedWish(message, conversation.memory, policy.intents, run.locale);
  const answered = clicked === undefined ? ruleAnswered(whole.said, run) : undefined;
  const { meaning: read, by, weighed, several } = readTurn(whole, { clicked, answered }, run, services);
  const received = several?.main.received ?? whole;
  const settled = 'kind' in read && read.kind === 'same_for_item' ? await settle(read, received, run, services) : read;
  const meaning = toldFirst(ruleWaits(settled, run), run);
  const intent = intentOf(meaning, run);
  const { said } = received;
  run.record({
    type: 'classification',
    intent: intent.name,
    confidence: said.confidence,
    candidates: said.candidates,
    resumed: meaning.kind === 'wish' && meaning.resumed,
    by,
    weighed,
    rules: said.hits.map(({ intent: name, weight, file, line }) => ({ intent: name, weight, file, line }))
  });
  run.evidence.push({ reference: 'message#1', kind: 'customer_message', text: message });
  const stands = by === HESITATES || isQuestion(meaning, run);
  const passed = stands && several?.declined === undefined ? (['question'] as const) : OFFERS_AND_QUESTION;
  const told = statedIn(received, run);
  const memory = keepStated(without(conversation.memory, ...passed), told, received.found);
  if (whole.said.sensitive !== null) return escalate('sensitive_topic', { intent, memory });

  const plain = (each: PartAsked): Resolved =>
    resolvedAs(toldFirst(each.read.meaning, run), each.received, memory, run);
  const resolved: Resolved = {
    ...resolvedAs(meaning, received, memory, run),
    before: several?.before.map(plain) ?? [],
    after: several?.after.map(plain) ?? []
  };
  const { task, slots } = resolved;
  const acts = task.does === 'wish' || task.does === 'overview' || task.does === 'issue';
  if (acts && clicked === undefined && namesStrangeOrder(received, run)) {
    const { order_id: _strange, ...rest } = slots;
    return askOrder({ ...resolved, slots: rest }, run, 'order_not_found');
  }
  // "Where is my toaster?", where none was bought: the order talked about holds none either.
  const ofOrder = task.does === 'answer' && task.followUps.some(readsOrder);
  if ((acts || ofOrder) && received.found.strangeGoods !== undefined && slots.order_id !== undefined) {
    const { order_id: _other, line_ids: _lines, ...rest } = slots;
    return askOrder({ ...resolved, slots: rest }, run);
  }
  switch (meaning.kind) {
    case 'task':
      return task.does === 'ask_withdrawal' ? askWithdrawal(resolved, run, task.tickets) : resolved;
    case 'wish':
      return meaning.waiting === undefined
        ? resolved
        : { ...resolved, memory: { ...memory, waiting: meaning.waiting.map(wish => noWider(wish, received)) } };
    case 'wishes': {
      const asOne = ({ intent: name, slots: about }: Wish) =>
        resolvedAs({ kind: 'wish', intent: name, slots: about, resumed: false, fixed: true }, received, memory, run);
      const all = meaning.wishes.map((_, nth) => nth);
      const open = namesApart(received, run.policy) ? await notRefused(meaning.wishes.map(asOne), run, services) : all;
      const left = meaning.wishes.filter((_, nth) => open.includes(nth));
      return left.length === 1 ? asOne(left[0]!) : askWhichWish(resolved, run, left);
    }
    case 'which_order':
      return askWhichOrder(resolved, run, meaning);
    case 'choice':
      return askChoice(resolved, run, meaning);
    case 'dropped':
      return { ...resolved, task: { does: 'drop' } };
    default:
      return unclear(resolved, run);
  }
}

/** "The throw and the bowls", and not "the lamp in ORD-1001": orders are named in parts of their own. */
function namesApart({ found, message }: Received, { joints }: Run['policy']): boolean {
  const named = found.mentions.filter(({ how, excluded }) => !excluded && how !== 'pronoun' && how !== 'all');
  return messageParts(message, joints).every(([start, end]) => {
    const within = named.filter(each => each.start >= start && each.start < end);
    return new Set(within.flatMap(({ orders }) => orders)).size < 2;
  });
}

/** What a message answers or passes over: an offer stands until then. */
const OFFERS_AND_QUESTION = [...OF_OFFERS, 'question'] as const;

/** The act of who has not made up their mind. */
const HESITATES = 'hesitate';

/** "Would I have to pay the postage?", after an offer: it is answered, and the offer stands. */
const isQuestion = (meaning: TurnMeaning, { message, policy }: Run): boolean =>
  meaning.kind === 'task' && ['answer', 'tell'].includes(meaning.task.does) && asks({ message, policy });

const intentOf = (meaning: TurnMeaning, { policy }: Run): Intent =>
  (meaning.kind === 'wishes'
    ? policy.intents.get(meaning.wishes[0]?.intent ?? '')
    : 'intent' in meaning
      ? policy.intents.get(meaning.intent)
      : undefined) ?? policy.unknown;

/** What is to be done about one thing that the message asks for. */
function resolvedAs(meaning: TurnMeaning, received: Received, memory: Memory, run: Run): Resolved {
  const intent = intentOf(meaning, run);
  const wished = 'slots' in meaning ? meaning.slots : {};
  const slots = {
    ...(intent.decide === undefined ? {} : statedOf(wished, received.found, memory)),
    ...withStated(wished, intent, received, run)
  };
  const issue = issueOf(meaning, run.policy);
  const wish = meaning.kind === 'wish' ? meaning : undefined;
  return {
    intent,
    slots,
    resumed: wish?.resumed === true,
    corrects: wish?.replaces === true,
    opensMore: wish?.beside === true,
    asked: wish?.asked === true,
    task: meaning.kind === 'task' ? meaning.task : issue === undefined ? { does: 'wish' } : { does: 'issue', issue },
    first: wish?.first,
    beside: wish?.told ?? [],
    fixed: wish?.fixed === true && slots.order_id !== undefined,
    before: [],
    after: [],
    memory,
    ...received
  };
}

/** "Did one stew in it, money back please": of what is decided about, with what the message tells beside. */
function withStated(slots: RememberedSlots, { decide }: Intent, received: Received, run: Run): RememberedSlots {
  if (decide === undefined) return slots;
  // What is said in so many words goes before.
  const { refund_destination } = received.said.slots;
  const destination = refund_destination === null ? {} : { refund_destination };
  return { ...slots, ...statedIn(received, run), ...destination };
}

/** What was read off messages already: what is kept of one is wished for with, too. */
const stated = new WeakMap<Received, RememberedSlots>();

/** What the message tells of goods and of where money should go; an answer to what a rule asks tells just that. */
function statedIn(received: Received, { policy, conversation: { memory } }: Run): RememberedSlots {
  const known = stated.get(received);
  const { readers, weighing, joints } = policy;
  if (known !== undefined) return known;
  const reader = memory.pending?.missing === 'fact' ? undefined : readers.slots;
  const told = reader?.read(ofIt(received), weighing, joints) ?? {};
  stated.set(received, told);
  return told;
}

/** "Refund it, I used it twice": whatever it is called, and without its number. */
const ofIt = (received: Received): string => unnamed(received, ({ how }) => (how === 'number' ? '' : 'it'));

/** What went wrong that is reported, or whose report waits for an answer. */
function issueOf(meaning: TurnMeaning, { issues }: Run['policy']): Issue | undefined {
  if (meaning.kind === 'task' && meaning.task.does === 'issue') return meaning.task.issue;
  if (!('slots' in meaning) || !('intent' in meaning)) return undefined;
  return issues.find(({ name, intent }) => name === meaning.slots.issue && intent === meaning.intent);
}

/** "My bowls have not come", of an order that is not due yet: how it stands is told first. Said again, it is reported. */
function toldFirst(meaning: TurnMeaning, { policy, conversation, now }: Run): TurnMeaning {
  if (meaning.kind !== 'task' && meaning.kind !== 'wish') return meaning;
  const { order_id } = meaning.slots;
  const issue = issueOf(meaning, policy);
  const { known, settled, order_id: last } = conversation.memory;
  const order = known?.find(each => each.order_id === order_id);
  if (issue === undefined || order === undefined || order.delivered_at !== null) return meaning;
  const shipped = !BEFORE_SHIPPING.has(order.status);
  const first = shipped ? issue.while_coming : issue.before_shipping;
  const again = settled === first && last === order_id;
  return first === null || again || (shipped && (daysLate(order, now) ?? 0) > 0)
    ? meaning
    : { kind: 'wish', intent: first, slots: { order_id: order.order_id }, resumed: false };
}

/** What answers word for word what was offered, and what answers a rule. */
interface PlainlyRead {
  readonly clicked: ReturnType<typeof clickedWish>;
  readonly answered: ReturnType<typeof ruleAnswered>;
}

/** What was offered word for word and the answer to a rule are what they are; all else is weighed. */
function readTurn(received: Received, { clicked, answered }: PlainlyRead, run: Run, services: Services): ReadTurn {
  if (clicked !== undefined)
    return { meaning: { kind: 'wish', resumed: true, ...clicked }, by: 'choice that was offered', weighed: [] };
  if (answered !== undefined) return { meaning: answered, by: 'answer to a rule', weighed: [] };
  const { conversation, policy } = run;
  const turn = { ...received, conversation, policy };
  return answeredFirst(received, run, services) ?? meaningOf(turn, severalAsked(run, services));
}

/** A wish that waits and names no item of its order is about those that the message names of it, wherever they stand. */
function noWider(wish: Wish, { found }: Received): Wish {
  const { order_id, line_ids } = wish.slots;
  const named = found.lines.filter(line => line.order_id === order_id).map(line => line.line_id);
  if (line_ids !== undefined || named.length === 0 || found.whole) return wish;
  return { ...wish, slots: { ...wish.slots, line_ids: named } };
}

/**
 * A number that is no order of this customer, beside goods of one that is: nobody knows which is meant. Of a customer with
 * more orders than are read at once, it may be one of the others.
 */
const namesStrangeOrder = ({ found }: Received, { conversation: { memory } }: Run): boolean =>
  found.unknown.some(number => !number.startsWith('…')) &&
  found.orders.length > 0 &&
  found.orders.every(({ how }) => how !== 'number') &&
  (memory.known?.length ?? MOST_ORDERS) < MOST_ORDERS;

/** "What about the lamp?" is the settled wish once more if an order of the customer holds a lamp. */
async function settle(
  reading: Extract<Reading, { kind: 'same_for_item' }>,
  { words, found }: Received,
  run: Run,
  services: Services
): Promise<TurnMeaning> {
  const intent: Intent | undefined = run.policy.intents.get(reading.intent);
  const same = intent !== undefined && (await namesAnItem({ intent, words, slots: {}, found }, run, services));
  return same ? { ...reading, kind: 'wish', resumed: true } : { kind: 'unclear', slots: reading.slots };
}
