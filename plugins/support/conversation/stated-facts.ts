import type { Memory, RememberedSlots } from '../records/types.js';
import type { Resolution } from '../refer/types.js';
import { ordersSaid } from './references.js';
import { overlap } from './tickets.js';

/** What the conversation keeps of what was told of goods, for what is wished for later. */
export function keepStated(memory: Memory, told: RememberedSlots, found: Resolution): Memory {
  if (Object.keys(told).length === 0) return memory;
  const [order_id = memory.order_id, another] = ordersSaid(found);
  if (another !== undefined) return memory;
  const named = linesIn(found, order_id);
  const line_ids = named.length > 0 ? named : order_id === memory.order_id ? (memory.line_ids ?? []) : [];
  const { stated } = memory;
  const same = stated?.order_id === order_id && overlap(stated?.line_ids ?? [], line_ids);
  const slots = same ? { ...stated?.slots, ...told } : told;
  return { ...memory, stated: { ...(order_id !== undefined && { order_id }), line_ids, slots } };
}

/** What was told before of what is wished for now; of the pot nothing of what was told of the runner. */
export function statedOf({ order_id, line_ids }: RememberedSlots, found: Resolution, memory: Memory): RememberedSlots {
  const { stated } = memory;
  if (stated === undefined) return {};
  const order = order_id ?? memory.order_id;
  const same = stated.order_id === undefined || stated.order_id === order;
  return same && overlap(stated.line_ids, line_ids ?? linesIn(found, order)) ? stated.slots : {};
}

const linesIn = ({ lines }: Resolution, order: string | undefined): readonly string[] =>
  lines.filter(({ order_id }) => order_id === order).map(({ line_id }) => line_id);
