import type { Random } from './random.js';
import type { Customer, Item, Order } from './shop.js';
import type { Said } from './customer.js';
import { filled, type Mood, type Row, type Slots, type Wording } from './wording.js';
import type { Answer, Wish } from './wishes.js';

const COUNTRIES = ['Norway', 'Ireland', 'Canada', 'Germany', 'Japan', 'France', 'Brazil', 'Spain'];
/** Details that are a wish of their own where nothing is said to be wrong. */
const FAULT = /scratch|dent|stinks|noticed it|happened when|outer box|size 12/i;
/** Rows that say when something was bought or came: true of some orders alone. */
const TIMED = /\b(last week|last order|newer|today|yesterday|latest|most recent)\b/i;
/** Rows that say that it is one thing and nothing else. */
const ONE_ONLY = /\b(one|only|just|line|bit|part|rest)\b/i;
const ORDINAL: readonly (readonly [RegExp, (count: number) => number])[] = [
  [/former|number 1|first|top/i, () => 0],
  [/latter|second|2nd|two|option 2/i, () => 1],
  [/third/i, () => 2],
  [/bottom|last/i, count => count - 1]
];

const NOT_BOUGHT = { name: 'Porcelain soap dish' };

/** Puts what the customer means into the words of an author. */
export class Phrases {
  readonly #said = new Set<string>();

  constructor(
    private readonly random: Random,
    private readonly wording: Wording,
    private readonly mood: Mood,
    private readonly customer: Customer
  ) {}

