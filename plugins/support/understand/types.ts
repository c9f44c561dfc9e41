import type { Source } from '../../../core/index.js';
import type { Voice } from '../../../core/learn/index.js';

/** Deeds that a text names. */
export interface Deeds {
  /** Intents of which the message names the deed and says that it is not wanted. */
  readonly declined: readonly string[];
  /** Intents of which the message names the deed, and does not say that it is not wanted. */
  readonly named: readonly string[];
}

/** What the agent made of one message. Everything in it follows from the message and the loaded files alone. */
export interface Understanding extends Deeds {
  /** From the closed set of intent files; `unknown` where the agent would ask. */
  readonly intent: string;
  /** 0 to 1; how well the evidence supports `intent` (for `unknown`: the best candidate). */
  readonly confidence: number;
  /** What a clarifying question would name, the best first; empty when nothing was understood. */
  readonly candidates: readonly string[];
  /** Two readings or two wishes. */
  readonly ambiguous: boolean;
  /** Wishes by their share of 1, the largest first, whatever the message was taken for. */
  readonly likely: readonly { readonly intent: string; readonly share: number }[];
  readonly slots: Slots;
  /** Topic that a person must handle, for example `legal_threat`. */
  readonly sensitive: string | null;
  readonly hits: readonly Hit[];
  /** It has a word of denial: "it is not broken". */
  readonly denies: boolean;
  /** One sentence: why the agent acted or asked. */
  readonly why: string;
  /** Most of its words are in no vocabulary. */
  readonly strange: boolean;
}

export interface Slots {
  /** Canonical upper case, for example `ORD-1001`; in order of appearance, without repetition. */
  readonly order_ids: readonly string[];
  readonly emails: readonly string[];
  readonly quantity: number | null;
  /** The first amount of money, as written. */
  readonly amount: string | null;
  /** Less than all of it is wished for, and no quantity says how much. */
  readonly part: Part | null;
  /** The wish is about goods that the message names. */
  readonly goods: boolean;
  /** The wish is about another order than the one that was talked of. */
  readonly other_order: boolean;
  readonly reported_issue: ReportedIssue | null;
  /** The goods are said to be as they should be. */
  readonly fault_denied: boolean;
  /** The customer speaks of the delivery charge, not of the goods. */
  readonly delivery_charge_only: boolean;
  readonly refund_destination: RefundDestination | null;
  readonly affirmation: 'yes' | 'no' | null;
  /** With what it begins, whatever follows. */
  readonly opens: 'yes' | 'no' | null;
  /** The message only says which of the things it was asked about. */
  readonly pick: Pick | null;
  /** The message only says ok, done, verified. */
  readonly acknowledgement: boolean;
  /** Nothing but an order number, an e-mail address or filler. */
  readonly only_slots: boolean;
  /** Normalised content words, to match item names with. */
  readonly words: readonly string[];
}

/** By place, or `other` than the one just dealt with, or `all`. */
export type Pick = 'first' | 'second' | 'third' | 'last' | 'other' | 'all';
/** All but something, some of the money, or some of the pieces. */
export type Part = 'except' | 'amount' | 'pieces';
export type QuantityRole = 'not_asked' | 'asked' | 'named';
export type ReportedIssue = 'damaged' | 'defective' | 'wrong_item';
/** Of the ways to pay by name the rules know whether the order was paid with them. */
export type RefundDestination =
  'original' | 'other_account' | 'other_card' | 'other_gift_card' | 'bank_account' | 'gift_card' | 'paypal' | 'card';

/** One phrase of an intent file that was found in the message. */
export interface Hit {
  readonly intent: string;
  readonly phrase: string;
  /** The share of 1 that the phrase gives its intent at least. */
  readonly weight: number;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Offsets into the message, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly negated: boolean;
}

export interface Understander {
  /**
   * Never throws; time is bounded whatever the text.
   * @param unfit intents that are meant only where a deed or phrase of them is named
   */
  understand(text: string, unfit?: ReadonlySet<string>): Understanding;
  /**
   * The text as it is read: signs without a word are the words that vocabulary files rewrite them to ("👍"); in any other
   * text, which stays as long, a point behind an abbreviation before a number is a space ("order no. 1001").
   */
  inWords(text: string): string;
  /** Of `understand` only the deeds that are named; which intent is likeliest is not asked. */
  deeds(text: string): Deeds;
  /** The likeliest intents, the n-grams that spoke for each, and the examples that are nearest; for explanations. */
  explain(text: string): Grounds;
  /** The n-grams that tell one intent from another most in all examples of both: positive weights speak for the one, negative for the other. */
  apart(one: string, other: string): readonly Voice[];
}

export interface Grounds {
  readonly likeliest: readonly {
    readonly intent: string;
    /** Of 1 for all intents. */
    readonly share: number;
    readonly voices: readonly Voice[];
  }[];
  readonly nearest: readonly { readonly intent: string; readonly text: string; readonly likeness: number }[];
}

/** The `understand` value of an intent file. */
export interface UnderstandContent {
  /** Phrases for what is done when the wish is granted: negated, they say that it is not wanted. */
  readonly deeds?: readonly string[];
  readonly phrases?: readonly PhraseContent[];
  readonly examples: readonly string[];
  readonly near_misses?: readonly NearMissContent[];
  /** Gives way to any other intent that was understood (greetings, thanks). */
  readonly yields?: boolean;
  /** Is often said beside another wish and does not push it aside (a complaint). */
  readonly accompanies?: boolean;
}

/** A phrase that overrides what the examples say. */
export interface PhraseContent {
  /** See docs of the phrase language in `pattern.ts`. */
  readonly say: string;
  readonly weight: number;
  /** Why examples do not do. */
  readonly reason: string;
  /** Elements one of which must occur somewhere in the message. */
  readonly with?: string;
  /** Elements none of which may occur in the same sentence. */
  readonly unless?: string;
  /** The phrase means what it says also inside a negation ("not a bot", "never arrived"). */
  readonly negatable?: boolean;
}

export interface NearMissContent {
  readonly text: string;
  readonly instead: string;
}

export interface IntentEntry {
  readonly name: string;
  readonly understand: UnderstandContent;
  readonly source: Source;
}
