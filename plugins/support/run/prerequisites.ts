import { identityHolds } from './call-tool.js';
import { escalate } from './end.js';
import { linesNamed, mentionsOf, ordersNaming } from '../conversation/item-words.js';
import { linesOf } from '../conversation/references.js';
import { overlap } from '../conversation/tickets.js';
import { knownOrders } from './list-orders.js';
import { without } from '../conversation/asked.js';
import { askIdentity, askOrder, askWhichOrder } from './questions.js';
import type { Memory } from '../records/types.js';
import type { Run } from './run.js';
import type { RunEnding, Ready, Resolved, Services } from './steps.js';

/** Identity first, then the order: no tool runs before both are there. */
export async function prerequisites(before: Resolved, run: Run, services: Services): Promise<Ready | RunEnding> {
  const { task } = before;
  const requires = task.does === 'issue' ? task.issue.requires : before.intent.requires;
  const all = task.does === 'overview' && task.orders === undefined;
  if (task.does !== 'wish' && task.does !== 'issue' && (!all || identityHolds(run, services)))
    return { recalledOrder: undefined, ...before, memory: inFocus(without(before.memory, 'unclear'), before) };
  const given: Resolved = { ...before, memory: without(before.memory, 'unclear') };
  if (requires.identity && !identityHolds(run, services, requires.level)) {
    const tries = run.conversation.failed_verifications;
    return tries >= run.policy.escalation.failedVerifications
      ? escalate('repeated_failure', given)
      : askIdentity(given, run, requires.level);
  }
  // What is talked about stays known for questions about it.
  const subject = given.intent.offer === undefined ? given.memory.subject : given.intent.name;
  // A question asked in between leaves the wish that waits as it is.
  const settles = given.resumed || requires.identity || requires.order;
  const open = settles ? without(given.memory, 'pending') : given.memory;
  const memory: Memory = subject === undefined ? open : Object.assign({}, open, { subject });
  if (!requires.order) return { recalledOrder: undefined, ...given, memory };

  const order = await findOrder(given, run, services);
  if (order === undefined) {
    const { order_id: _another, line_ids: _its, ...slots } = given.slots;
    const { pending } = run.conversation.memory;
    const named = given.resumed && pending?.missing === 'choice' ? pending.orders : undefined;
    const waits = pending?.missing === 'order' && !pending.strange ? run.policy.intents.get(pending.intent) : undefined;
    // A question in between, which needs the order as well, leaves the wish that waits for it.
    if (waits?.decide !== undefined && given.intent.decide === undefined)
      return askOrder({ ...given, intent: waits, slots: pending!.slots }, run);
    return named === undefined
      ? askOrder({ ...given, slots }, run)
      : askWhichOrder({ ...given, slots }, run, { orders: named });
  }
  if ('several' in order) return askWhichOrder(given, run, { orders: order.several });
  return aboutOrder({ ...given, memory }, order, run);
}

/** A question about another order moves the conversation to that order. */
function inFocus(before: Memory, { task, found, intent, slots: { order_id } }: Resolved): Memory {
  if ((task.does !== 'answer' && task.does !== 'tell') || order_id === undefined) return before;
  // What an article says settles nothing about the order that was named.
  const memory: Memory = task.does === 'answer' ? { settled: intent.name, ...before } : before;
  const named = found.lines.filter(({ how, ...line }) => line.order_id === order_id && how !== 'pronoun');
  const lines = named.length === 0 ? {} : { line_ids: named.map(({ line_id }) => line_id) };
  if (order_id === memory.order_id) return { ...memory, ...lines };
  const { line_ids: _lines, ...rest } = memory;
  return { ...rest, ...lines, order_id, in_play: [...(memory.in_play ?? []).filter(id => id !== order_id), order_id] };
}

