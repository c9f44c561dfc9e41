import type { Intent } from '../kinds/intent.js';
import type { SeedLine } from '../kinds/seed-order.js';
import type { RememberedSlots } from '../records/types.js';
import { escalate } from './end.js';
import { linesNamed, mentionsOf } from '../conversation/item-words.js';
import { linesOf } from '../conversation/references.js';
import { recordsAbout } from './call-tool.js';
import { askHowMany, askItems } from './questions.js';
import type { Run } from './run.js';
import type { RunEnding, Gathered, OpenPart, Ready, Services } from './steps.js';

/** Which lines of its order a request is about, what it leaves open about them, and the slots once that is settled. */
export type AskedPart = Pick<Gathered, 'lineIds' | 'openPart' | 'slots'>;

/** Reads off the records what "the lamp", "two of them" and "half of it" mean for the order of the run; undefined where they cannot be read. */
export async function askedPart(
  { intent, words, slots, found: meant }: Ready,
  run: Run,
  services: Services
): Promise<AskedPart | undefined> {
  const { customer_id, memory, conversation_id } = run.conversation;
  const none = { lineIds: [], openPart: undefined, slots };
  if (customer_id === null || slots.order_id === undefined) return none;
  const found = await recordsAbout(slots.order_id, intent, run, services);
  if (found === undefined) return undefined;
  const { order } = found;
  if (order === undefined) return none;
  const named = (items: RememberedSlots['items']) => {
    const said = mentionsOf(memory.known === undefined ? words : [], items, conversation_id);
    return said === undefined ? [] : linesNamed(said, order);
  };
  const now =
    memory.known === undefined ? named([]) : (linesOf(meant, slots.order_id, run.conversation).line_ids ?? []);
  const pending = memory.pending?.intent === intent.name ? memory.pending : undefined;
  const answered = pending?.missing === 'items' && now.length > 0;
  const settled = answered ? answeredSlots(slots, pending.in_turn === true) : slots;
  const all = !answered && settled.part === 'except';
  const lineIds = all ? [] : answered ? now : (settled.line_ids ?? named(settled.items));
  const lines = lineIds.length === 0 ? order.lines : order.lines.filter(({ line_id }) => lineIds.includes(line_id));
  const asked = lines.map(line => ({ line, units: unitsLeft(intent, line) })).filter(({ units }) => units > 0);
  const open = partLeftOpen(settled, asked, lineIds.length > 0);
  return {
    slots: settled,
    lineIds: lines.length === order.lines.length ? [] : lines.map(({ line_id }) => line_id),
    openPart: open?.ask === 'which_items' && pending?.in_turn === true ? { ...open, ask: 'items_in_turn' } : open
  };
}

/** What was asked about is settled by an answer that names items. */
function answeredSlots(
  { part: _part, goods: _goods, items: _items, ...slots }: RememberedSlots,
  inTurn: boolean
): RememberedSlots {
  return inTurn && slots.quantity === undefined ? { ...slots, part: 'pieces' as const } : slots;
}

const unitsLeft = (intent: Intent, line: SeedLine) =>
  line.quantity - (intent.name === 'return_request' ? line.quantity_returned : line.quantity_refunded);

interface AskedLine {
  readonly line: SeedLine;
  readonly units: number;
}

/** What a request for these lines leaves open; nothing where all that is left of them is asked for. */
function partLeftOpen(
  { quantity, part, goods }: RememberedSlots,
  asked: readonly AskedLine[],
  named: boolean
): OpenPart | undefined {
  const lines = asked.map(({ line }) => line);
  const which = { ask: 'which_items', lines } as const;
  if (asked.length === 0) return undefined;
  if (goods === true && !named) return which;
  if (part === 'except') return asked.length > 1 ? which : undefined;
  if (part === 'amount') return { ask: 'person' };
  const units = asked.reduce((sum, each) => sum + each.units, 0);
  if (asked.length === 1) {
    if (part === undefined) return undefined;
    if (units > 1) return { ask: 'how_many' };
    return named ? undefined : { ask: 'person' };
  }
  if (quantity === undefined) return part === undefined ? undefined : which;
  const ofEach = named && asked.every(each => each.units === quantity);
  if (quantity === units || ofEach) return undefined;
  if (named) return { ask: 'items_in_turn', lines };
  // "Both" of two items.
  return quantity === asked.length ? undefined : which;
}

/** Asks for what is open, or hands it over. What was decided was about more than was asked for, and is dropped. */
export function settlePart(gathered: Gathered, run: Run, open: OpenPart): RunEnding {
  const { decision: _decision, ...data } = gathered.data;
  switch (open.ask) {
    case 'which_items':
      return askItems(gathered, run, open.lines);
    case 'items_in_turn':
      return askItems(gathered, run, open.lines, true);
    case 'how_many':
      return askHowMany(gathered, run);
    case 'person':
      return escalate('policy_requires_human', gathered, { data, lineIds: gathered.lineIds });
  }
}
