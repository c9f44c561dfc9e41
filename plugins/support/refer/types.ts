/** An order of the customer, as far as it can be referred to. */
export interface KnownOrder {
  /** As stored, for example `ORD-1001`. */
  readonly order_id: string;
  /** `pending`, `processing`, `shipped`, `delivered`, `cancelled`, or what the shop's records say. */
  readonly status: string;
  /** Moments or days, ISO 8601. */
  readonly ordered_at: string;
  readonly promised_by: string | null;
  readonly delivered_at: string | null;
  /** Decimal amount, "89.90". */
  readonly total: string;
  /** Decimal amount; absent where the shop does not say. */
  readonly delivery_charge?: string | undefined;
  /** ISO 4217. */
  readonly currency?: string | undefined;
  readonly lines: readonly KnownLine[];
}

export interface KnownLine {
  readonly line_id: string;
  readonly name: string;
  readonly quantity: number;
  /** Decimal amount of one piece. */
  readonly unit_price: string;
  readonly category: string;
  /** Decimal number; absent where the shop does not say. */
  readonly weight_kg?: string | undefined;
}

export interface LineRef {
  readonly order_id: string;
  readonly line_id: string;
}

/** What the last list or question showed, in the order in which it stood there. */
export type Shown =
  | { readonly kind: 'orders'; readonly orders: readonly string[] }
  | { readonly kind: 'lines'; readonly lines: readonly LineRef[] };

/** What a message can refer to besides its own words. */
export interface ReferenceContext {
  /** Orders of the verified customer alone, at most fifty, in any order. */
  readonly orders: readonly KnownOrder[];
  readonly shown?: Shown | undefined;
  /** The order and lines last spoken of, and the orders in play in this conversation, the last one last. */
  readonly focus?: {
    readonly order_id?: string | undefined;
    readonly line_ids?: readonly string[] | undefined;
    readonly in_play?: readonly string[] | undefined;
  };
  /** What the open question asks for; null where none is open. */
  readonly asked?: Asked | null;
  /** The moment at which the message was received. */
  readonly now: Date;
}

export type Asked = 'order' | 'lines' | 'quantity' | 'choice' | 'issue' | 'identity' | 'confirmation';

/** By what a thing was meant. */
export type How =
  /** An order number, or the end of one. */
  | 'number'
  /** An item's name, kind or price. */
  | 'item'
  | 'price'
  /** The heaviest, the cheapest, the one with two items. */
  | 'measure'
  /** A place in the list last shown. */
  | 'place'
  | 'status'
  | 'time'
  | 'pronoun'
  | 'other'
  /** All of what was shown, or of what is in play. */
  | 'all'
  /** Nothing was said and only one is possible. */
  | 'only';

/** One expression of a message that means orders or lines. Holds no text. */
export interface Mention {
  readonly how: How;
  /** Offsets into the message, end exclusive: they tell in which clause the mention stands. */
  readonly start: number;
  readonly end: number;
  /** Orders it fits, newest first (in the order shown for a place); several are a doubt unless `all` is set. */
  readonly orders: readonly string[];
  /** Lines it fits; none where it means orders. */
  readonly lines: readonly LineRef[];
  /** True where every one of them is meant ("both", "all of them", "the first two"). */
  readonly all: boolean;
  /** Pieces that are counted off before it ("two of the bowls"); null where none are. */
  readonly quantity: number | null;
  /** "Not the pot", "except the mug": it is left out. */
  readonly excluded: boolean;
  /** Things that are listed together ("the pot and the runner") have the same number. */
  readonly group: number;
}

/** What a message refers to. */
export interface Resolution {
  /** Orders meant, in the order said; more than one where several are meant together. */
  readonly orders: readonly { readonly order_id: string; readonly how: How }[];
  /** Lines meant, of the orders above; empty where whole orders are meant or nothing says which lines. */
  readonly lines: readonly (LineRef & { readonly how: How })[];
  /** Orders and lines the message leaves out. */
  readonly excluded: { readonly orders: readonly string[]; readonly lines: readonly LineRef[] };
  /** "The whole order", "everything", "all of it": all lines are meant, not one. */
  readonly whole: boolean;
  /** "Only the runner": the items that are named are all that is meant. */
  readonly alone: boolean;
  /** Pieces of the lines meant; null where no number says so. */
  readonly quantity: number | null;
  /** Order numbers that are none of this customer's, in the spelling of the customer's numbers. */
  readonly unknown: readonly string[];
  /** Where several fit and one is meant: all that fit, newest first. Empty where nothing is in doubt. */
  readonly candidates: { readonly orders: readonly string[]; readonly lines: readonly LineRef[] };
  /** Goods that the message asks about and that none of the customer's orders holds, as shops call them. */
  readonly strangeGoods: string | undefined;
  /**
   * True where something is meant and nothing is in doubt: it was named, chosen from a list, or is the only one
   * possible. What is only known by a pronoun is certain too where one thing is in focus. Writing needs this.
   */
  readonly certain: boolean;
  /** The message takes back what was understood before: "no, 1008", "I meant the jacket". */
  readonly corrects: boolean;
  readonly mentions: readonly Mention[];
  /** For the trace: one sentence for each step, without text of the message. */
  readonly reasons: readonly string[];
}

/** Finds out what messages refer to; made from `policies/dialogue/references`. */
export interface Resolver {
  /** Pure: the same text and context give the same resolution. Never throws. */
  resolve(text: string, context: ReferenceContext): Resolution;
}

/** What a message does in its conversation, apart from wishes: `why`, `when`, `yes`, `withdraw` … by the act files. */
export interface ActFound {
  /** Name of an act file. */
  readonly act: string;
  /** 0 to 1. */
  readonly score: number;
  /** Offsets of the message or the clause that does it, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What spoke for it, without text of the message. */
  readonly how: string;
}

/** What the agent said last, as far as it tells what an answer to it does. */
export const SITUATIONS = [
  'start',
  'asked_order',
  'asked_item',
  'asked_choice',
  'asked_identity',
  'offered',
  'ticket_open',
  'refused',
  'status_told',
  'rules_told',
  'withdrawn'
] as const;

/** Where in its conversation a message stands. */
export interface Situation {
  readonly after: (typeof SITUATIONS)[number];
  /** The intent that is talked about. */
  readonly about?: string | undefined;
}

export interface ActContext {
  /** What the open question asks for; null where none is open. */
  readonly asked?: Asked | null;
  /** Where the message stands in its conversation. */
  readonly situation?: Situation;
}

/** Shares of 1 by act. */
export interface Shares extends Iterable<readonly [act: string, share: number]> {
  get(act: string): number | undefined;
}

/** What a message or one of its clauses may do. */
export interface Heard {
  /** Offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly shares: Shares;
}

export interface ActRecogniser {
  /** Issues that are heard by their own examples alone: no other reader knows them. */
  readonly ownIssues: ReadonlySet<string>;
  /** The message as a whole, then its clauses where it has several; nothing where it has no word. Never throws. */
  hear(text: string, situation?: Situation): readonly Heard[];
  /** The text as a whole alone, by its words; undefined where it has none. Never throws. */
  whole(text: string): Heard | undefined;
  /** Most of its words stand in examples: "pardon?" is one of theirs, whatever the intents know. */
  knows(text: string): boolean;
  /** Acts found, the likeliest first; none where the message is a wish of its own or says nothing known. Never throws. */
  recognise(text: string, context?: ActContext): readonly ActFound[];
}
