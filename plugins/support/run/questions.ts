import type { OrderLine } from '../kinds/seed-order.js';
import type { Memory, Pending } from '../records/types.js';
import { evidenceText } from '../verify/evidence-text.js';
import { clarify, escalate } from './endings.js';
import { digestsOf } from './item-words.js';
import type { EngineAccess } from './receive.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

/** The message was not understood: the open question is asked again, then a person takes over. */
export async function unclear(run: Run, access: EngineAccess): Promise<RunState> {
  const { pending, unclear: before = 0 } = run.conversation.memory;
  run.memory = { ...run.memory, unclear: before + 1 };
  if (before + 1 >= run.policy.escalation.unclearMessages) return await escalate(run, access, 'low_confidence');
  if (pending?.missing === 'order' || pending?.missing === 'identity') {
    run.intent = run.policy.intents.get(pending.intent) ?? run.policy.unknown;
    return pending.missing === 'order' ? await askOrder(run, access) : await askIdentity(run, access);
  }
  // A number alone wishes for nothing, but the wish that follows is about it.
  const { order_id } = run.slots;
  if (order_id !== undefined) run.memory = { ...run.memory, order_id };
  const [guess] = run.understanding?.candidates ?? [];
  if (guess !== undefined && run.policy.intents.get(guess)?.offer !== undefined)
    return await askChoice(run, access, [guess]);
  return await clarify(run, access, 'unclear');
}

/** The customer wants none of it. */
export function dropped(run: Run, access: EngineAccess): Promise<RunState> {
  run.memory = without(run.memory, 'pending', 'unclear');
  return clarify(run, access, 'anything_else');
}

/** Somebody may be working on what is not wanted any more, so somebody has to know. */
export function takenBack(run: Run, access: EngineAccess): Promise<RunState> {
  run.memory = without(run.memory, 'pending', 'unclear');
  return escalate(run, access, 'customer_request');
}

/** `all`: the customer wants all of it, one after the other. */
export async function askChoice(
  run: Run,
  access: EngineAccess,
  candidates: readonly string[],
  all = false
): Promise<RunState> {
  const asked = candidates.filter(name => run.policy.intents.get(name)?.offer !== undefined).slice(0, 3);
  const choices = asked.map(name => run.policy.intents.get(name)?.offer);
  const slots = slotsToKeep(run);
  const named = run.understanding?.slots.order_ids ?? [];
  const orders = named.length > 1 ? { orders: named } : {};
  const pending: Pending = { intent: 'unknown', missing: 'choice', candidates: asked, slots, asked: 1, ...orders };
  run.memory = { ...run.memory, pending };
  return await clarify(run, access, all ? 'choice_first' : 'choice', { choices });
}

export function askWhichOrder(
  run: Run,
  access: EngineAccess,
  orders: readonly string[],
  all = false
): Promise<RunState> {
  remember(run, 'order', { orders });
  run.memory = { ...run.memory, orders };
  run.evidence.push({ reference: `orders#${run.trace.length}`, kind: 'system_fact', text: evidenceText({ orders }) });
  return clarify(run, access, all ? 'which_order_first' : 'which_order', { orders });
}

export function askIdentity(run: Run, access: EngineAccess): Promise<RunState> {
  remember(run, 'identity');
  return clarify(run, access, 'identity');
}

/** Asks for the order; the same vain question too often hands the run to a person. */
export async function askOrder(run: Run, access: EngineAccess, question = 'order'): Promise<RunState> {
  const asked = remember(run, 'order');
  if (asked > run.policy.escalation.failedSlots) return await escalate(run, access, 'repeated_failure');
  return await clarify(run, access, question, { offer: run.intent.offer ?? run.intent.description });
}

/** Asks which lines of the order are meant. */
export async function askItems(
  run: Run,
  access: EngineAccess,
  lines: readonly OrderLine[],
  in_turn = false
): Promise<RunState> {
  if (in_turn) {
    // The quantities are lost with the message; each is asked for when its item's turn has come.
    const { quantity: _quantity, ...slots } = run.slots;
    run.slots = { ...slots, part: 'pieces' };
  }
  const asked = remember(run, 'items', { lines: lines.map(({ line_id }) => line_id), ...(in_turn && { in_turn }) });
  if (asked > run.policy.escalation.failedSlots) return await escalate(run, access, 'repeated_failure');
  const items = lines.map(({ name }) => name);
  run.evidence.push({ reference: `items#${run.trace.length}`, kind: 'system_fact', text: evidenceText({ items }) });
  return await clarify(run, access, in_turn ? 'which_item_first' : 'which_items', { items });
}

export async function askHowMany(run: Run, access: EngineAccess): Promise<RunState> {
  const asked = remember(run, 'quantity');
  if (asked > run.policy.escalation.failedSlots) return await escalate(run, access, 'repeated_failure');
  return await clarify(run, access, 'how_many');
}

/** Leaves the wish on the conversation; says how many times in a row the same thing was asked for. */
function remember(
  run: Run,
  missing: Pending['missing'],
  options: Pick<Pending, 'orders' | 'lines' | 'in_turn'> = {}
): number {
  const before = run.conversation.memory.pending;
  const asked = before?.intent === run.intent.name && before.missing === missing ? before.asked + 1 : 1;
  const pending: Pending = { intent: run.intent.name, missing, slots: slotsToKeep(run), asked, ...options };
  run.memory = { ...run.memory, pending };
  return asked;
}

const MOST_WORDS = 32;

/** The message is gone when its wish goes on, so what it may have named is kept with the slots. */
function slotsToKeep({ slots, words, conversation }: Run): Run['slots'] {
  const items = new Set([...(slots.items ?? []), ...digestsOf(words, conversation.conversation_id)]);
  return { ...slots, items: [...items].slice(0, MOST_WORDS) };
}

export function without(memory: Memory, ...keys: readonly (keyof Memory)[]): Memory {
  return Object.fromEntries(Object.entries(memory).filter(([key]) => !keys.includes(key as keyof Memory)));
}
