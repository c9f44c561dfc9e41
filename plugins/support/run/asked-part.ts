import type { OrderLine } from '../kinds/seed-order.js';
import { escalate } from './endings.js';
import { linesNamed, mentionsOf } from './item-words.js';
import { askHowMany, askItems } from './questions.js';
import type { EngineAccess } from './receive.js';
import type { Run } from './run.js';
import type { RunState } from './states.js';

/** Which lines of its order a request is about, and what it leaves open about them. */
export interface AskedPart {
  /** None when it is about all of them. */
  readonly lineIds: readonly string[];
  readonly open: OpenPart | undefined;
}

export type OpenPart =
  | { readonly ask: 'which_items' | 'items_in_turn'; readonly lines: readonly OrderLine[] }
  | { readonly ask: 'how_many' }
  /** A part of a price is for a person: no rule decides about it. */
  | { readonly ask: 'person' };

/** Reads off the records what "the lamp", "two of them" and "half of it" mean for the order of the run. */
export async function askedPart(run: Run, { records }: EngineAccess): Promise<AskedPart> {
  const { tenant, customer_id, memory, conversation_id } = run.conversation;
  const none = { lineIds: [], open: undefined };
  if (customer_id === null || run.slots.order_id === undefined) return none;
  const { order } = await records.orderAndCustomer(tenant, customer_id, run.slots.order_id);
  if (order === undefined) return none;
  const named = (items: Run['slots']['items']) => {
    const said = mentionsOf(run.words, items, conversation_id);
    return said === undefined ? [] : linesNamed(said, order);
  };
  const now = named([]);
  const pending = memory.pending?.intent === run.intent.name ? memory.pending : undefined;
  const answered = pending?.missing === 'items' && now.length > 0;
  // What was asked about is settled by an answer that names items.
  if (answered) {
    const { part: _part, goods: _goods, items: _items, ...slots } = run.slots;
    run.slots = pending.in_turn === true && slots.quantity === undefined ? { ...slots, part: 'pieces' } : slots;
  }
  const all = !answered && run.slots.part === 'except';
  const lineIds = all ? [] : answered ? now : (run.slots.line_ids ?? named(run.slots.items));
  const lines = lineIds.length === 0 ? order.lines : order.lines.filter(({ line_id }) => lineIds.includes(line_id));
  const asked = lines.map(line => ({ line, units: unitsLeft(run, line) })).filter(({ units }) => units > 0);
  const open = openPart(run.slots, asked, lineIds.length > 0);
  return {
    lineIds: lines.length === order.lines.length ? [] : lines.map(({ line_id }) => line_id),
    open: open?.ask === 'which_items' && pending?.in_turn === true ? { ...open, ask: 'items_in_turn' } : open
  };
}

const unitsLeft = ({ intent }: Run, line: OrderLine) =>
  line.quantity - (intent.name === 'return_request' ? line.quantity_returned : line.quantity_refunded);

interface AskedLine {
  readonly line: OrderLine;
  readonly units: number;
}

/** What a request for these lines leaves open; nothing where all that is left of them is asked for. */
function openPart(
  { quantity, part, goods }: Run['slots'],
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
export async function settlePart(run: Run, access: EngineAccess, open: OpenPart): Promise<RunState> {
  delete run.data['decision'];
  switch (open.ask) {
    case 'which_items':
      return await askItems(run, access, open.lines);
    case 'items_in_turn':
      return await askItems(run, access, open.lines, true);
    case 'how_many':
      return await askHowMany(run, access);
    case 'person':
      return await escalate(run, access, 'policy_requires_human');
  }
}
