import type { Said, SimulatedCustomer } from './customer.js';
import { type Answer, openOnes, type Ticket } from './wishes.js';

export interface Violation {
  readonly kind: string;
  /** Of the message that it came with, from 1. */
  readonly turn: number;
  readonly act: string;
  readonly what: string;
}

const HANDED_OVER_FOR_WANT = ['repeated_failure', 'low_confidence', 'customer_request'];
const SMALL_TALK = ['thanks', 'bye', 'greeting', 'off_topic', 'repeat_please'];
/** Replies that bring nobody further. */
const EMPTY = /cannot see that|say it in other words|what can I help you with/i;
const MOST_ASKED = 2;
const MOST_EMPTY = 3;

const picture = (tickets: readonly Ticket[]) =>
  JSON.stringify(tickets.map(each => [each.ticket_id, each.status, each.line_ids]));
const shown = ({ intent, order_id, line_ids }: Ticket) => `${intent} ${order_id ?? ''} ${(line_ids ?? []).join('+')}`;
const overlap = (a: Ticket, b: Ticket) =>
  !a.line_ids?.length || !b.line_ids?.length || a.line_ids.some(line => b.line_ids!.includes(line));

/** Holds every turn of a conversation against what must be true in any. */
export class Watch {
  readonly violations: Violation[] = [];
  #turn = 0;
  #before: readonly Ticket[] = [];
  #last: { readonly answer: Answer; readonly text: string } | undefined;
  readonly #asked = new Map<string, number>();
  #empty = 0;
  #lastQuestion = '';
  /** Something was withdrawn, and the agent may first ask back. */
  #withdrawing = false;

  constructor(private readonly customer: SimulatedCustomer) {}

  turn(said: Said, answer: Answer, tickets: readonly Ticket[]): void {
    this.#turn++;
    const fault = (kind: string, what: string) =>
      void this.violations.push({ kind, turn: this.#turn, act: said.act, what });
    this.#tickets(said, answer, tickets, fault);
    this.#words(said, answer, fault);
    this.#before = tickets;
    this.#last = { answer, text: said.text };
  }

  #tickets(said: Said, answer: Answer, tickets: readonly Ticket[], fault: (kind: string, what: string) => void): void {
    const { wishes, customer } = this.customer;
    const open = openOnes(tickets);
    const known = new Set(this.#before.map(({ ticket_id }) => ticket_id));
    const fresh = open.filter(({ ticket_id }) => !known.has(ticket_id));
    for (const [i, a] of open.entries())
      for (const b of open.slice(i + 1))
        if (a.intent === b.intent && a.order_id === b.order_id && overlap(a, b))
          fault('double', `${shown(a)} and ${shown(b)}`);
    const vain = HANDED_OVER_FOR_WANT.includes(answer.escalation_reason ?? '');
    for (const ticket of fresh) {
      if (ticket.order_id !== null && !customer.orders.some(({ order_id }) => order_id === ticket.order_id))
        fault('foreign_order', shown(ticket));
      const meant = wishes.filter(wish => !wish.withdrawn && wish.order?.order_id === ticket.order_id);
      if (ticket.order_id !== null && meant.length === 0) fault('other_order', shown(ticket));
      else if (ticket.order_id !== null && !vain && !meant.some(wish => wish.covers(ticket)))
        fault('wider', shown(ticket));
      const most = meant.map(wish => wish.mostCents);
      if (ticket.amount !== null && meant.length > 0 && Number(ticket.amount) * 100 > Math.max(...most) + 0.5)
        fault('wider', `${shown(ticket)} pays ${ticket.amount}`);
    }
    if (said.wishless === true && !vain && picture(tickets) !== picture(this.#before))
      fault('question_moved_tickets', tickets.map(each => `${shown(each)} (${each.status})`).join('; '));
    if (!this.customer.verified && this.customer.goal.identity === 'never')
      for (const ticket of open) if (ticket.order_id !== null) fault('unverified', shown(ticket));
    if (said.withdraws !== undefined) this.#withdrawing = true;
    if (this.#withdrawing && answer.state !== 'clarifying') {
      this.#withdrawing = false;
      for (const ticket of open)
        if (wishes.every(wish => wish.withdrawn || wish.kind.tickets.length === 0))
          fault('open_after_withdrawal', shown(ticket));
    }
  }

  #words(said: Said, answer: Answer, fault: (kind: string, what: string) => void): void {
    const { reply, state, question, unverified_claims } = answer;
    if (state === 'failed') fault('failed', reply);
    if (unverified_claims.length > 0) fault('withheld', `${JSON.stringify(unverified_claims[0])} ${reply}`);
    if (this.#last?.answer.reply === reply && this.#last.text !== said.text) fault('same_reply', reply);
    const names = this.customer.customer.orders.map(({ order_id }) => order_id);
    for (const [named] of reply.matchAll(/\bORD-\d+/g))
      if (!names.includes(named)) fault('foreign_order', `the reply names ${named}`);
    if (said.withdraws !== undefined || /^(open_|change_|add_|switch_)/.test(said.act)) {
      this.#asked.clear();
      this.#lastQuestion = '';
    }
    const asked =
      state === 'clarifying' && question !== null
        ? `${question.about} ${answer.intent} ${question.choices.map(({ message }) => message).join('|')}`
        : '';
    if (asked !== '') {
      const times = (this.#asked.get(asked) ?? 0) + 1;
      this.#asked.set(asked, times);
      if (times > MOST_ASKED) fault('asked_again', asked);
    }
    if (SMALL_TALK.includes(said.act)) return;
    const still =
      EMPTY.test(reply) || (asked !== '' && asked === this.#lastQuestion) || reply === this.#last?.answer.reply;
    this.#empty = still ? this.#empty + 1 : 0;
    this.#lastQuestion = asked;
    if (this.#empty >= MOST_EMPTY) fault('loop', reply);
  }
}
