import { WISHES, type WishKind, type WishName } from './goals.js';
import type { Item, Order } from './shop.js';

/** A ticket as it is listed. */
export interface Ticket {
  readonly ticket_id: string;
  readonly status: string;
  readonly intent: string;
  readonly order_id: string | null;
  readonly line_ids: readonly string[] | null;
  readonly amount: string | null;
}

/** What the API answers to a message, as far as a customer sees it. */
export interface Answer {
  readonly reply: string;
  readonly state: string;
  readonly intent: string;
  readonly escalation_reason: string | null;
  readonly question: { readonly about: string; readonly choices: readonly { readonly message: string }[] } | null;
  readonly provenance: readonly { readonly kind: string }[];
  readonly unverified_claims: readonly unknown[];
}

const GONE = ['withdrawn', 'resolved'];
export const openOnes = (tickets: readonly Ticket[]) => tickets.filter(({ status }) => !GONE.includes(status));

/** Something the customer wants, as it is in his head. */
export class Wish {
  withdrawn = false;
  /** The agent said how it stands. */
  told = false;

  constructor(
    public name: WishName,
    readonly order: Order | undefined,
    /** What of the order is meant; all of it where the wish is about the order. */
    public items: readonly Item[]
  ) {}

  get kind(): WishKind {
    return WISHES[this.name];
  }

  /** It means something else from now on, so what was said of it counts no more. */
  becomes(change: { readonly name?: WishName; readonly items?: readonly Item[] }): void {
    this.name = change.name ?? this.name;
    this.items = change.items ?? this.items;
    this.told = false;
  }

  /** Whether a ticket is about this and no more than this. */
  covers({ order_id, line_ids }: Ticket): boolean {
    if (this.order === undefined) return true;
    if (order_id !== this.order.order_id) return order_id === null;
    const lines = this.lines;
    return line_ids === null || line_ids.length === 0
      ? lines.length === this.order.items.length
      : line_ids.every(line => lines.includes(line));
  }

  get lines(): readonly string[] {
    const meant = this.kind.scope === 'order' ? this.order!.items : this.items;
    return meant.map(({ line_id }) => line_id);
  }

  /** The most that may be paid back for it, in cents. */
  get mostCents(): number {
    const { items, delivery_cents } = this.order!;
    const meant = items.filter(({ line_id }) => this.lines.includes(line_id));
    return meant.reduce((sum, { cents, quantity }) => sum + cents * quantity, delivery_cents);
  }

  hear({ reply, state, intent, provenance, question }: Answer): void {
    const { intents, scope } = this.kind;
    const ended = state === 'answered' || state === 'escalated';
    const decided = this.kind.tickets.length === 0 || provenance.some(({ kind }) => kind === 'policy_decision');
    if (scope === 'none' && this.kind.tickets.length === 0)
      this.told ||= ended && provenance.some(({ kind }) => kind === 'tool_result');
    const named = this.order === undefined || reply.includes(this.order.order_id);
    if (ended && intents.includes(intent) && named && (decided || scope === 'order') && question?.about !== 'order')
      this.told = true;
  }

  /** Whether the customer has what he came for: exactly his ticket, or to be told how it stands. */
  reached(tickets: readonly Ticket[]): boolean {
    const own = openOnes(tickets).filter(ticket => this.kind.tickets.includes(ticket.intent));
    if (this.withdrawn) return own.every(({ order_id }) => order_id !== this.order?.order_id);
    const about = own.filter(({ order_id }) => this.order === undefined || order_id === this.order.order_id);
    if (about.length === 0) return this.told || (own.length > 0 && this.name === 'charged_twice');
    if (this.order === undefined || this.kind.scope === 'order') return true;
    const all = this.order.items.map(({ line_id }) => line_id);
    const lines = about.flatMap(({ line_ids }) => (line_ids === null || line_ids.length === 0 ? all : line_ids));
    return [...new Set(lines)].sort().join() === [...this.lines].sort().join();
  }
}
