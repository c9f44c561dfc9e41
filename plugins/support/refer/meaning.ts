import type { Expression } from './mentions.js';
import {
  askedOf,
  contradicts,
  type Fits,
  intersect,
  isDescription,
  linkedTo,
  type MessageScope,
  narrowedItem,
  ordersOf,
  sameLine
} from './narrowing.js';
import type { How, LineRef, Resolution } from './types.js';

/** What the mentions of a message mean together: each is narrowed by the others, the list shown and the order in focus. */
export class Meant {
  readonly orders = new Map<string, How>();
  readonly lines: (LineRef & { readonly how: How })[] = [];
  readonly unknown: string[] = [];
  readonly reasons: string[] = [];
  readonly #excludedOrders = new Set<string>();
  readonly #excludedLines: LineRef[] = [];
  readonly #doubtOrders = new Set<string>();
  readonly #doubtLines: LineRef[] = [];
  readonly #scope: MessageScope;
  readonly #fits = new Map<Expression, Fits>();
  /** Something was said that fits nothing, or contradicts itself. */
  failed = false;
  /** All lines of an order are meant, because all were counted. */
  whole = false;

  constructor(scope: MessageScope) {
    this.#scope = scope;
    if (scope.strange !== undefined) {
      this.#fail('none of the orders holds the goods');
      return;
    }
    const said = scope.mentions.filter(({ excluded }) => !excluded);
    for (const one of said.filter(({ how }) => how === 'number')) this.#number(one);
    const items = said.filter(({ how }) => how === 'item');
    for (const one of askedOf(items, scope)) this.#item(one);
    this.#described(said.filter(isDescription));
    for (const one of said.filter(({ how }) => how === 'place' || how === 'all' || how === 'other')) this.#pointed(one);
    for (const one of scope.mentions.filter(({ excluded }) => excluded)) this.#exclude(one);
    if (this.#isEmpty) for (const one of said.filter(isPointer).slice(0, 1)) this.#pointed(one);
    this.#leaveOut();
    this.#someOf();
    this.#wholeOfFocus();
    const pointsAtNothing = ({ how, orders }: Expression) => how === 'pronoun' && orders.length === 0;
    if (this.#isEmpty && scope.mentions.every(pointsAtNothing) && scope.orders.length === 1) {
      this.orders.set(scope.orders[0]!.order_id, 'only');
      this.reasons.push('the customer has one order');
    }
  }

  get excluded(): Resolution['excluded'] {
    return { orders: [...this.#excludedOrders], lines: this.#excludedLines };
  }

  /** What is in doubt, newest first. */
  get doubtful(): Resolution['candidates'] {
    const orders = this.#scope.orders.filter(({ order_id }) => this.#doubtOrders.has(order_id));
    return { orders: orders.map(({ order_id }) => order_id), lines: this.#doubtLines };
  }

  /** What a mention fits after all that narrowed it. */
  fits(one: Expression): Fits {
    const { orders, lines } = this.#fits.get(one) ?? one;
    return { orders, lines };
  }

  get #isEmpty(): boolean {
    return (
      this.orders.size === 0 &&
      this.unknown.length === 0 &&
      this.#doubtOrders.size === 0 &&
      this.#doubtLines.length === 0 &&
      !this.failed
    );
  }

  #number(one: Expression): void {
    const [order, another] = one.orders;
    if (one.unknown !== undefined) {
      this.unknown.push(one.unknown);
      this.reasons.push('a number is no order of the customer');
    } else if (another !== undefined) this.#doubt(one, 'a number fits several orders');
    else if (order !== undefined) {
      if (!this.orders.has(order)) this.orders.set(order, 'number');
      this.reasons.push(`${order} was named by its number`);
    }
  }

  #item(one: Expression): void {
    const { lines } = this.#narrow(one);
    const orders = ordersOf(lines);
    if (contradicts(one, this.#scope)) {
      this.failed = true;
      for (const id of [...orders, ...linkedTo(one, this.#scope).flatMap(({ orders }) => orders)])
        this.#doubtOrders.add(id);
      this.reasons.push('an item is not in the order named with it');
    } else if (orders.length > 1 && !one.all) this.#doubt({ orders, lines: [] }, 'an item is in several orders');
    else if (lines.length > 1 && !one.all) {
      this.#mean(orders, 'item');
      this.#doubtLines.push(...lines);
      this.reasons.push(`several lines of ${orders[0]} fit an item`);
    } else {
      this.#mean(orders, 'item');
      this.#meanLines(lines, 'item');
      this.reasons.push(`${lines.map(({ order_id, line_id }) => `${order_id}/${line_id}`).join(', ')} by the item`);
    }
  }

  /** Of the lines that fit an item, those to which all else points. */
  #narrow(one: Expression): Fits {
    const fits = narrowedItem(one, this.#scope);
    this.#fits.set(one, fits);
    return fits;
  }

  /** Descriptions of one sentence that name neither a number's order nor an item's mean an order of their own. */
  #described(descriptions: readonly Expression[]): void {
    const { reading, mentions, context } = this.#scope;
    const sentenceOf = ({ from }: Expression): number => reading.words[from]!.sentence;
    const named = new Set(
      mentions.filter(({ how, excluded }) => (how === 'number' || how === 'item') && !excluded).map(sentenceOf)
    );
    for (const sentence of new Set(descriptions.map(sentenceOf))) {
      if (named.has(sentence)) continue;
      const group = descriptions.filter(one => sentenceOf(one) === sentence);
      const merged = intersect(group);
      const shown = context.shown?.kind === 'orders' ? context.shown.orders : [];
      const { in_play = [] } = context.focus ?? {};
      const near = [shown, in_play.length > 1 && !group.some(({ all }) => all) ? in_play : []]
        .map(pool => merged.orders.filter(order => pool.includes(order)))
        .find(kept => kept.length > 0);
      const orders = near ?? merged.orders;
      const lines = merged.lines.filter(({ order_id }) => orders.includes(order_id));
      for (const one of group) this.#fits.set(one, { orders, lines });
      const { how } = group[0]!;
      if (orders.length === 0) this.#fail(`nothing fits the ${how}`);
      else if ((orders.length > 1 || lines.length > 1) && !group.some(({ all }) => all))
        this.#doubt({ orders, lines }, `several fit the ${how}`);
      else {
        this.#mean(orders, how);
        this.#meanLines(lines, how);
        this.reasons.push(`${orders.join(', ')} by the ${how}`);
      }
    }
  }

  /** A place, all of them, the other one, or what was last spoken of. */
  #pointed(one: Expression): void {
    const { lines, orders, how, all } = one;
    const numbered = [...this.orders].filter(([, by]) => by === 'number').map(([order]) => order);
    if (how === 'all' && numbered.length > 0) {
      // "Both items from 1001", "1001 and 1005, both".
      this.whole ||= numbered.length === 1;
      return;
    }
    if (how === 'all' && (orders.length === 0 || !this.#isEmpty)) return;
    if (orders.length === 0) this.#fail(how === 'other' ? 'there is no other one' : 'nothing stands in that place');
    else if (orders.length > 1 && !all) this.#doubt({ orders, lines: [] }, 'several others are in play');
    else if (lines.length > 1 && !all) this.#doubt({ orders: [], lines }, 'several other lines are left');
    else {
      this.#mean(orders, how);
      this.#meanLines(lines, how);
      this.reasons.push(`${orders.join(', ')} by ${WHY[how] ?? how}`);
    }
  }

  #exclude(one: Expression): void {
    // "Forget the blanket, I keep it": it is what was named.
    if (one.how === 'pronoun' && this.#scope.mentions.some(({ how, from }) => how !== 'pronoun' && from < one.from))
      return;
    const { orders, lines } = one.how === 'item' ? this.#narrow(one) : one;
    this.reasons.push('something is left out');
    if (lines.length === 0) for (const order of orders) this.#excludedOrders.add(order);
    else this.#excludedLines.push(...lines);
  }

  /** "Everything but the pot": the other lines of its order are meant. */
  #leaveOut(): void {
    const { orders, context, whole, mentions } = this.#scope;
    for (const excluded of this.#excludedOrders) this.orders.delete(excluded);
    const [first] = this.#excludedLines;
    if (first === undefined || ordersOf(this.#excludedLines).length > 1) return;
    const { order_id } = first;
    const kept = this.lines.filter(line => !this.#excludedLines.some(left => sameLine(left, line)));
    if (kept.length < this.lines.length) this.lines.splice(0, this.lines.length, ...kept);
    if (this.lines.length > 0) return;
    const { focus } = context;
    const isFocus = focus?.order_id === order_id;
    const said =
      whole || this.whole || this.orders.get(order_id) === 'number' || mentions.some(({ how }) => how === 'all');
    if (!said && !isFocus) return;
    const order = orders.find(one => one.order_id === order_id);
    const pool = (order?.lines ?? []).filter(
      ({ line_id }) => said || focus?.line_ids === undefined || focus.line_ids.includes(line_id)
    );
    const rest = pool.filter(({ line_id }) => !this.#excludedLines.some(left => left.line_id === line_id));
    if (rest.length === 0 || rest.length === order?.lines.length) return;
    this.#mean([order_id], 'all');
    this.#meanLines(
      rest.map(({ line_id }) => ({ order_id, line_id })),
      'all'
    );
    this.reasons.push(`what is left of ${order_id} is meant`);
  }

  /** "Something from 1001": one of its lines, and nobody knows which. */
  #someOf(): void {
    const { reading, orders, mentions } = this.#scope;
    const [only, another] = this.orders.keys();
    if (this.lines.length > 0 || only === undefined || another !== undefined) return;
    const lines = orders.find(({ order_id }) => order_id === only)?.lines ?? [];
    const some = mentions.some(({ from }) =>
      [1, 2, 3].some(
        back => reading.before(from - back, 'some_thing') !== undefined && reading.at(from - back, 'from') !== undefined
      )
    );
    if (!some || lines.length < 2) return;
    this.#doubt(
      { orders: [], lines: lines.map(({ line_id }) => ({ order_id: only, line_id })) },
      'some of it is meant'
    );
  }

  /** "Actually the whole order": the one last spoken of. */
  #wholeOfFocus(): void {
    const { whole, context, orders } = this.#scope;
    const order = orders.find(({ order_id }) => order_id === context.focus?.order_id);
    if (!whole || order === undefined || (!this.#isEmpty && !this.#isPronoun)) return;
    this.lines.splice(0);
    this.orders.set(order.order_id, 'all');
    this.reasons.push(`the whole of ${order.order_id} is meant`);
  }

  get #isPronoun(): boolean {
    return [...this.orders.values()].every(how => how === 'pronoun') && !this.failed;
  }

  #mean(orders: readonly string[], how: How): void {
    for (const order of orders) if (!this.orders.has(order)) this.orders.set(order, how);
  }

  #meanLines(lines: readonly LineRef[], how: How): void {
    for (const line of lines) if (!this.lines.some(other => sameLine(other, line))) this.lines.push({ ...line, how });
  }

  #doubt({ orders, lines }: Fits, why: string): void {
    for (const order of orders) this.#doubtOrders.add(order);
    this.#doubtLines.push(...lines);
    this.reasons.push(why);
  }

  #fail(why: string): void {
    this.failed = true;
    this.reasons.push(why);
  }
}

const isPointer = ({ how, orders }: Expression): boolean => how === 'pronoun' && orders.length > 0;

const WHY: Readonly<Partial<Record<How, string>>> = {
  place: 'its place in the list',
  all: 'all of them',
  other: 'being the other one',
  pronoun: 'being spoken of'
};
