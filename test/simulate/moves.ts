import type { WishName } from './goals.js';
import type { Phrases } from './phrases.js';
import type { Random } from './random.js';
import type { Said } from './customer.js';
import type { Customer } from './shop.js';
import { type Ticket, Wish } from './wishes.js';
import type { Row } from './wording.js';

export type Move = 'ask' | 'elaborate' | 'change';

interface Situation {
  readonly wish: Wish;
  readonly random: Random;
  readonly customer: Customer;
  readonly phrases: Phrases;
}

type Change = (situation: Situation) => Said | undefined;

const GOODS: readonly WishName[] = ['refund', 'refund_two', 'return', 'return_two', 'exchange'];
const SWAP = /swap|exchange|replace|new \{item\}|next one/i;

const another = ({ wish }: Situation) => wish.order?.items.find(item => !wish.items.includes(item));

/** How customers change their minds; each says nothing where it makes no sense of the wish. */
const CHANGES: readonly Change[] = [
  situation => withdrawn('change_mind_keep', situation, ({ text }) => !/ex's/.test(text)),
  situation => withdrawn('withdraw_all', situation, ({ text }) => !text.includes('{both_items}')),
  // One of two stays.
  ({ wish, phrases }) => {
    if (wish.items.length !== 2 || !['refund_two', 'return_two'].includes(wish.name)) return undefined;
    const [kept, other] = wish.items;
    const text = phrases.change('change_mind_keep', { item: phrases.named(kept!) }, row => row.text.includes('{item}'));
    wish.becomes({ items: [other!], name: wish.name === 'refund_two' ? 'refund' : 'return' });
    return text === undefined ? undefined : { act: 'change_mind_keep_one', text };
  },
  ({ wish, phrases }) => {
    if (!['return', 'exchange', 'return_two'].includes(wish.name)) return undefined;
    const item = wish.items.map(each => phrases.named(each)).join(' and the ');
    const text = phrases.change('change_to_refund', { item }, row => wish.name === 'exchange' || !SWAP.test(row.text));
    wish.becomes({ name: wish.items.length > 1 ? 'refund_two' : 'refund' });
    return text === undefined ? undefined : { act: 'change_to_refund', text };
  },
  ({ wish, phrases }) => {
    if (!['refund', 'refund_two'].includes(wish.name)) return undefined;
    const item = wish.items.map(each => phrases.named(each)).join(' and the ');
    const fits = ({ text }: Row) => !SWAP.test(text) && !/cancel|if a refund/.test(text);
    const text = phrases.change('change_to_return', { item }, fits);
    wish.becomes({ name: wish.items.length > 1 ? 'return_two' : 'return' });
    return text === undefined ? undefined : { act: 'change_to_return', text };
  },
  situation => {
    const { wish, phrases } = situation;
    const other = another(situation);
    if (other === undefined || wish.items.length !== 1 || !GOODS.includes(wish.name)) return undefined;
    const text = phrases.change('change_to_other_item', {
      item: phrases.named(wish.items[0]!),
      other_item: phrases.named(other)
    });
    wish.becomes({ items: [other] });
    return text === undefined ? undefined : { act: 'change_to_other_item', text };
  },
  situation => {
    const { wish, phrases } = situation;
    const other = another(situation);
    if (other === undefined || wish.items.length !== 1 || !GOODS.includes(wish.name)) return undefined;
    const text = phrases.change('add_item', { other_item: phrases.named(other) });
    wish.becomes({ items: [...wish.items, other], name: wish.name === 'refund' ? 'refund_two' : 'return_two' });
    return text === undefined ? undefined : { act: 'add_item', text };
  }
];

function withdrawn(act: string, { wish, phrases }: Situation, fits: (row: Row) => boolean): Said | undefined {
  if (act === 'change_mind_keep' && !GOODS.includes(wish.name)) return undefined;
  const item = wish.items.map(each => phrases.named(each)).join(' and the ');
  const text = phrases.change(act, act === 'change_mind_keep' ? { item } : {}, fits);
  if (text === undefined) return undefined;
  wish.withdrawn = true;
  return { act, text, withdraws: [wish] };
}

/** Where is the other one? Leaves everything else as it is. */
function switches({
  wish,
  random,
  customer,
  phrases
}: Situation): { readonly said: Said; readonly wish: Wish } | undefined {
  const others = customer.orders.filter(order => order !== wish.order);
  if (others.length === 0 || wish.order === undefined) return undefined;
  const order = random.of(others);
  const status = new Wish('status', order, order.items);
  const slots = { order: order.order_id, other_item: phrases.named(random.of(order.items)) };
  const named = ({ text }: Row) => others.length === 1 || text.includes('{');
  const text = phrases.change('switch_to_status', slots, named);
  return text === undefined ? undefined : { said: { act: 'switch_to_status', text, wishless: true }, wish: status };
}

/** A change of mind that makes sense of a wish as it stands; undefined where none does. */
export function changeOf(
  situation: Situation,
  open: readonly Ticket[]
): { readonly said: Said; readonly wish?: Wish } | undefined {
  const { random, wish } = situation;
  if (wish.withdrawn) return undefined;
  if (random.chance(0.2)) return switches(situation);
  if (!open.some(ticket => wish.covers(ticket))) return switches(situation);
  for (const change of random.shuffled(CHANGES)) {
    const said = change(situation);
    if (said !== undefined) return { said };
  }
  return undefined;
}
