import { hash } from 'node:crypto';
import type { Order, RememberedSlots } from '../records/types.js';
import type { KnownOrder } from '../refer/types.js';

/** Tells whether a message contained a word. */
export type Mentions = (word: string) => boolean;

const SHORTEST = 3;
const MOST = 16;
const DIGEST_CHARS = 10;

/**
 * The words of a message that may name an item, those as written and those as understood: a product's name may be
 * taken for a misspelling of something else. With them its numbers, "1 0 0 2" as one: an order's may be among them.
 */
export function wordsOf(message: string, understood: readonly string[]): readonly string[] {
  const written = message
    .toLowerCase()
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u);
  const numbers = message.replace(/(?<=(?<!\d)\d)[ -](?=\d(?!\d))/g, '').match(/\d{3,}/g) ?? [];
  const words = [...understood, ...written].filter(word => word.length >= SHORTEST && !/\d/.test(word));
  return [...new Set([...numbers, ...words])];
}

/** What this message says, and earlier ones of the same wish said; undefined when that is nothing. */
export function mentionsOf(
  words: readonly string[],
  items: RememberedSlots['items'] = [],
  conversationId: string
): Mentions | undefined {
  if (words.length === 0 && items.length === 0) return undefined;
  const now = new Set(words);
  const earlier = new Set(items);
  return word => now.has(word) || (earlier.size > 0 && earlier.has(digest(word, conversationId)));
}

/** Words in a form that can be recognised in the same conversation and not be read. */
export const digestsOf = (words: readonly string[], conversationId: string): readonly string[] =>
  words.slice(0, MOST).map(word => digest(word, conversationId));

const digest = (word: string, salt: string) => hash('sha256', `${salt}/${word}`).slice(0, DIGEST_CHARS);

/** The orders whose number is named, else those whose items are named best: by the most words of an item's name. */
export function ordersNaming(said: Mentions, orders: readonly KnownOrder[]): readonly KnownOrder[] {
  const numbered = orders.filter(({ order_id }) => said(order_id.replace(/\D/g, '')));
  if (numbered.length > 0) return numbered;
  const named = orders.map(order => ({
    order,
    words: Math.max(0, ...order.lines.map(line => wordsNamed(said, line.name)))
  }));
  const most = Math.max(0, ...named.map(({ words }) => words));
  return most === 0 ? [] : named.filter(({ words }) => words === most).map(({ order }) => order);
}

/** The lines of an order that are named. */
export function linesNamed(said: Mentions, order: Pick<Order | KnownOrder, 'lines'>): readonly string[] {
  return order.lines.filter(line => wordsNamed(said, line.name) > 0).map(line => line.line_id);
}

/**
 * How many words of an item's name were said; 0 unless the name's last word, which says what the thing is, or two
 * words are among them: a table is no table runner.
 */
function wordsNamed(said: Mentions, name: string): number {
  const [before = ''] = name.split(/[,(]/);
  const parts = before
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part.length >= SHORTEST && !/\d/.test(part));
  const named = parts.filter(part => said(part) || said(`${part}s`) || (part.endsWith('s') && said(part.slice(0, -1))));
  return named.length > 1 || named.at(-1) === parts.at(-1) ? named.length : 0;
}
