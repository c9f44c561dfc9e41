import type { Ballot } from './injection-rules.js';
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

/**
 * Noisy-OR: the chance that at least one of independent pieces of evidence is right, `1 − ∏(1 − w)`.
 * Weights outside 0 to 1 are clamped; no evidence is no risk.
 */
export function noisyOr(weights: Iterable<number>): number {
  let innocent = 1;
  for (const weight of weights) innocent *= 1 - Math.min(1, Math.max(0, weight));
  return 1 - innocent;
}

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
