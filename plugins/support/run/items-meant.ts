import { decimalOf, formatMoney, parseMoney, sumMoney, timesQuantity } from '../../../core/money/index.js';
import { evidenceText } from '../verify/evidence-text.js';
import type { Run } from './run.js';
import type { Fields, Ready, ReplyData } from './steps.js';

/** The items of an order that a question is about. */
export interface ItemsMeant {
  readonly lines: readonly Fields[];
  /** The message names them itself, or so many of them. */
  readonly named: boolean;
  /** How many of what: "2 Cereal bowl and 1 Table runner". */
  readonly text: string;
  /** What these pieces cost. */
  readonly amount: string;
}

/** Items that the message names, else those last spoken of, else all of the order; with what they cost, as evidence. */
export function itemsMeant(
  { order, decided }: ReplyData,
  { found, said }: Ready,
  { conversation: { memory }, evidence, trace }: Run
): ItemsMeant | undefined {
  const lines = (order?.['lines'] ?? []) as readonly Fields[];
  if (order === undefined || lines.length === 0) return undefined;
  const own = (ids: readonly string[]) => lines.filter(line => ids.includes(String(line['line_id'])));
  const named = own(found.lines.filter(line => line.order_id === order.order_id).map(({ line_id }) => line_id));
  const spokenOf = own(memory.order_id === order.order_id ? (memory.line_ids ?? []) : []);
  const settled = own(decided !== undefined && decided.order_id === order.order_id ? decided.line_ids : []);
  const meant = [named, spokenOf, settled, lines].find(each => each.length > 0)!;
  const asked = meant.length === 1 ? said.slots.quantity : null;
  const pieces = meant.map(
    (line): Fields & { readonly quantity: number; readonly name?: unknown; readonly paid_each?: unknown } => {
      const quantity = Number(line['quantity']);
      return { ...line, quantity: asked !== null && asked <= quantity ? asked : quantity };
    }
  );
  const priced = pieces.map(({ name, quantity, paid_each }) => {
    const price = parseMoney(paid_each) ?? decimalOf(0);
    return { name, quantity, price: formatMoney(price), amount: formatMoney(timesQuantity(price, quantity)) };
  });
  const amount = formatMoney(sumMoney(priced.map(each => parseMoney(each.amount)!)));
  const items = pieces.map(line => `${line.quantity} ${String(line['name'])}`);
  const text = evidenceText({ items: priced, amount, currency: order['currency'] });
  evidence.push({ reference: `items#${trace.length}`, kind: 'system_fact', text });
  return { lines: meant, named: named.length > 0 || asked !== null, text: items.join(' and '), amount };
}