/** The wish is about this order, and about the lines of it that were named now or, of the same order, last. */
function aboutOrder(given: Resolved, order: { id: string; recalled: boolean }, run: Run): Ready {
  const { memory: before } = run.conversation;
  const { line_ids: earlier, ...slots } = given.slots;
  const settled = given.fixed || (given.task.does === 'issue' && earlier !== undefined);
  const now = settled ? {} : linesOf(given.found, order.id, run.conversation);
  // Which of several items is meant is asked.
  const doubt =
    !settled && given.found.candidates.lines.some(line => line.order_id === order.id) ? { goods: true } : {};
  const kept = earlier !== undefined && given.slots.order_id === order.id ? { line_ids: earlier } : {};
  const { reported } = before;
  // What went wrong with a line is still about that line when its order is named again.
  const same = reported?.order_id === order.id && !given.found.whole;
  // "Return it instead" points at what was talked about, and names no order of itself.
  const { orders, whole } = given.found;
  const pointed = !whole && orders.length > 0 && orders.every(({ how }) => how === 'pronoun');
  const recalled = (order.recalled || same || pointed) && before.order_id === order.id;
  const last = recalled && before.line_ids ? { line_ids: before.line_ids } : {};
  const line_ids = [now, kept, last, linesBefore(given, order.id, run)].find(each => each.line_ids)?.line_ids;
  const lines = line_ids === undefined ? {} : { line_ids };
  // "The lid is cracked. And the runner, can that go back?"; "no, nothing is wrong with it".
  const denied = same && given.said.slots.fault_denied;
  const holds = same && !denied && overlap(reported.line_ids ?? [], line_ids ?? []);
  const fact =
    holds && reported.fact !== null && slots.reported_issue === undefined ? { reported_issue: reported.fact } : {};
  const said = slots.reported_issue ?? fact.reported_issue ?? null;
  const issue = slots.issue ?? (holds ? reported.issue : null);
  const { line_ids: _lines, reported: _before, ...memory } = given.memory;
  const kind = { order_id: order.id, ...lines, fact: said, issue };
  const stands = reported === undefined || denied ? {} : { reported };
  const report = said === null && issue === null ? stands : { reported: kind };
  // Not `{ ...memory, order_id }`: V8 gives that a hidden class of its own with every message, which is slow to make and to read.
  const in_play = [...(memory.in_play ?? []).filter(id => id !== order.id), order.id];
  return {
    recalledOrder: order.recalled ? order.id : undefined,
    ...given,
    slots: Object.assign({}, slots, lines, Object.assign({}, doubt, fact, { order_id: order.id })),
    memory: Object.assign({}, memory, lines, report, { order_id: order.id, in_play, settled: given.intent.name })
  };
}

/** The lines that earlier messages of the same wish named, before it was known whose orders they are of. */
function linesBefore({ slots, found }: Resolved, id: string, run: Run): { readonly line_ids?: readonly string[] } {
  const { conversation_id, memory } = run.conversation;
  const order = memory.known?.find(({ order_id }) => order_id === id);
  const said = found.whole ? undefined : mentionsOf([], slots.items, conversation_id);
  if (order === undefined || said === undefined) return {};
  const line_ids = linesNamed(said, order);
  return line_ids.length === 0 || line_ids.length === order.lines.length ? {} : { line_ids };
}

type FoundOrder =
  /** `recalled`: the message does not say which, earlier ones did. */
  { readonly id: string; readonly recalled: boolean } | { readonly several: readonly string[] };

/** The order that is meant: by number, or by an item that exactly one order holds. */
async function findOrder(given: Resolved, run: Run, services: Services): Promise<FoundOrder | undefined> {
  const { slots, said, found } = given;
  const known = slots.order_id;
  const one = (id: string | undefined, recalled: boolean) => (id === undefined ? undefined : { id, recalled });
  if (given.fixed && known !== undefined) return one(known, false);
  const [only, another] = said.slots.order_ids;
  if (only !== undefined && another === undefined) return one(only, false);
  if (found.candidates.orders.length > 1) return { several: found.candidates.orders };
  const named = (await ordersNamed(given, run, services)).map(order => order.order_id);
  const lastOrder = run.conversation.memory.order_id;
  // Goods that no order holds are not those of the order that was talked of last.
  if (named.length === 0) return said.slots.goods ? undefined : one(known, true);
  if (known !== undefined && named.includes(known)) return one(known, false);
  if (named.length > 1 && lastOrder !== undefined && named.includes(lastOrder)) return one(lastOrder, true);
  return named.length === 1 ? one(named[0], false) : { several: named };
}

type Asked = Pick<Resolved, 'intent' | 'words' | 'slots' | 'found'>;

export const namesAnItem = async (asked: Asked, run: Run, services: Services) =>
  (await ordersNamed(asked, run, services)).length > 0;

/** The customer's orders that hold what the message names; none where the plan could not read orders either. */
export async function ordersNamed({ intent, words, slots }: Asked, run: Run, services: Services) {
  const { customer_id, conversation_id, memory } = run.conversation;
  const tools = intent.plan.map(step => run.policy.tools.get(step.tool)?.definition);
  const permitted = tools.every(tool => tool?.required_scopes.every(scope => run.caller.scopes.has(scope)));
  if (customer_id === null || !permitted || !identityHolds(run, services)) return [];
  // With the orders at hand, what this message names has been resolved; what earlier ones named was kept as digests.
  const said = mentionsOf(memory.known === undefined ? words : [], slots.items, conversation_id);
  if (said === undefined) return [];
  const { conversation, caller, policy, now } = run;
  const known =
    memory.known ?? (await knownOrders(conversation, caller, { policy, services, now, purpose: intent.name }));
  return ordersNaming(said, known ?? []);
}
