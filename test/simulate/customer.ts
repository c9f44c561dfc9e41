import { type Goal, GOALS, PAIRED, WISHES, type WishName } from './goals.js';
import { changeOf, type Move } from './moves.js';
import { Phrases } from './phrases.js';
import type { Random } from './random.js';
import { type Customer, customerOf, type Item, type Order, type OrderState } from './shop.js';
import { MOODS, type Mood, type Wording } from './wording.js';
import { type Answer, openOnes, type Ticket, Wish } from './wishes.js';

/** One message of the customer, and what he means by it. */
export interface Said {
  readonly act: string;
  readonly text: string;
  /** It asks for nothing that opens, changes or closes a ticket. */
  readonly wishless?: boolean;
  /** Nothing of this may stay open. */
  readonly withdraws?: readonly Wish[];
  /** He proves first who he is. */
  readonly verifies?: boolean;
}

const MOST_TRIES = 3;
const OTHER_STATES: readonly OrderState[] = ['delivered', 'shipped', 'processing', 'old', 'pending'];

/** A customer with a goal, a memory and a mood. All he does follows from his seed and from what he is answered. */
export class SimulatedCustomer {
  readonly goal: Goal;
  readonly mood: Mood;
  readonly customer: Customer;
  /** What he has asked for so far, withdrawn or not. */
  readonly wishes: Wish[] = [];
  readonly #planned: Wish[];
  readonly #phrases: Phrases;
  readonly #agenda: Move[] = [];
  #tries = 0;
  #offers = 0;
  #greets: boolean;
  #given: string | undefined;
  #ending: string[];

  constructor(
    number: number,
    private readonly random: Random,
    wording: Wording
  ) {
    this.goal = weighted(random);
    this.mood = random.of(MOODS);
    const names = this.#wishNames();
    const states = names.map(name =>
      random.of<OrderState>(WISHES[name].states.length > 0 ? WISHES[name].states : ['delivered'])
    );
    const more = Array.from({ length: random.between(0, 3) }, () => random.of(OTHER_STATES));
    this.customer = customerOf(number, random, [...states, ...more]);
    this.#phrases = new Phrases(random, wording, this.mood, this.customer);
    const free = [...this.customer.orders];
    this.#planned = names.map((name, i) => this.#wishOf(name, states[i]!, free));
    if (this.goal.foreign) this.#given = `ORD-${number % 2 === 0 ? 900_000 + number : 20_003 + (number - 1) * 8}`;
    this.#greets = random.chance(0.08);
    for (let i = random.of([0, 1, 1, 2, 2, 3, 4]); i > 0; i--) this.#agenda.push('ask');
    if (random.chance(0.45)) this.#agenda.splice(random.between(0, this.#agenda.length), 0, 'change');
    if (random.chance(0.2)) this.#agenda.splice(random.between(0, this.#agenda.length), 0, 'elaborate');
    this.#ending = random.chance(0.6) ? ['thanks', ...(random.chance(0.3) ? ['bye'] : [])] : [];
  }

