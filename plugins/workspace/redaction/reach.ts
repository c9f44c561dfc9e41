import { escapeRegex } from '../../../core/text/index.js';
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
  /** Characters beyond both ends that are enough where `document` finds nothing. */
  readonly overlap: number;
  /** Finds what marks a document of which any part can be secret, in bytes that are read as Latin-1. */
  readonly document: RegExp;
  readonly near: {
    /** Characters beyond both ends, and beyond those of a secret's own kind that go on there, that are enough where `far` finds nothing. */
    readonly overlap: number;
    /** Finds keywords of the rules that reach further, in bytes that are read as Latin-1. */
    readonly far: RegExp;
  };
}

const isNear = ({ width, each }: ActiveRule): boolean => each === undefined && width <= NEAR_WIDTH;

const keywordSources = ({ keywords, ignoreCase }: ActiveRule): readonly string[] =>
  keywords
    .map(escapeRegex)
    .map(keyword => (ignoreCase ? keyword.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`) : keyword));

/** What matches nowhere, where no rule reaches further. */
const NOWHERE = '(?!)';

export function reachOf(rules: readonly ActiveRule[]): Reach {
  const widest = (some: readonly ActiveRule[]): number => Math.max(0, ...some.map(({ width }) => width));
  const keywordsOf = (some: readonly ActiveRule[]): RegExp => {
    const sources = some.flatMap(keywordSources);
    return new RegExp(sources.length === 0 ? NOWHERE : sources.join('|'));
  };
  return {
    overlap: widest(rules) + EXTENSION,
    document: keywordsOf(rules.filter(({ each }) => each !== undefined)),
    near: {
      overlap: widest(rules.filter(isNear)) + CONTEXT,
      far: keywordsOf(rules.filter(rule => !isNear(rule)))
    }
  };
}
