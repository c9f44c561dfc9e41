import type { CueSource } from './cues.js';

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
  'repeated_filler',
  'attack_wording'
] as const;
export type SignalName = (typeof SIGNALS)[number];

/** Vocabulary: the words of a class, by language or in one list. */
export type MacroSource = readonly string[] | Readonly<Record<string, readonly string[]>>;

export interface PatternSource {
  readonly id?: string;
  readonly status?: Status;
  readonly severity?: Severity;
  readonly language: string;
  readonly weight?: number;
  readonly form?: 'words' | 'raw';
  readonly channels?: readonly Channel[];
  readonly match: readonly string[];
  /** Searched near a match; where one is found, the match does not count. */
  readonly unless?: readonly string[];
}

export type Status = 'experimental' | 'test' | 'stable' | 'deprecated';
export type Severity = 'low' | 'medium' | 'high' | 'critical';

interface Described {
  readonly id: string;
  readonly version: number;
  readonly status: Status;
  readonly severity: Severity;
  /** The p of noisy-OR. */
  readonly weight: number;
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

export interface Thresholds {
  /** Risk from which a text is refused. */
  readonly block: number;
  /** Risk from which a finding is logged and counted without refusing. */
  readonly detect: number;
}

/** Where nothing is worded like an attack, a single pattern is more often a chance match. */
export interface Calm {
  /** The wording's score up to which the weights of patterns are taken down. */
  readonly at_most: number;
  /** What a weight is multiplied by. */
  readonly factor: number;
}

/** What tells that a quoted attack is spoken of. */
export interface MentionSource {
  /** How far around a finding `words` are looked for, in characters. */
  readonly near: number;
  readonly words: readonly string[];
}

/** The content of one file under `policies/injection`. */
export interface InjectionFile {
  readonly rules?: readonly RuleSource[];
  readonly signals?: readonly SignalSource[];
  readonly macros?: Readonly<Record<string, MacroSource>>;
  readonly thresholds?: Readonly<Record<Channel, Thresholds>>;
  readonly neutralise?: { readonly replacement: string };
  readonly mention?: MentionSource;
  readonly cues?: CueSource;
  readonly calm?: Calm;
  readonly vocabulary?: {
    readonly words: readonly string[];
    readonly known: readonly string[];
    readonly common: readonly string[];
  };
}
