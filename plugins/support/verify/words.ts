import type { Form } from './policy-file.js';
import type { Found } from './values.js';

/** One reading of a content word: a meaning of the vocabulary, or the word's own stem. */
export interface Reading {
  readonly concept: string;
  readonly negative: boolean;
  readonly form?: Form | undefined;
}

/** A content word or phrase of a clause. */
export interface Token {
  readonly text: string;
  readonly at: number;
  readonly readings: readonly Reading[];
  /** Stands where a verb stands. */
  readonly verb: boolean;
  /** Needs no evidence as it stands here. */
  readonly soft: boolean;
  /** A word for goods in general ("the books"), which names whatever the record lists. */
  readonly ware: boolean;
  /** Who does it, where the clause says so. */
  readonly who?: 'us' | 'customer' | undefined;
  /** The words of a phrase that nothing has to prove, each by itself: who says them all says the phrase. */
  readonly parts: readonly Token[];
  /** Denied by the one negation of its verb ("cannot be returned"). */
  readonly denied: boolean;
  /** Only dates something else ("from the day you bought it"), as a noun would ("from the date of purchase"). */
  readonly timing?: boolean;
}

export interface Clause {
  readonly text: string;
  /** Every word outside of the values. */
  readonly words: readonly Word[];
  /** Where the clause begins in its sentence; positions of tokens and values count from the sentence's start. */
  readonly start: number;
  readonly tokens: readonly Token[];
  readonly values: readonly (Found & { readonly comparator?: string | undefined; readonly negated?: boolean })[];
  /** How many negations negate nothing that could be checked. */
  readonly strayNegations: number;
  /** One negation, of a verb: it denies the statement as a whole, whichever of its words stands next to it. */
  readonly denial: boolean;
  /** Ends on its negation ("normal wear is not"): what it denies is in the clause before. */
  readonly elliptic: boolean;
  /** The tokens without the words that need evidence only where they are negated, as records are read. */
  readonly plain: Pick<Clause, 'tokens' | 'strayNegations' | 'elliptic' | 'denial'>;
  readonly universal: boolean;
  /** Tells what something is about. */
  readonly about: boolean;
  /** Speaks of the case at hand. */
  readonly specific: boolean;
  /** "Both orders", "all your parcels". */
  readonly everyOrder: boolean;
}

export interface Word {
  /** Punctuation stands before it. */
  readonly opens: boolean;
  readonly text: string;
  readonly lower: string;
  readonly stem: string;
  readonly at: number;
  readonly end: number;
}

export interface Entry {
  /** Stands in the vocabulary. */
  readonly listed?: boolean;
  /** "Refundable" is "can be refunded". */
  readonly able?: boolean;
  readonly length: number;
  /** Who does it, where the phrase itself says so: "at your expense". */
  readonly by?: 'us' | 'customer' | undefined;
  /** Where a phrase with a gap ends: the verb of "the refund … paid". */
  readonly last?: number | undefined;
  readonly readings: readonly {
    readonly concept: string;
    readonly negative: boolean;
    readonly state: boolean;
  }[];
}

/** For each word: the meaning that starts there, `silent` for one that says nothing, undefined inside a phrase. */
export type Kinds = readonly (Entry | 'silent' | undefined)[];
