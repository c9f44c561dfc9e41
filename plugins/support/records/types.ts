import type { IdentityLevel } from '../kinds/identity.js';
import type { Part } from '../understand/types.js';
import type { KnownOrder, Shown } from '../refer/types.js';
import type { TicketStatus } from '../enumerations.js';
import type { SeedAccount } from '../kinds/seed-account.js';
import type { OrderFacts } from '../kinds/seed-order.js';

export interface PaidRefund {
  readonly order_id: string;
  readonly amount: string;
  readonly refunded_at: string;
}

/** What is not known is null. */
export interface Customer extends Omit<SeedAccount, 'refunds' | 'created_at' | 'loyalty_points'> {
  readonly loyalty_points: number | null;
  readonly refunds: readonly PaidRefund[];
  readonly created_at: string | null;
  /** As the shop counts; an older one changes nothing. */
  readonly version?: number | null;
}

/** Timestamps are ISO 8601 UTC, `promised_by` is `YYYY-MM-DD`. What is not known is null. */
export interface Order extends OrderFacts {
  readonly ordered_at: string;
  readonly promised_by: string | null;
  readonly shipped_at: string | null;
  readonly delivered_at: string | null;
  readonly version?: number | null;
}

/** A ticket that this conversation opened. */
export interface KnownTicket {
  readonly ticket_id: string;
  readonly intent: string;
  readonly order_id: string | null;
  /** None where it is about all of the order. */
  readonly line_ids: readonly string[];
  readonly amount: string | null;
  readonly destination: string | null;
  /** What went wrong, where that was reported. */
  readonly issue?: string | null;
  readonly withdrawn: boolean;
  /** What a person made of it; absent while it waits for one. */
  readonly worked?: 'in_progress' | 'resolved';
}

/** What was decided last, so that questions about it are answered and nothing is decided again. */
export interface LastDecision {
  readonly intent: string;
  readonly order_id: string;
  readonly line_ids: readonly string[];
  readonly items: readonly string[];
  readonly table: string;
  readonly rule: string;
  readonly decision: string;
  readonly reason: string;
  readonly amount: string | null;
  /** What all that was asked for would come to. */
  readonly asked_amount?: string | null;
  readonly currency: string | null;
  readonly destination: string | null;
  /** The rule in the customer's words. */
  readonly says: string;
  /** What these were made from, where the shop writes several languages. */
  readonly basis?: Readonly<Record<'facts' | 'settings' | 'params', Readonly<Record<string, unknown>>>>;
}

/** What the agent remembers between messages: ids and names, never text of a message. */
export interface Memory {
  /** A wish that waits for something. */
  readonly pending?: Pending;
  /** The order that was last talked about. */
  readonly order_id?: string;
  /** The wish about an order that was last settled, so that "and ORD-1003?" asks the same of another one. */
  readonly settled?: string;
  /** The wish that was talked about last, whether or not it was about an order. */
  readonly subject?: string;
  /** The orders between which the customer had to choose, so that "the other one" is known afterwards. */
  readonly orders?: readonly string[];
  /** Wishes that come after the one that is talked about, in order. */
  readonly waiting?: readonly Wish[];
  /** The customer's own orders as they were read last, the newest first; none before the customer is verified. */
  readonly known?: readonly KnownOrder[];
  /** The lines that were last talked about, of the order that was. */
  readonly line_ids?: readonly string[];
  /** The orders that were talked about, the last one last. */
  readonly in_play?: readonly string[];
  /** The list that was last shown. */
  readonly shown?: Shown;
  readonly decided?: LastDecision;
  /** The decisions before it, the last one last. */
  readonly decisions?: readonly LastDecision[];
  /** What the customer says is wrong with an order; the rules look at it while that is talked about. */
  readonly reported?: {
    readonly order_id: string;
    /** None where it is of the whole order. */
    readonly line_ids?: readonly string[];
    readonly fact: string | null;
    readonly issue: string | null;
  };
  /** What the customer told of goods or of where money should go, and of which: it counts for what is wished for later. */
  readonly stated?: {
    readonly order_id?: string;
    readonly line_ids: readonly string[];
    readonly slots: RememberedSlots;
  };
  readonly tickets?: readonly KnownTicket[];
  /** The ticket of the wish that was settled last. */
  readonly last_ticket?: string;
  /** What was replied last, and to what, as digests: a reply is not given twice, except to the same message. */
  readonly replied?: { readonly reply: string; readonly message: string };
  /** What the question asked that the last reply answered from the records: "and the other one?" asks the same. */
  readonly question?: string;
  /** The wish that the last reply offered, for a yes. */
  readonly offered?: string;
  /** It was offered before the last reply, which answered something else. */
  readonly offer_waits?: true;
  /** It was not offered instead of what is open, and takes the place of none of it. */
  readonly offered_beside?: true;
  /** What that wish is about, where it is more than the order that is talked about. */
  readonly offered_slots?: RememberedSlots;
  /** What was last found out to be possible and offered; it is meant by "do it then" after other questions, too. */
  readonly tried?: Wish;
  /** Tickets of which the last reply asked whether they are to be withdrawn. */
  readonly to_withdraw?: readonly string[];
  /** The sentence of an article that was told last: "and how long?" leans on it. */
  readonly told?: { readonly text: string; readonly words: readonly string[] };
  /** The place that was last named in a question about the shop: "what does that cost?" is asked for it. */
  readonly place?: string;
  /** What the customer answered to the questions about the open wish: closed values. */
  readonly answers?: Readonly<Record<string, string>>;
  /** ISO 639-1 code of the language in which the last reply was written, and before it the one that the browser asked for. */
  readonly language?: string;
  /** What the agent can do was listed. */
  readonly menu?: boolean;
  /** How often each thing was asked for since a wish was settled; between which wishes, in all of the conversation. */
  readonly asked?: Readonly<Record<string, number>>;
  /** Messages in a row that were not understood. */
  readonly unclear?: number;
}

