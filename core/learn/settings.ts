import type { GramSettings } from './grams.js';

/** How a model is fitted. Every number is part of the digest of what it is fitted to. */
export interface LearnSettings extends GramSettings {
  /** Rows that must hold an n-gram of words, and one of characters, for it to be learned. */
  readonly fewest_words: number;
  readonly fewest_characters: number;
  /** N-grams that are kept: those with the largest weights. */
  readonly features: number;
  /** Passes over all rows before the others are left out, and after. */
  readonly passes: number;
  readonly passes_after: number;
  /** Length of a step. */
  readonly step: number;
  /** Pull of every weight towards 0. */
  readonly pull: number;
  /** How much more an n-gram counts that stands with one label rather than with others, 0 to 1; 0 where absent. */
  readonly contrast?: number;
  /** What stands between a group and the rest of a label: the group is chosen first, then the label among its own. */
  readonly within?: string;
}

export const LEARN_SETTINGS: LearnSettings = {
  words: 2,
  characters: [2, 5],
  fewest_words: 2,
  fewest_characters: 3,
  features: 40_000,
  passes: 5,
  passes_after: 3,
  step: 0.3,
  pull: 1e-5
};

/** Of texts that are short and few every n-gram counts. */
export const SHORT_TEXTS: LearnSettings = { ...LEARN_SETTINGS, fewest_words: 1, fewest_characters: 2, step: 0.2 };

/** What a text is an example of. */
export interface Example {
  readonly text: string;
  /** What else is known of it, each by a name: where it was written, what was said before. */
  readonly context?: readonly string[];
  readonly label: string;
  /** Examples of one group are never on both sides of a cross-validation; of itself without one. */
  readonly group?: string;
  /** How much it counts; 1 without one. */
  readonly weight?: number;
}