  /** A wish in its first words, or, `sure`, with its order; `given` stands for the order's number. */
  open(
    wish: Wish,
    { sure = false, given }: { readonly sure?: boolean; readonly given?: string | undefined } = {}
  ): string {
    const { order, kind, items } = wish;
    const several = (order?.items.length ?? 0) > 1;
    const byItem = kind.scope === 'item' || kind.scope === 'items';
    const fits = ({ text }: Row) => {
      if (TIMED.test(text) || /both_items/.test(text)) return order?.items.length === 2 && !byItem && !TIMED.test(text);
      if (byItem && several && !text.includes('{item}')) return false;
      if (items.length > 1 && byItem && ONE_ONLY.test(text)) return false;
      if (!byItem && several && text.includes('{item}') && kind.act === 'open_cancel') return false;
      if (given !== undefined && order !== undefined) return text.includes('{order}');
      return true;
    };
    const surely = (row: Row) => fits(row) && (order === undefined || row.text.includes('{order}'));
    const slots = this.#slots(wish, given);
    const row = (sure ? this.#draw(kind.act, slots, surely) : undefined) ?? this.#draw(kind.act, slots, fits);
    if (row !== undefined) return filled(row, slots);
    // No author says it of such an order: the number, and what is meant of it.
    const rest = this.#draw(kind.act, slots, ({ text }) => text.includes('{item}') && !TIMED.test(text));
    return `${slots['order'] ?? ''} ${rest === undefined ? '' : filled(rest, slots)}`.trim();
  }

  whichOrder(wish: Wish, choices: readonly string[]): Said {
    const order = wish.order!;
    const by = this.random.of(['number', 'number', 'number', 'item', 'ordinal', 'time']);
    if (by === 'item') {
      const slots = this.#slots(wish);
      const other = slots['other_item'];
      const act = 'answer_order_by_item';
      const row = this.#draw(
        act,
        slots,
        ({ text }) =>
          !text.includes('not the {other_item}') &&
          (!text.includes('both_items') || order.items.length === 2) &&
          (!text.includes('{other_item}') || other !== undefined)
      );
      if (row !== undefined && wish.kind.scope !== 'items') return { act, text: filled(row, slots) };
    }
    const at = choices.indexOf(order.order_id);
    if (by === 'ordinal' && at >= 0 && choices.length > 1) {
      const act = 'answer_order_ordinal';
      const row = this.#draw(act, {}, ({ text }) => {
        if (/former|latter|two you/i.test(text) && choices.length !== 2) return false;
        if (/middle/i.test(text)) return choices.length === 3 && at === 1;
        return ORDINAL.find(([words]) => words.test(text))?.[1](choices.length) === at;
      });
      if (row !== undefined) return { act, text: row.text };
    }
    const newest = [...this.customer.orders].sort((a, b) => a.ordered_days_ago - b.ordered_days_ago);
    if (by === 'time' && newest[0] === order && newest[1]?.ordered_days_ago !== order.ordered_days_ago) {
      const act = 'answer_order_by_time';
      const row = this.#draw(act, {}, ({ text }) =>
        /latest|most recent|last placed|whatever i bought most/i.test(text)
      );
      if (row !== undefined) return { act, text: row.text };
    }
    const act = 'answer_order_number';
    const slots = { order: this.#number(order) };
    return { act, text: filled(this.#draw(act, slots)!, slots) };
  }

  whichItems(wish: Wish, { reply, question }: Answer): Said {
    const order = wish.order!;
    const meant = wish.kind.scope === 'order' ? order.items : wish.items;
    const slots = this.#slots(wish);
    if (question!.choices.every(({ message }) => /^(Yes|No)$/.test(message))) {
      const act = meant.some(({ name }) => reply.includes(name)) ? 'answer_yes' : 'answer_no';
      return { act, text: this.plain(act, wish) };
    }
    if (meant.length === 1) {
      const act = 'answer_item';
      return { act, text: filled(this.#draw(act, slots)!, slots) };
    }
    const act = 'answer_item_both';
    const [item, other_item] = meant.map(each => this.#named(each));
    const named: Slots = { item, other_item, both_items: `${item} and the ${other_item}` };
    const row = this.#draw(act, named, ({ text }) =>
      meant.length === 2 && order.items.length === 2
        ? true
        : meant.length === 2
          ? text.includes('{other_item}') || text.includes('{both_items}')
          : !text.includes('{') && !/both|two|pair/i.test(text)
    );
    return { act, text: row === undefined ? `the ${item} and the ${other_item}` : filled(row, named) };
  }

  /** An answer to what a rule asks. */
  fact(choices: readonly string[]): Said {
    if (choices.some(message => /^(Yes|No)$/.test(message))) {
      const act = this.random.of(['answer_yes', 'answer_no']);
      return { act, text: this.plain(act) };
    }
    return { act: 'answer_choice', text: this.random.of(choices) };
  }

  /** What a menu offers that he wants; nothing where it offers none of it. */
  choice(wish: Wish, { reply, question }: Answer): Said | undefined {
    const messages = question!.choices.map(({ message }) => message);
    if (messages.every(message => /^(Yes|No)$/.test(message))) {
      const act = wish.kind.offer.test(reply) ? 'answer_yes' : 'answer_no';
      return { act, text: this.plain(act, wish) };
    }
    const offered = messages.filter(message => wish.kind.offer.test(message));
    const own = offered.find(message => wish.order !== undefined && message.includes(wish.order.order_id));
    const text = own ?? offered[0];
    return text === undefined ? undefined : { act: 'answer_choice', text };
  }

  /** Words of an act that says nothing of a wish; `act` itself where no author has any that fit. */
  plain(act: string, wish?: Wish): string {
    const slots = { ...(wish === undefined ? {} : this.#slots(wish)), email: this.customer.email };
    const all = { country: this.random.of(COUNTRIES), ...slots };
    const row = this.#draw(act, all, ({ text }) => act !== 'elaborate' || !FAULT.test(text) || wish?.name === 'faulty');
    return row === undefined ? act : filled(row, all);
  }

  /** Words of a change of mind, with other slots than the wish has. */
  change(act: string, slots: Slots, fits?: (row: Row) => boolean): string | undefined {
    const row = this.#draw(act, slots, fits);
    return row === undefined ? undefined : filled(row, slots);
  }

  /** Acts of questions that make sense about a wish as it stands. */
  questions({ kind }: Wish, state: string): readonly string[] {
    const money = ['ask_how_much', 'ask_when_money', 'ask_where_money_goes'];
    const refund = kind.tickets.includes('refund_request') ? money : [];
    const back = kind.tickets.includes('return_request')
      ? ['ask_label', 'ask_who_pays_shipping', 'ask_how_long_policy']
      : [];
    const filed = state === 'escalated' ? ['ask_case_number', 'ask_did_you', 'ask_what_next'] : [];
    const order = kind.scope === 'none' ? ['ask_follow_country'] : ['ask_carrier', 'ask_total', 'ask_why'];
    return [...refund, ...back, ...filed, ...order, 'repeat_please', ...(this.random.chance(0.2) ? ['off_topic'] : [])];
  }

  #draw(act: string, slots: Slots, fits?: (row: Row) => boolean): Row | undefined {
    return this.wording.draw(act, this.random, { mood: this.mood, slots, said: this.#said, ...(fits && { fits }) });
  }

  #slots({ order, items, kind }: Wish, given?: string): Slots {
    if (order === undefined)
      return { item: this.#named(this.customer.orders[0]!.items[0]!), country: this.random.of(COUNTRIES) };
    const meant = kind.scope === 'order' ? [this.random.of(order.items)] : items;
    // What one would rather have instead was not bought.
    const wanted = kind.act === 'open_exchange' ? [NOT_BOUGHT] : order.items.filter(item => !meant.includes(item));
    const [other] = wanted;
    const pair = order.items.length === 2 ? order.items.map(each => this.#named(each)).join(' and the ') : undefined;
    return {
      order: given ?? this.#number(order),
      item: meant.map(each => this.#named(each)).join(' and the '),
      ...(other !== undefined && { other_item: this.#named(other) }),
      ...(pair !== undefined && { both_items: pair }),
      card_digits: '4421'
    };
  }

  /** A number as people write it. */
  #number({ order_id }: Order): string {
    const digits = order_id.slice(4);
    return this.random.of([
      order_id,
      order_id,
      digits,
      `#${digits}`,
      order_id.toLowerCase(),
      `ORD ${digits}`,
      `no. ${digits}`
    ]);
  }

  /** An item by its name or by the end of it. */
  named(item: Item): string {
    return this.#named(item);
  }

  #named({ name }: Pick<Item, 'name'>): string {
    const words = name.toLowerCase().split(' ');
    return words.slice(this.random.of([0, 0, -1, -2])).join(' ');
  }
}