export interface Pending {
  readonly intent: string;
  /** The order that was named is none of the customer's. */
  readonly strange?: true;
  readonly missing: 'identity' | 'order' | 'choice' | 'items' | 'quantity' | 'fact';
  /** The fact that a rule asked for. */
  readonly fact?: AskedFact;
  /** Between which wishes the customer was asked to choose. */
  readonly candidates?: readonly string[];
  /** The wishes themselves, where each has an order or lines of its own. */
  readonly wishes?: readonly Wish[];
  /** Between which orders, in the order in which they were named. */
  readonly orders?: readonly string[];
  /** Between which lines of the order. */
  readonly lines?: readonly string[];
  /** Several lines are meant, each in a quantity of its own, so they are taken one at a time. */
  readonly in_turn?: boolean;
  readonly slots: RememberedSlots;
}

/** A fact that the customer is asked for: yes or no, or one of some words. */
export interface AskedFact {
  readonly name: string;
  readonly values: readonly string[] | null;
}

export interface Wish {
  readonly intent: string;
  readonly slots: RememberedSlots;
}

/** Slots that outlive the message they came in. */
export interface RememberedSlots {
  readonly order_id?: string;
  readonly reported_issue?: string;
  /** What was told of the condition of the goods. */
  readonly reported_condition?: string;
  /** Name of the issue that the wish is about: something went wrong. */
  readonly issue?: string;
  readonly refund_destination?: string;
  readonly delivery_charge_only?: boolean;
  /** A further piece is wished for. */
  readonly adds_item?: boolean;
  readonly quantity?: number;
  /** What the customer answered to questions of rules, by fact. */
  readonly answers?: Readonly<Record<string, boolean | string>>;
  /** A part was wished for, and not which. */
  readonly part?: Part;
  /** Goods were named that the wish is about. */
  readonly goods?: boolean;
  /** The lines that were picked out of those asked about. */
  readonly line_ids?: readonly string[];
  /** Digests of the words that may name an item: the words themselves are message text. */
  readonly items?: readonly string[];
}

export interface Conversation {
  readonly tenant: string;
  readonly conversation_id: string;
  readonly customer_id: string | null;
  readonly identity_verified: boolean;
  /** How; as by an address where it is absent. */
  readonly identity_level?: IdentityLevel | null;
  readonly failed_verifications: number;
  readonly turns: number;
  readonly escalated: boolean;
  readonly memory: Memory;
  readonly created_at: string;
  /** Counts the changes; none before the first one. Whoever changes it writes the next number. */
  readonly version: number | null;
}

/** What somebody who works on a ticket wrote about it: never shown to a customer, in no log. */
export interface TicketNote {
  readonly text: string;
  readonly at: string;
  /** The key that wrote it, by the first digits of its digest. */
  readonly by: string;
}

export interface Ticket {
  readonly ticket_id: string;
  readonly tenant: string;
  readonly conversation_id: string;
  readonly order_id: string | null;
  readonly status: TicketStatus;
  /** What the customer says went wrong. */
  readonly issue?: string | null;
  readonly dedupe_key: string;
  /** Counts the changes from 1. */
  readonly version: number;
  readonly assignee: string | null;
  readonly notes: readonly TicketNote[] | null;
  readonly updated_at: string | null;
}
