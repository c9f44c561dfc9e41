import type { Part, Pick, QuantityRole } from './types.js';
import type { DecisionSettings } from './decision.js';

export interface Concept {
  readonly name: string;
  /** Words and word groups; `*` in a group stands for at most two other words. */
  readonly words: readonly string[];
  /** Other concepts whose words count as this one too. */
  readonly includes?: readonly string[];
  /** A deed that can be wished for: negation cancels it, and an account of the past turns it into `<name>_done`. */
  readonly action?: boolean;
  /** Says nothing by itself: skipped at the ends of a sentence (please, hello, could you). */
  readonly filler?: boolean;
  /** Carries no subject: looked past when a deed's object is sought. */
  readonly light?: boolean;
  /** A verb of trade that is no wish by itself; its object tells whether the shop is spoken of ("ship weapons"). */
  readonly transitive?: boolean;
  /** Belongs to another subject: in its sentence other phrases count for less. */
  readonly foreign?: boolean;
  /** Is matched as written, never by stem, and nothing is corrected to it. */
  readonly exact?: boolean;
}

export interface Topic {
  readonly id: string;
  /** Phrases in the language of the intent files. */
  readonly phrases: readonly string[];
}

export interface SlotPatterns {
  /** A regular expression for order numbers, with the number in group 1, and how to write it canonically. */
  readonly order_ids?: readonly { readonly pattern: string; readonly write: string }[];
  readonly reported_issue?: Readonly<Record<string, readonly string[]>>;
  readonly refund_destination?: Readonly<Record<string, readonly string[]>>;
  readonly delivery_charge_only?: readonly string[];
  /** Whose numbers count: `asked`, else `named`, and never `not_asked`. */
  readonly quantity?: Readonly<Partial<Record<QuantityRole, readonly string[]>>>;
  /** Less than all is wished for, and no quantity says how much. The phrase written first counts. */
  readonly part?: Readonly<Partial<Record<Part, readonly string[]>>>;
  /** Goods that the wish is about. */
  readonly goods?: readonly string[];
  /** Another order than the one that was talked of. */
  readonly other_order?: readonly string[];
  readonly numbers?: Readonly<Record<string, number>>;
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
  readonly pick?: Readonly<Partial<Record<Pick, readonly string[]>>>;
  readonly acknowledgement?: readonly string[];
  /** What may surround a bare order number (order, number, it is). */
  readonly slot_filler?: readonly string[];
}

export interface IntentVocabulary {
  readonly name: string;
  /** ISO 639-1 code, where it is for messages of one language alone. */
  readonly language?: string;
  readonly concepts?: readonly Concept[];
  /** Further words of concepts that other files define, for example those of another language. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** Whether misspelt words may be taken for words of this file. Default true. */
  readonly correct_to?: boolean;
  /** Written form -> one or several words (`ur: your`, `cant: can not`). */
  readonly rewrites?: Readonly<Record<string, string>>;
  /** Real words that look like a slip of a vocabulary word and are not. */
  readonly real_words?: readonly string[];
  readonly topics?: readonly Topic[];
  /** Endings split off a word (`n't: not`). */
  readonly suffixes?: Readonly<Record<string, string>>;
  /** Concepts: after a `cue` deeds are not wished for, for `reach` words or up to an `end`. */
  readonly negation?: { readonly cue: string; readonly end: string; readonly reach: number; readonly aside?: string };
  /** Concepts: after a `cue` ("if I") a deed is supposed and not wished for, for `reach` words or up to an `end`. */
  readonly supposed?: { readonly cue: string; readonly end: string; readonly reach: number };
  /**
   * Concepts: within `reach` words after a `before`, an `-ed` form or one of `forms` is an account of the past, unless a
   * `not_before` is nearer.
   */
  readonly past?: {
    readonly forms: string;
    /** Directly before an `-ed` form, these make it describe the past ("my cancelled order"). */
    readonly determiner: string;
    readonly before: string;
    readonly not_before: string;
    readonly reach: number;
  };
  /** Concept of words that join two deeds (and, or). */
  readonly joins?: string;
  /** Concept of words that, after a joining word, open a wish of their own. */
  readonly openers?: string;
  /** Concept of words after which an unknown word names a thing of the customer. */
  readonly definite?: string;
  /** Concept of words before a place ("ship to"): what follows is no object of a verb of trade. */
  readonly destination?: string;
  /** Words with a full stop of their own, which ends no sentence ("mobile no."), unless they begin it. */
  readonly abbreviations?: readonly string[];
  /** Concept of words that set a second thing beside the first ("the other one"). */
  readonly contrast?: string;
  /** Words that `*` in a group never stands for. */
  readonly not_between?: readonly string[];
  readonly slots?: SlotPatterns;
  /** Lists of words that say the same to the intents: examples name one as `{product}`. */
  readonly signs?: Readonly<Record<string, readonly string[]>>;
  readonly decision?: DecisionSettings;
}
