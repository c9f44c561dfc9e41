import { ordersSaid } from '../conversation/references.js';
import { openTickets } from '../conversation/tickets.js';
import type { Told } from '../knowledge/question-index.js';
import { followUpsFor } from './follow-ups.js';
import {
  asks,
  asTask,
  checks,
  decidesNewly,
  does,
  doesAlso,
  isDecided,
  type TurnMeaning,
  SURE,
  type Turn,
  VERY_SURE,
  requests,
  lengthOf,
  orderTeller,
  tellsOfOrder
} from './turn.js';

/** "Did you cancel it all?" asks whether it was done, whatever deed it names. */
export function questionOfState(turn: Turn): TurnMeaning | undefined {
  const {
    said,
    found,
    conversation: { memory }
  } = turn;
  const settled = memory.decided !== undefined || (memory.tickets?.length ?? 0) > 0;
  if (!settled || memory.pending !== undefined || !checks(turn)) return undefined;
  if (said.intent !== 'unknown' && !isDecided(turn, said.intent)) return undefined;
  if (ordersSaid(found).some(order => order !== memory.order_id)) return undefined;
  const followUps = followUpsFor(turn, [{ act: 'did_you' }]);
  return followUps.length === 0 ? undefined : asTask({ does: 'answer', followUps }, turn);
}

/** A question about what was settled is answered from the records, unless the message wishes for something else. */
export function questionOnRecord(turn: Turn): TurnMeaning | undefined {
  const { said, acts, found, policy, told, message } = turn;
  const ways = followUpsFor(turn);
  const [first] = ways;
  const score = acts[0]?.score ?? 0;
  if (first === undefined || score < SURE) return undefined;
  const asked = asks(turn) || policy.asking.has(acts[0]!.act);
  if (saysWhereTo(turn)) return undefined;
  const teller = policy.intents.get(said.intent);
  const other = ordersSaid(found).some(order => order !== turn.conversation.memory.order_id);
  if (other && tellsOfOrder(teller)) return undefined;
  // "Hang on" reads like a change of the order.
  const plainly = score >= CLEAR && said.named.length === 0 && message.length < SHORT;
  if (isDecided(turn, said.intent) && !asked && !plainly) return undefined;
  // "Hello" is a greeting, and an intent of its own.
  const conversational = !policy.asking.has(acts[0]!.act);
  if (conversational && said.intent !== 'unknown' && !isDecided(turn, said.intent)) return undefined;
  // "This is the worst service, I want to complain" is more than annoyed.
  if (conversational && said.candidates.length > 0 && !plainly) return undefined;
  // A rule that says just that is what is asked for, and not when the ticket is looked at.
  if (first.unlessTold && (told[0]?.score ?? 0) >= PLAIN && asks(turn)) return undefined;
  const particular = first.after.length + first.decisions.length + first.reasons.length + first.needs.length > 0;
  const plain = score >= VERY_SURE && asked;
  if (decidesNewly(turn, said.intent) && !(plain && !other) && !plainly) return undefined;
  if (said.intent !== 'unknown' && !particular && !plainly) return undefined;
  return asTask({ does: 'answer', followUps: ways }, turn);
}

const PLAIN = 0.8;
/** An act that is the whole message. */
const CLEAR = 0.8;
/** Characters of a message that says one thing. */
const SHORT = 24;
/** What an article answers at least as well as this is asked of it. */
const STRONG = 0.62;
const EXACT = 0.9;
/** The question as the article has it. */
const ITSELF = 0.97;
/** The same on the subject that is talked about. */
const NEAR = 0.55;
/** Words of a question that can be told from others. */
const FEWEST = 2;
const SURELY = 0.8;
/** Of a question that could only be a vague wish. */
const LIKELY = 0.36;
/** A question that nothing else understood. */
export const WEAK = 0.4;

/** "Onto my friend's card" says where to, and does not ask it. */
const saysWhereTo = (turn: Turn): boolean => turn.said.slots.refund_destination !== null && !asks(turn);

/** A sentence of an article, as an answer to the intent that asks for it, or else to that of its topic. */
function tell(best: Told, turn: Turn): TurnMeaning {
  const { said, policy } = turn;
  const task = asTask({ does: 'tell', told: best }, turn);
  if (!('intent' in task)) return task;
  if (said.intent !== policy.unknown.name) return { ...task, intent: said.intent };
  if (task.intent !== policy.unknown.name) return task;
  const ofTopic = [...policy.intents.values()].find(
    ({ topic, decide }) => topic === best.topic && decide === undefined
  );
  return { ...task, intent: ofTopic?.name ?? task.intent };
}

