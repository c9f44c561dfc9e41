import type { Intent } from '../kinds/intent.js';
import { identityHolds } from './call-tool.js';
import { escalate } from './endings.js';
import { mentionsOf, ordersNaming } from './item-words.js';
import { askIdentity, askOrder, askWhichOrder, without } from './questions.js';
import type { EngineAccess } from './receive.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

/** Identity first, then the order: no tool runs before both are there. */
export async function prerequisites(run: Run, access: EngineAccess, resumed: boolean): Promise<RunState> {
  const { requires } = run.intent;
  run.memory = without(run.memory, 'unclear');
  if (requires.identity && !identityHolds(run, access)) {
    if (run.conversation.failed_verifications >= run.policy.escalation.failedVerifications)
      return await escalate(run, access, 'repeated_failure');
    return await askIdentity(run, access);
  }
  if (requires.order) {
    const order = await findOrder(run, access);
    if (order === undefined) {
      const { order_id: _another, ...slots } = run.slots;
      run.slots = slots;
      const { pending } = run.conversation.memory;
      const named = resumed && pending?.missing === 'choice' ? pending.orders : undefined;
      return named === undefined ? await askOrder(run, access) : await askWhichOrder(run, access, named);
    }
    if ('several' in order) return await askWhichOrder(run, access, order.several);
    run.slots = { ...run.slots, order_id: order.id };
    if (order.recalled) run.data['recalled_order'] = order.id;
    run.memory = { ...run.memory, order_id: order.id, settled: run.intent.name };
  }
  // A question asked in between leaves the wish that waits as it is.
  if (resumed || requires.identity || requires.order) run.memory = without(run.memory, 'pending');
  return run.move('GATHERING');
}

type FoundOrder =
  /** `recalled`: the message does not say which, earlier ones did. */
  { readonly id: string; readonly recalled: boolean } | { readonly several: readonly string[] };

/** The order that is meant: by number, or by an item that exactly one order holds. */
async function findOrder(run: Run, access: EngineAccess): Promise<FoundOrder | undefined> {
  const known = run.slots.order_id;
  const one = (id: string | undefined, recalled: boolean) => (id === undefined ? undefined : { id, recalled });
  if (run.understanding?.slots.order_ids.length === 1) return one(known, false);
  const named = (await ordersNamed(run, access, run.intent)).map(order => order.order_id);
  const lastOrder = run.conversation.memory.order_id;
  // Goods that no order holds are not those of the order that was talked of last.
  if (named.length === 0) return run.understanding?.slots.goods === true ? undefined : one(known, true);
  if (known !== undefined && named.includes(known)) return one(known, false);
  if (named.length > 1 && lastOrder !== undefined && named.includes(lastOrder)) return one(lastOrder, true);
  return named.length === 1 ? one(named[0], false) : { several: named };
}

export const namesAnItem = async (run: Run, access: EngineAccess, intent: Intent) =>
  (await ordersNamed(run, access, intent)).length > 0;

/** The customer's orders that hold what the message names; none where the plan could not read orders either. */
async function ordersNamed(run: Run, access: EngineAccess, intent: Intent) {
  const { tenant, customer_id } = run.conversation;
  const tools = intent.plan.map(step => run.policy.tools.get(step.tool)?.definition);
  const permitted = tools.every(tool => tool?.required_scopes.every(scope => run.caller.scopes.has(scope)));
  if (customer_id === null || !permitted || !identityHolds(run, access)) return [];
  const said = mentionsOf(run.words, run.slots.items, run.conversation.conversation_id);
  return said === undefined ? [] : ordersNaming(said, await access.records.ordersOf(tenant, customer_id));
}
