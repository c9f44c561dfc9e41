import { READ } from './reader/lines.js';
import { marksOf, type KeywordMarks } from './marks.js';
import type { ActiveRule } from './redactor.js';

/** How far a secret goes on in characters of its own kind, and which those are. */
export const EXTENSION = 4000;
export const GOES_ON = '[A-Za-z0-9_+/=.~-]';
/** Nearly every rule looks at fewer characters; the others are for keys and documents of many lines. */
const NEAR_WIDTH = 4000;
/** What is looked at before a match, to see what the match stands in. */
const CONTEXT = 256;

/** How far beyond a part of a text who shows it has to read before redacting, so that a secret split by the cut is hidden too. */
export interface Reach {
  /** Characters beyond both ends that are enough where there is nothing of `document`. */
  readonly overlap: number;
  /** What marks a document of which any part can be secret. */
  readonly document: KeywordMarks;
  readonly near: {
    /** Characters beyond both ends, and beyond those of a secret's own kind that go on there, that are enough where there is nothing of `far`. */
    readonly overlap: number;
    /** Keywords of the rules that reach further, those of `document` among them. */
    readonly far: KeywordMarks;
  };
}

const isNear = ({ width, each }: ActiveRule): boolean => each === undefined && width <= NEAR_WIDTH;

export function reachOf(rules: readonly ActiveRule[]): Reach {
  const widest = (some: readonly ActiveRule[]): number => Math.max(0, ...some.map(({ width }) => width));
  return {
    overlap: widest(rules) + EXTENSION,
    document: marksOf(rules.filter(({ each }) => each !== undefined)),
    near: {
      overlap: Math.max(widest(rules.filter(isNear)) + CONTEXT, READ),
      far: marksOf(rules.filter(rule => !isNear(rule)))
    }
  };
}