/** "Do I keep the broken one?", "do you take PayPal?": a sentence of an article answers it. */
export function questionOfRules(turn: Turn): TurnMeaning | undefined {
  const { said, told, conversation, found } = turn;
  const { memory } = conversation;
  const [best] = told;
  if (best === undefined || best.score < STRONG || !asks(turn)) return undefined;
  if (found.unknown.length > 0 || said.sensitive !== null) return undefined;
  const intent = turn.policy.intents.get(said.intent);
  // What intents of rules and of the own account are asked, they answer themselves.
  const answers = intent?.ends.state === 'answered' && intent.decide === undefined && intent.plan.length > 0;
  const itself = answers && !intent.requires.order && (!intent.tells || intent.topic === best.topic);
  // "Would changing it in my account redirect it?" is about the account, and an article says just that.
  if (itself && (intent.tells || best.score < ITSELF)) return undefined;
  // "How long after delivery can I ask for a refund?" is no question about returns, however like one it is worded.
  if (answers && intent.tells && said.confidence >= CLEAR && best.score < EXACT) return undefined;
  // "Can I get my money back for it?" wishes for it.
  if (requests(turn) && said.named.length === 1 && found.orders.length === 1 && best.score < EXACT) return undefined;
  // "When does it come?" asks about the order that is talked about.
  const status = tellsOfOrder(turn.policy.intents.get(said.likely[0]?.intent ?? ''));
  const sure = tellsOfOrder(intent);
  if (((found.orders.length > 0 && status) || sure) && best.score < EXACT) return undefined;
  const own = ordersSaid(found).length > 0;
  const open = openTickets(memory.tickets).some(({ order_id }) => order_id !== null && order_id === memory.order_id);
  if (isDecided(turn, said.intent) && own && !open) return undefined;
  if (sure && own) return undefined;
  return tell(best, turn);
}

/** "Is that too heavy for a label?" sounds like the wish that was handed over, and asks about it. */
export function questionAboutSettled(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, told } = turn;
  const { memory } = conversation;
  const about = openTickets(memory.tickets).some(each => each.order_id !== null && each.order_id === memory.order_id);
  const named = ordersSaid(found);
  if (!about || memory.pending !== undefined || named.some(order => order !== memory.order_id)) return undefined;
  if (!isDecided(turn, said.intent) || !asks(turn)) return undefined;
  const [best] = told;
  const near = turn.policy.intents.get(said.intent)?.topic === best?.topic || said.named.length === 0;
  return best === undefined || best.score < (near ? WEAK : STRONG) ? undefined : tell(best, turn);
}

/** "Is a normal label ok for that?" sounds like a wish about some order, and names neither order nor deed: it asks. */
export function questionInstead(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy, told } = turn;
  const [best] = told;
  const needs = policy.intents.get(said.intent)?.requires.order === true;
  if (best === undefined || !needs || !asks(turn) || requests(turn)) return undefined;
  if (said.named.length > 0 || said.sensitive !== null || found.unknown.length > 0) return undefined;
  if (said.confidence >= SURELY && best.score < EXACT) return undefined;
  const focus = !isDecided(turn, said.intent) && conversation.memory.order_id !== undefined;
  if (focus || ordersSaid(found).length > 0) return undefined;
  return best.score < (conversation.memory.pending === undefined ? LIKELY : WEAK) ? undefined : tell(best, turn);
}

/** What nothing else understood, where an article has something on it or a question on record is likely. */
export function questionAfterAll(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, policy, message } = turn;
  const [best] = turn.told;
  if (found.unknown.length > 0 || best === undefined || does(turn, 'withdraw') || saysWhereTo(turn)) return undefined;
  // A question that is open is answered rather than asked back about.
  const open = conversation.memory.pending !== undefined;
  const subjects = [conversation.memory.subject, conversation.memory.settled].map(name =>
    policy.intents.get(name ?? '')
  );
  const near = subjects.some(intent => intent?.topic === best.topic) ? NEAR : STRONG;
  const least = asks(turn) && !open ? WEAK : open ? STRONG : near;
  const teller = policy.intents.get(said.likely[0]?.intent ?? '');
  if (ordersSaid(found).length > 0 && tellsOfOrder(teller)) return undefined;
  if (lengthOf(message) < FEWEST && best.score < SURELY) return undefined;
  return best.score >= least && said.sensitive === null ? tell(best, turn) : undefined;
}

/** A question in a conversation about something, which nothing on record answers: that is said, and who may know. */
export function questionUnanswered(turn: Turn): TurnMeaning | undefined {
  const { said, found, conversation, acts } = turn;
  const open = conversation.memory.pending !== undefined || found.unknown.length > 0;
  if (open || !asks(turn) || requests(turn) || said.named.length > 0 || said.sensitive !== null) return undefined;
  if (ordersSaid(found).some(order => order !== conversation.memory.order_id)) return undefined;
  if (acts[0] !== undefined && acts[0].score >= SURE && !turn.policy.asking.has(acts[0].act)) return undefined;
  const followUps = followUpsFor(turn, []);
  return followUps.length === 0 ? undefined : asTask({ does: 'answer', followUps }, turn);
}

/** "Show me my orders". */
export function listOfOrders(turn: Turn): TurnMeaning | undefined {
  const { said, policy, found } = turn;
  if (doesAlso(turn, 'my_orders') === undefined || ordersSaid(found).length > 0) return undefined;
  const teller = orderTeller(policy);
  if (teller === undefined || isDecided(turn, said.intent)) return undefined;
  return { kind: 'task', task: { does: 'overview', orders: undefined }, intent: teller.name, slots: {} };
}
