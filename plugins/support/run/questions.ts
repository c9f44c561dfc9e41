import type { OrderLine } from '../kinds/seed-order.js';
import type { Memory, Pending, RememberedSlots } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { clarify, escalate } from './end.js';
import { digestsOf } from './item-words.js';
import type { Run } from './run.js';
import type { RunEnding, Resolved } from './steps.js';

/** The message was not understood: the open question is asked again, then a person takes over. */
export function unclear(given: Resolved, run: Run): RunEnding {
  const { pending, unclear: before = 0 } = run.conversation.memory;
  const memory = { ...given.memory, unclear: before + 1 };
  if (before + 1 >= run.policy.escalation.unclearMessages) return escalate('low_confidence', { ...given, memory });
  if (pending?.missing === 'order' || pending?.missing === 'identity') {
    const intent = run.policy.intents.get(pending.intent) ?? run.policy.unknown;
    const waiting = { ...given, intent, memory };
    return pending.missing === 'order' ? askOrder(waiting, run) : askIdentity(waiting, run);
  }
  // A number alone wishes for nothing, but the wish that follows is about it.
  const { order_id } = given.slots;
  const known = { ...given, memory: order_id === undefined ? memory : { ...memory, order_id } };
  const [guess] = given.said.candidates;
  if (guess !== undefined && run.policy.intents.get(guess)?.offer !== undefined)
    return askChoice(known, run, { candidates: [guess] });
  return clarify('unclear', known);
}

/** The customer wants none of it. */
export const dropped = (given: Resolved): RunEnding =>
  clarify('anything_else', { ...given, memory: without(given.memory, 'pending', 'unclear') });

/** Somebody may be working on what is not wanted any more, so somebody has to know. */
export const takenBack = (given: Resolved): RunEnding =>
  escalate('customer_request', { ...given, memory: without(given.memory, 'pending', 'unclear') });

/** `all`: the customer wants all of it, one after the other. */
export function askChoice(
  given: Resolved,
  run: Run,
  { candidates, all = false }: { readonly candidates: readonly string[]; readonly all?: boolean }
): RunEnding {
  const asked = candidates.filter(name => run.policy.intents.get(name)?.offer !== undefined).slice(0, 3);
  const choices = asked.map(name => run.policy.intents.get(name)?.offer);
  const named = given.said.slots.order_ids;
  const orders = named.length > 1 ? { orders: named } : {};
  const slots = slotsToKeep(given, run);
  const pending: Pending = { intent: 'unknown', missing: 'choice', candidates: asked, slots, asked: 1, ...orders };
  const memory = { ...given.memory, pending };
  return clarify(all ? 'choice_first' : 'choice', { ...given, memory }, { choices });
}

export function askWhichOrder(
  given: Resolved,
  run: Run,
  { orders, all = false }: { readonly orders: readonly string[]; readonly all?: boolean }
): RunEnding {
  const { memory } = remember(given, run, 'order', { orders });
  run.evidence.push({ reference: `orders#${run.trace.length}`, kind: 'system_fact', text: evidenceText({ orders }) });
  return clarify(all ? 'which_order_first' : 'which_order', { ...given, memory: { ...memory, orders } }, { orders });
}

export const askIdentity = (given: Resolved, run: Run): RunEnding =>
  clarify('identity', { ...given, memory: remember(given, run, 'identity').memory });

/** Asks for the order; the same vain question too often hands the run to a person. */
export function askOrder(given: Resolved, run: Run, question = 'order'): RunEnding {
  const { memory, asked } = remember(given, run, 'order');
  const topic = { ...given, memory };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  return clarify(question, topic, { offer: given.intent.offer ?? given.intent.description });
}

/** Asks which lines of the order are meant. */
export function askItems(given: Resolved, run: Run, lines: readonly OrderLine[], in_turn = false): RunEnding {
  // The quantities are lost with the message; each is asked for when its item's turn has come.
  const { quantity: _quantity, ...rest } = given.slots;
  const slots: RememberedSlots = in_turn ? { ...rest, part: 'pieces' } : given.slots;
  const options = { lines: lines.map(({ line_id }) => line_id), ...(in_turn && { in_turn }) };
  const { memory, asked } = remember({ ...given, slots }, run, 'items', options);
  const topic = { ...given, memory };
  if (asked > run.policy.escalation.failedSlots) return escalate('repeated_failure', topic);
  const items = lines.map(({ name }) => name);
  run.evidence.push({ reference: `items#${run.trace.length}`, kind: 'system_fact', text: evidenceText({ items }) });
  return clarify(in_turn ? 'which_item_first' : 'which_items', topic, { items });
}

export function askHowMany(given: Resolved, run: Run): RunEnding {
  const { memory, asked } = remember(given, run, 'quantity');
  const topic = { ...given, memory };
  return asked > run.policy.escalation.failedSlots ? escalate('repeated_failure', topic) : clarify('how_many', topic);
}

/** Leaves the wish on the conversation; says how many times in a row the same thing was asked for. */
function remember(
  given: Resolved,
  run: Run,
  missing: Pending['missing'],
  options: Pick<Pending, 'orders' | 'lines' | 'in_turn'> = {}
): { readonly memory: Memory; readonly asked: number } {
  const { intent } = given;
  const before = run.conversation.memory.pending;
  const asked = before?.intent === intent.name && before.missing === missing ? before.asked + 1 : 1;
  const pending: Pending = { intent: intent.name, missing, slots: slotsToKeep(given, run), asked, ...options };
  return { memory: { ...given.memory, pending }, asked };
}

const MOST_WORDS = 32;

/** The message is gone when its wish goes on, so what it may have named is kept with the slots. */
function slotsToKeep({ slots, words }: Resolved, { conversation }: Run): RememberedSlots {
  const items = new Set([...(slots.items ?? []), ...digestsOf(words, conversation.conversation_id)]);
  return { ...slots, items: [...items].slice(0, MOST_WORDS) };
}

export function without(memory: Memory, ...keys: readonly (keyof Memory)[]): Memory {
  return Object.fromEntries(Object.entries(memory).filter(([key]) => !keys.includes(key as keyof Memory)));
}
