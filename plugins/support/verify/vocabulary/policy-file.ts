/** A fact of one record: a field that is there, or that holds one of some values. */
export interface Condition {
  readonly field: string;
  readonly in?: readonly string[];
  /** Every one of these must hold of the same record too. */
  readonly and?: readonly Condition[];
}

/** What proves a statement, and what proves its opposite. */
export interface Proof {
  readonly proved?: readonly Condition[];
  readonly denied?: readonly Condition[];
}

export const FORMS = [
  'done',
  'done_by_us',
  'possible',
  'possible_by_agent',
  'coming',
  'coming_by_us',
  'coming_by_colleague',
  'state'
] as const;
/** `present` ("is cancelled", "are issued") is proved as `done` is, `doing_by_us` as what we will do or what is. */
export type Form = (typeof FORMS)[number] | 'present' | 'doing_by_us';

/** Words by the part they play in a sentence. */
export const GRAMMAR_LISTS = [
  'perfect',
  'passive',
  'modals',
  'futures',
  'self',
  'us',
  'colleague',
  'customer',
  'past_forms',
  'verbs',
  'conjunctions',
  'adverbs',
  'links',
  'specific',
  'pronouns',
  'determiners',
  'verb_openers',
  'present',
  'obliged',
  'ours',
  'ours_only',
  'theirs',
  'subordinators',
  'light',
  'order_nouns',
  'repeats',
  'stops',
  'conditions',
  'grants',
  'receptive',
  'stative',
  'untils',
  'verb_cues',
  'objects',
  'widenings',
  'afters',
  'befores',
  'remainders',
  'lacks'
] as const;

/** Keys of records by what their values are. */
export const FIELD_LISTS = [
  'money',
  'identifier',
  'goods',
  'clock',
  'currency',
  'entity',
  'verdict',
  'cause',
  'state',
  'unfinished',
  'failed',
  'outcome',
  'granting',
  'refusing',
  'asked',
  'end'
] as const;

type Lists<Names extends readonly string[]> = { readonly [Name in Names[number]]?: readonly string[] };

/** Words that mean one thing. */
export interface Meaning {
  readonly id: string;
  /** A meaning that another file has already adds its words to it. */
  readonly words: readonly string[];
  readonly opposite?: readonly string[];
  /** Words that always speak of the present state ("on its way"), whatever stands around them. */
  readonly states?: readonly string[];
  /** "Eligible for a refund" says of the refund that it is possible. */
  readonly modal?: boolean;
  /** Needs no evidence of its own, but must not contradict it: "you need a receipt". */
  readonly soft?: boolean;
  /** Says what this other meaning says ("yours to pay" is "paid"), done by the one that `by` names. */
  readonly as?: string;
  readonly by?: 'us' | 'customer';
  /** A phrase of it is more than its words: "count on" is no counting. */
  readonly strict?: boolean;
  /** What a rule that says this denies: what is free is not paid. */
  readonly denies?: readonly string[];
  /** Only tells that a figure is an amount: "you pay €4" is "for €4". */
  readonly amount?: boolean;
  /** Holds in general statements only: "we ship" is "we deliver", but what was shipped is not delivered. */
  readonly general?: boolean;
  /** Whether it matters who does it: we, or the customer. */
  readonly who?: boolean;
  /** Denies what the article is about: in one on returns, "excluded" is "cannot be returned". */
  readonly excludes?: boolean;
  /** "Expires after a year" is "valid for a year": with a span of time both ways of saying it are one. */
  readonly span?: boolean;
  readonly proofs?: Partial<Record<Form, Proof>>;
}

export interface VerificationFile {
  readonly name: string;
  readonly meanings?: readonly Meaning[];
  readonly irregular?: Readonly<Record<string, string>>;
  readonly glue?: readonly string[];
  readonly soft?: readonly string[];
  /** Words that link a record's fields to the sentence ("the carrier handling it"); rules mean them in earnest. */
  readonly linking?: readonly string[];
  /** Words for goods in general. */
  readonly wares?: readonly string[];
  /** What a word of a record also is: a `visa` is a card. */
  /** Small words by which a sentence may say more or less than the one it repeats, by what they tell. */
  readonly telling?: Readonly<Record<string, readonly string[]>>;
  /** Of these kinds of small words one says more than the other: `all=some`. */
  readonly overstating?: Readonly<Record<string, string>>;
  /** What these open limits a rule. */
  readonly limits?: readonly string[];
  readonly kinds?: Readonly<Record<string, readonly string[]>>;
  readonly courtesy?: readonly string[];
  readonly requests?: readonly string[];
  readonly universals?: readonly string[];
  readonly absolutes?: readonly string[];
  readonly partial?: readonly string[];
  readonly restrictive?: readonly string[];
  readonly attribution?: readonly string[];
  readonly certain?: readonly string[];
  readonly hedges?: readonly string[];
  readonly sums?: readonly string[];
  readonly differences?: readonly string[];
  /** A price with one of these is that of one piece. */
  readonly shares?: readonly string[];
  /** "Lasts", "valid for": a span between two moments of a record. */
  readonly lasting?: readonly string[];
  /** What a tool of this verb has done: `create_ticket` has opened one. */
  readonly acts?: Readonly<Record<string, readonly string[]>>;
  /** Endings of words that only colour a statement ("promptly"), and words that merely end so. */
  readonly colouring?: { readonly suffixes: readonly string[]; readonly unsuffixed: readonly string[] };
  /** Endings that make a noun of a verb: an "inspection" is what is "inspected". */
  readonly noun_suffixes?: readonly string[];
  /** Words of one class of which a thing bears one: a gold member is no silver member. */
  readonly rivals?: Readonly<Record<string, readonly string[]>>;
  readonly negation?: {
    readonly cues: readonly string[];
    readonly not_cues: readonly string[];
    readonly prefixes: readonly string[];
    readonly unprefixed: readonly string[];
  };
  readonly grammar?: Lists<typeof GRAMMAR_LISTS>;
  readonly comparators?: Readonly<Record<'at_most' | 'at_least' | 'more' | 'less', readonly string[]>>;
  readonly bounds?: Readonly<Record<string, string>>;
  /** Comparators that follow their figure. */
  readonly trailing_comparators?: Readonly<Record<'at_most' | 'at_least', readonly string[]>>;
  readonly numbers?: {
    readonly words: Readonly<Record<string, number>>;
    /** First, second and so on, in order. */
    readonly ordinals: readonly string[];
    readonly phrases: Readonly<Record<string, string>>;
    /** "Two-factor" counts no factors. */
    readonly uncounted?: readonly string[];
    readonly not_one_before: readonly string[];
    readonly not_one_after: readonly string[];
  };
  readonly units?: Readonly<
    Record<string, { readonly base: 'minute' | 'working_day' | 'month'; readonly size: number }>
  >;
  readonly months?: Readonly<Record<string, number>>;
  /** First and last day of a part of a month: the middle of May. */
  readonly month_parts?: Readonly<Record<string, readonly number[]>>;
  /** First minute and the minute after the last one of a part of the day. */
  readonly day_parts?: Readonly<Record<string, readonly number[]>>;
  readonly weekdays?: Readonly<Record<string, number>>;
  readonly relative_days?: Readonly<Record<string, number>>;
  readonly currencies?: Readonly<Record<string, readonly string[]>>;
  readonly fields?: Lists<typeof FIELD_LISTS>;
  readonly thresholds?: {
    /** How likely a phrased sentence has to be, where the rules find nothing wrong and where they do. */
    readonly shown: number;
    readonly doubted: number;
  };
}
