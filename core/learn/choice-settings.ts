import type { Alternatives } from './choices.js';

/** What came of each option of a choice. */
export type Outcome = 'right' | 'wrong' | 'harmful';

/** A choice of which it is known what each option came to. */
export interface KnownChoice extends Alternatives {
  /** As many as there are options. */
  readonly outcomes: readonly Outcome[];
  /** How much it counts; 1 without one. */
  readonly weight?: number;
}

/** How choices are learned. Every number is part of the digest. */
export interface ChoiceSettings {
  /** Options that must have a trait for it to be learned. */
  readonly fewest: number;
  /** Passes over all choices, and the length of a step. */
  readonly passes: number;
  readonly step: number;
  /** Pull of every weight towards 0. */
  readonly pull: number;
  /** By how much an option that does harm has to be less likely than it seems. */
  readonly harm: number;
}

export const CHOICE_SETTINGS: ChoiceSettings = { fewest: 3, passes: 14, step: 0.02, pull: 1e-4, harm: 2.5 };

/** Changes whenever the same choices would give other weights. */
const METHOD = 3;

/** What a model of choices is keyed by, besides the choices. */
export const choiceMethod = (settings: ChoiceSettings = CHOICE_SETTINGS): string => JSON.stringify([METHOD, settings]);
