import type { Expression } from './mentions.js';
import type { KnownOrder, LineRef, ReferenceContext } from './types.js';
import type { Reading } from './words.js';

/** Everything that is looked at to find out what the mentions of a message mean together. */
export interface MessageScope {
  readonly reading: Reading;
  /** Newest first. */
  readonly orders: readonly KnownOrder[];
  readonly context: ReferenceContext;
  readonly mentions: readonly Expression[];
  readonly whole: boolean;
  /** Goods that are asked for and that none of the orders holds, as the message calls them. */
  readonly strange: string | undefined;
}

export type Fits = Pick<Expression, 'orders' | 'lines'>;

/** "Just the runner", "only for the pot", "I only want the runner gone", "the runner only". */
export function isAlone(
  { from, to }: Pick<Expression, 'from' | 'to'>,
  { reading, mentions }: Pick<MessageScope, 'reading' | 'mentions'>
): boolean {
  const { clause } = reading.words[from]!;
  const behind = reading.words[to]?.clause === clause ? reading.at(to, 'alone') : undefined;
  if (behind !== undefined && reading.endsClause(to + behind.size - 1)) return true;
  for (let at = from; at > from - FARTHEST && reading.words[at - 1]?.clause === clause; at--) {
    if (reading.before(at, 'alone') !== undefined) return true;
    if (mentions.some(({ to, how }) => to === at && how !== 'pronoun')) return false;
    if (at < from && reading.before(at, 'determiner')?.size !== 1 && reading.before(at, 'wishing') === undefined)
      return false;
  }
  return false;
}

/** "Keep everything else as it is", "the rest stays", "leave the rest": what is named besides is meant alone. */
export const keepsRest = (reading: Reading): boolean =>
  reading.words.some((_, at) => {
    const hit = reading.at(at, 'rest');
    if (hit === undefined) return false;
    const from = at - (reading.before(at, 'article')?.size ?? 0);
    const kept =
      reading.before(from, 'exclusion') ?? reading.before(from, 'leaving') ?? reading.at(at + hit.size, 'stays');
    return kept !== undefined;
  });

/** Words. */
const FARTHEST = 7;

export const sameLine = (a: LineRef, b: LineRef): boolean => a.order_id === b.order_id && a.line_id === b.line_id;
export const ordersOf = (lines: readonly LineRef[]): string[] => [...new Set(lines.map(({ order_id }) => order_id))];

/**
 * "The pot is lovely. I send back just the runner": of items of one order those with "just" before them are meant, else
 * those of which more is said than where another came from or how lovely they are.
 */
export function askedOf(items: readonly Expression[], scope: MessageScope): readonly Expression[] {
  const { reading, mentions } = scope;
  if (mentions.some(({ how, excluded }) => how === 'all' && !excluded)) return items;
  const alone = items.filter(one => {
    const { from } = one;
    if (!isAlone(one, scope)) return false;
    const sentence = reading.words[from]!.sentence;
    return !reading.words.slice(0, from).some((word, at) => word.sentence === sentence && reading.at(at, 'not'));
  });
  // "Just the pot and the runner".
  const listed = items.filter(one => alone.some(({ group, to }) => group === one.group && to <= one.from));
  const meant = alone.length > 0 ? [...alone, ...listed] : items.filter(({ aside }) => !aside);
  const orders = new Set(meant.flatMap(one => one.orders));
  return items.filter(one => meant.includes(one) || !one.orders.some(order => orders.has(order)));
}

/** Of the lines that fit an item, those to which the rest of the message and the conversation point. */
export function narrowedItem(one: Expression, scope: MessageScope): Fits {
  const { context, mentions, reading } = scope;
  const { shown, focus } = context;
  const sentence = reading.words[one.from]!.sentence;
  const clause = reading.words[one.from]!.clause;
  const numbers = mentions.filter(({ how, orders, excluded }) => how === 'number' && orders.length > 0 && !excluded);
  const near = numbers.filter(({ from }) => reading.words[from]!.clause === clause);
  const described = mentions.filter(other => isDescription(other) && reading.words[other.from]!.sentence === sentence);
  let lines = one.lines;
  const keep = (fits: (line: LineRef) => boolean): void => {
    const kept = lines.filter(fits);
    if (kept.length > 0) lines = kept;
  };
  const within = (orders: readonly string[]): void => keep(({ order_id }) => orders.includes(order_id));
  for (const linked of [linkedTo(one, scope), near, numbers])
    if (linked.length > 0) within(linked.flatMap(({ orders }) => orders));
  for (const { orders } of described) within(orders);
  if (shown?.kind === 'lines') keep(line => shown.lines.some(other => sameLine(line, other)));
  if (focus?.order_id !== undefined) within([focus.order_id]);
  if (shown?.kind === 'orders') within(shown.orders);
  if (focus?.in_play !== undefined) within(focus.in_play);
  return { orders: ordersOf(lines), lines };
}

/** Words between an item and its number. */
const LINK = 3;

/** Numbers to which an item belongs by the words: "the lamp from 1001", "order 1001: the lamp". */
export function linkedTo(one: Expression, { mentions, reading }: MessageScope): readonly Expression[] {
  return mentions.filter(number => {
    if (number.how !== 'number' || number.orders.length === 0 || number.excluded) return false;
    const gap = number.from - one.to;
    return (
      gap >= 0 && gap <= LINK && reading.words.slice(one.to, number.from).some((_, i) => reading.at(one.to + i, 'from'))
    );
  });
}

/** The item is in none of the orders to which it belongs by the words. */
export function contradicts(one: Expression, scope: MessageScope): boolean {
  const linked = linkedTo(one, scope).flatMap(({ orders }) => orders);
  return linked.length > 0 && !one.orders.some(order => linked.includes(order));
}

export const isDescription = ({ how, excluded }: Expression): boolean =>
  !excluded && (how === 'status' || how === 'time' || how === 'price' || how === 'measure');

/** What all descriptions of one thing fit; the first alone where they contradict each other. */
export function intersect(descriptions: readonly Expression[]): Fits {
  let { orders, lines } = descriptions[0]!;
  for (const other of descriptions.slice(1)) {
    const both = orders.filter(order => other.orders.includes(order));
    if (both.length > 0) orders = both;
    if (other.lines.length > 0) lines = other.lines;
  }
  return { orders, lines: lines.filter(({ order_id }) => orders.includes(order_id)) };
}
