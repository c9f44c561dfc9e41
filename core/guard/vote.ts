import type { Ballot } from './injection-rules.js';
import { noisyOr } from './risk.js';
import type { Hit } from './scan.js';

/** As a number that adds up: 0 is as likely as not. */
const logOdds = (chance: number): number => Math.log(chance / (1 - chance));

/**
 * How much of an attack's a text's wording is, as far as it may count: a text of few words is neither refused nor
 * reported by its wording alone.
 */
export function wordingScore(score: number, text: string, ballot: Ballot): number {
  const { refuse_from, least_words, block, detect } = ballot;
  if (wordsIn(text, least_words) >= least_words) return score;
  return Math.min(score, refuse_from - (logOdds(block) - logOdds(detect)) - SHY);
}

/** As far below what is reported. */
const SHY = 0.1;

/** What the wording says by itself, 0 to 1. */
export const wordingWeight = (score: number, { block, refuse_from }: Ballot): number =>
  1 / (1 + Math.exp(refuse_from - score - logOdds(block)));

/** Counts words up to `most`. */
function wordsIn(text: string, most: number): number {
  const words = /[\p{L}\p{N}]+/gu;
  let count = 0;
  while (count < most && words.exec(text) !== null) count++;
  return count;
}

/**
 * Risk of rules and wording, 0 to 1. What the rules say is added to the score of the wording, so that a rule refuses what
 * is worded as an attack might be, and not what is plainly harmless. Each pattern counts once, however often and in
 * however many readings it matched, all of one rule together no more than `alone`, and all rules no more than `rules.most`.
 * @param score of the wording; without one, noisy-OR over the rules
 */
export function riskOf(hits: readonly Hit[], score: number | undefined, ballot: Ballot): number {
  const rules = new Map<string, Map<string, number>>();
  for (const { rule, place, nth, weight } of hits) {
    const patterns = rules.get(rule);
    const pattern = `${place?.pointer}/${nth}`;
    if (patterns === undefined) rules.set(rule, new Map([[pattern, weight]]));
    else patterns.set(pattern, weight);
  }
  const voices = Array.from(rules.values(), patterns => Math.min(ballot.alone, noisyOr(patterns.values())));
  if (score === undefined) return noisyOr(voices);
  const together = Math.min(
    ballot.rules.most,
    voices.reduce((sum, voice) => sum + voice, 0)
  );
  return wordingWeight(score + ballot.rules.count * together, ballot);
}

const MOST_CLUSTERS = 24;

/** Groups of hits that begin within `near` characters, those that say most first; a group within another is left out. */
export function clustersOf(hits: readonly Hit[], near: number, ballot: Ballot): (readonly Hit[])[] {
  const ordered = hits.toSorted((a, b) => a.start - b.start);
  const clusters: { readonly hits: readonly Hit[]; readonly start: number; readonly risk: number }[] = [];
  let reached = 0;
  for (let first = 0, last = 0; first < ordered.length; first++) {
    const from = ordered[first]!.start;
    while (last < ordered.length && ordered[last]!.start <= from + near) last++;
    if (last <= reached) continue;
    reached = last;
    const together = ordered.slice(first, last);
    clusters.push({ hits: together, start: from, risk: riskOf(together, undefined, ballot) });
  }
  const loudest = clusters.sort((a, b) => b.risk - a.risk || a.start - b.start).slice(0, MOST_CLUSTERS);
  return loudest.map(cluster => cluster.hits);
}

/** Why a text looks like an instruction to the model. */
export interface Finding {
  /** `INJ-…` or `SIG-…`; `SIG-WORDING` is what was learned from labelled texts. */
  readonly rule: string;
  /** 0 to 1; the p of noisy-OR. */
  readonly weight: number;
  /** Line of the pattern or signal in its rule file, from 1. */
  readonly line: number;
  /** Offsets in the original text; for a decoded or joined stretch, all of the stretch. */
  readonly start: number;
  readonly end: number;
  /** The reading of the text that matched. */
  readonly view: string;
}

/** A finding with what matched: the pattern's source in the rule file, or the signal's name. */
export interface Explanation extends Finding {
  readonly pattern: string;
  /** The pattern's group within its rule. */
  readonly group?: string | undefined;
}

function lineOf({ place, nth }: Hit): number {
  if (place === undefined) return 1;
  const { source, pointer } = place;
  return source.place(nth === undefined ? pointer : `${pointer}/${nth}`).line;
}

export const findingOf = (hit: Hit): Finding => {
  const { rule, weight, start, end, view } = hit;
  return { rule, weight, line: lineOf(hit), start, end, view };
};

export const explanationOf = (hit: Hit): Explanation => {
  const { rule, group, pattern, weight, start, end, view } = hit;
  return { rule, group, pattern, weight, line: lineOf(hit), start, end, view };
};