  #wishNames(): readonly WishName[] {
    const { wishes, identity, foreign } = this.goal;
    if (wishes === 'two') return this.random.shuffled(PAIRED).slice(0, 2);
    return identity === undefined && foreign === undefined ? wishes : [this.random.of(wishes)];
  }

  #wishOf(name: WishName, state: OrderState, free: Order[]): Wish {
    const { scope } = WISHES[name];
    if (scope === 'none') return new Wish(name, undefined, []);
    const fits = (order: Order) => order.state === state;
    const at = Math.max(0, free.findIndex(fits));
    const [order] = free.splice(at, 1);
    const wanted = scope === 'item' ? 1 : scope === 'items' ? Math.min(2, order!.items.length) : order!.items.length;
    return new Wish(name, order, this.random.shuffled(order!.items).slice(0, wanted) as readonly Item[]);
  }

  get verified(): boolean {
    return this.goal.identity === undefined;
  }

  get current(): Wish {
    return this.wishes.at(-1)!;
  }

  /** What he says next; undefined where he has nothing more to say. */
  next(last: Answer | undefined, tickets: readonly Ticket[]): Said | undefined {
    if (last === undefined) return this.#greets ? this.#plain('greeting') : this.#open();
    if (this.wishes.length === 0) return this.#open();
    for (const wish of this.wishes) wish.hear(last);
    const done = this.#done(tickets);
    const { question, state } = last;
    if (question !== null && state === 'clarifying' && !(done && question.about === 'choice')) {
      const answer = this.#answer(last);
      if (answer !== undefined) return answer;
    }
    if (question?.about === 'next' && this.#offers++ < MOST_TRIES) return this.#goesOn(last, tickets);
    const missed = this.wishes.find(wish => !wish.reached(tickets));
    if (missed !== undefined && this.#tries < MOST_TRIES && this.goal.identity !== 'never')
      return this.#insist(last, missed);
    return this.#follow(last, tickets);
  }

  /** Whether he leaves with what he came for. Who cannot prove who he is comes for nothing that is on record. */
  reached(tickets: readonly Ticket[]): boolean {
    if (this.goal.identity === 'never') return openOnes(tickets).every(({ order_id }) => order_id === null);
    return this.#planned.length === 0 && this.#done(tickets);
  }

  #done(tickets: readonly Ticket[]): boolean {
    return this.wishes.every(wish => wish.reached(tickets));
  }

  /** Comes out with the first wish, sometimes with the second in one breath. */
  #open(): Said {
    const wish = this.#planned.shift()!;
    this.wishes.push(wish);
    const { act } = wish.kind;
    const text = this.#phrases.open(wish, { given: this.#given });
    const [second] = this.#planned;
    if (second === undefined || !this.random.chance(0.35))
      return { act, text, wishless: wish.kind.tickets.length === 0 };
    this.#planned.shift();
    this.wishes.unshift(second);
    return {
      act: `${act}+${second.kind.act}`,
      text: `${text}. and also, ${this.#phrases.open(second, { sure: true })}`
    };
  }

  #answer(last: Answer): Said | undefined {
    if (this.random.chance(0.06)) return this.#ask(last);
    const { about, choices } = last.question!;
    const wish = this.#meantBy(last);
    const messages = choices.map(({ message }) => message);
    const unknown = this.random.chance(0.07);
    switch (about) {
      case 'identity':
        if (this.goal.identity === 'late') return { ...this.#plain('answer_email'), wishless: false, verifies: true };
        return this.#plain(this.random.of(['answer_dont_know', 'answer_email', 'angry_push', 'ask_what_next']));
      case 'order':
        if (wish.order === undefined) return undefined;
        if (unknown) return this.#plain('answer_dont_know');
        return this.#phrases.whichOrder(wish, messages);
      case 'items':
        return unknown ? this.#plain('answer_dont_know') : this.#phrases.whichItems(wish, last);
      case 'quantity':
        return { act: 'answer_quantity', text: String(wish.items[0]?.quantity ?? 1) };
      case 'fact':
        return this.#phrases.fact(messages);
      case 'choice':
        return this.#phrases.choice(wish, last);
      default:
        return undefined;
    }
  }

  /** The wish that a question is about: one whose order or offer it names, else the one that came first. */
  #meantBy({ reply, question }: Answer): Wish {
    const open = this.wishes.filter(({ withdrawn, told }) => !withdrawn && !told);
    const ids = question!.choices.map(({ message }) => message);
    const named = open.find(
      ({ order, kind }) => order !== undefined && ids.includes(order.order_id) && kind.offer.test(reply)
    );
    const holds = ({ order }: Wish) => order?.items.some(({ name }) => reply.includes(name));
    return named ?? open.find(holds) ?? open.at(-1) ?? this.current;
  }

  /** "Shall I open a return request?": yes where a wish of his still waits. */
  #goesOn({ reply }: Answer, tickets: readonly Ticket[]): Said {
    const offered = ({ order }: Wish) => order === undefined || reply.includes(order.order_id);
    const waits = this.wishes.some(wish => !wish.reached(tickets) && offered(wish));
    return waits ? { ...this.#plain('answer_yes'), wishless: false } : this.#plain('answer_no');
  }

  /** He was not understood, or not answered. */
  #insist({ reply }: Answer, wish: Wish): Said {
    this.#tries++;
    if (wish.withdrawn) return { ...this.#plain('withdraw_all', false), withdraws: [wish] };
    if (/hand this to a colleague\?/.test(reply) && this.random.chance(0.4)) {
      this.wishes.push(new Wish('person', undefined, []));
      return this.#plain('answer_yes', false);
    }
    if (this.mood === 'angry' && this.random.chance(0.3)) return this.#plain('angry_push', false);
    const foreign = this.goal.foreign && this.random.chance(0.5) ? this.#given : undefined;
    const text = this.#phrases.open(wish, { sure: true, given: foreign });
    return { act: wish.kind.act, text, wishless: wish.kind.tickets.length === 0 };
  }

  #follow(last: Answer, tickets: readonly Ticket[]): Said | undefined {
    const move = this.#agenda.shift();
    if (move === 'elaborate' && !this.current.withdrawn) return this.#plain('elaborate');
    if (move === 'ask') return this.#ask(last);
    if (move === 'change') {
      const situation = { wish: this.current, random: this.random, customer: this.customer, phrases: this.#phrases };
      const change = changeOf(situation, openOnes(tickets));
      if (change !== undefined) {
        this.#tries = 0;
        if (change.wish !== undefined) this.wishes.push(change.wish);
        return change.said;
      }
    }
    if (this.#planned.length > 0) {
      this.#tries = 0;
      return this.#open();
    }
    if (this.#agenda.length > 0) return this.#follow(last, tickets);
    const end = this.#ending.shift();
    return end === undefined ? undefined : this.#plain(end);
  }

  #ask({ state }: Answer): Said {
    return this.#plain(this.random.of(this.#phrases.questions(this.current, state)));
  }

  #plain(act: string, wishless = act !== 'angry_push'): Said {
    return { act, text: this.#phrases.plain(act, this.wishes.at(-1)), wishless };
  }
}

function weighted(random: Random): Goal {
  let at = random.next() * GOALS.reduce((sum, { weight }) => sum + weight, 0);
  return GOALS.find(({ weight }) => (at -= weight) < 0) ?? GOALS[0]!;
}
