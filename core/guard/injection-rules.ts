import type { Source } from '../documents/kind.js';

/** Where a text comes from: the customer, a tool or the knowledge base, or a file. */
export const CHANNELS = ['message', 'tool_output', 'file_content'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What the structure of a text can be counted for, whatever its words say. */
export const SIGNALS = [
  'tag_characters',
  'selector_run',
  'zero_width_run',
  'invisible_in_word',
  'bidi_override',
  'mixed_word',
  'stacked_marks',
  'decoded_prose',
  'decoded_wholly',
  'escaped_letters',
  'split_letters',
  'repeated_filler'
] as const;
export type SignalName = (typeof SIGNALS)[number];

/** Vocabulary: the words of a class, by language or in one list. */
export type MacroSource = readonly string[] | Readonly<Record<string, readonly string[]>>;

export interface PatternSource {
  /** Of its own within the rule. */
  readonly id: string;
  /** The rule's where absent; `experimental` is shown and counts nothing, `deprecated` is left out. */
  readonly status?: Status;
  /** The rule's where absent. */
  readonly severity?: Severity;
  readonly language: string;
  readonly form?: 'words' | 'raw';
  readonly channels?: readonly Channel[];
  readonly match: readonly string[];
  /** Searched near a match; where one is found, the match does not count. */
  readonly unless?: readonly string[];
}

export type Status = 'experimental' | 'test' | 'stable' | 'deprecated';
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface Described {
  readonly id: string;
  readonly version: number;
  readonly status: Status;
  readonly severity: Severity;
  readonly channels: readonly Channel[];
  readonly description: string;
  readonly falsepositives: readonly string[];
  readonly must_match: readonly string[];
  readonly must_not_match: readonly string[];
}

export interface RuleSource extends Described {
  /** Views the patterns run on; all when absent. */
  readonly views?: readonly string[];
  /** One of these has to occur in a view before the patterns run on it. */
  readonly keywords?: readonly string[];
  readonly patterns: readonly PatternSource[];
  readonly unless?: readonly string[];
}

export interface SignalSource extends Described {
  readonly signal: SignalName;
  /** The count from which the signal is given. */
  readonly min: number;
}

/** How the votes on a text of a channel are counted. */
export interface Thresholds {
  /** Risk from which a text is refused. */
  readonly block: number;
  /** Risk from which a finding is logged and counted without refusing. */
  readonly detect: number;
  /** The most that all patterns of one rule together weigh: less than `block`. */
  readonly alone: number;
  /** What is near enough to count together, in characters. */
  readonly near: number;
  /** A longer text is judged by its wording only around what rules found, so many characters to either side. */
  readonly whole_up_to: number;
  readonly around: number;
  /** The text is also judged a few sentences at a time, which have so many words at most; 0: only as a whole. */
  readonly sentences_up_to: number;
  /** Score of the wording that refuses a text by itself, where this has as many words. */
  readonly refuse_from: number;
  readonly least_words: number;
  /** In a longer text, where the wording alone does not refuse, one of these rules has to be among what was found; any where absent. */
  readonly needs?: readonly string[];
  /** What the weights of rules count on the scale of scores, and the most that all of them together weigh. */
  readonly rules: { readonly count: number; readonly most: number };
}

export interface Ballot extends Thresholds {
  /** Where the thresholds stand; nowhere without rules. */
  readonly place?: RulePlace;
}

/** Where something stands in the rule files. The line is looked for when it is told: that takes a parser of its own. */
export interface RulePlace {
  readonly source: Source;
  readonly pointer: string;
}

export const BALLOT_OF_NOTHING: Ballot = {
  block: 0,
  detect: 0,
  alone: 0,
  near: 0,
  whole_up_to: 0,
  around: 0,
  sentences_up_to: 0,
  refuse_from: 0,
  least_words: 1,
  rules: { count: 1, most: 1 }
};

/** What tells that a quoted attack is spoken of. */
export interface MentionSource {
  /** How far around a finding `words` are looked for, in characters. */
  readonly near: number;
  readonly words: readonly string[];
}

/** How the wording of attacks is learned from `policies/injection/training`. */
export interface LearningSource {
  /** Texts that one with alternatives stands for. */
  readonly expansions: number;
  /** How much each of them counts. */
  readonly template_weight: number;
  readonly step: number;
  readonly passes: number;
  /** See `LearnSettings`. */
  readonly contrast: number;
  /** How much a text counts, by how the name of its file begins; 1 elsewhere. */
  readonly file_weights: Readonly<Record<string, number>>;
}

/** The content of one file under `policies/injection`. */
export interface InjectionFile {
  readonly rules?: readonly RuleSource[];
  readonly signals?: readonly SignalSource[];
  readonly macros?: Readonly<Record<string, MacroSource>>;
  readonly thresholds?: Readonly<Record<Channel, Thresholds>>;
  readonly neutralise?: { readonly replacement: string };
  readonly mention?: MentionSource;
  /** How much each severity counts: the p of noisy-OR. */
  readonly weights?: Readonly<Record<Severity, number>>;
  readonly learning?: LearningSource;
  readonly vocabulary?: {
    readonly words: readonly string[];
    readonly known: readonly string[];
    readonly common: readonly string[];
  };
}
