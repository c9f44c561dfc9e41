import type { Ballot } from './injection-rules.js';
import { noisyOr } from './risk.js';
import type { Hit } from './scan.js';

/** No opinion is certain. */
const MOST_WORDING = 0.95;

/**
 * What a score of the wording is worth as evidence, 0 to 1: nothing up to `counts_from`, as much as blocks from
 * `beyond_doubt` on. Of a text of few words it says no more than one rule does.
 */
export function wordingWeight(score: number, text: string, { block, alone, wording }: Ballot): number {
  const { counts_from, beyond_doubt, least_words } = wording;
  const share = (score - counts_from) / (beyond_doubt - counts_from);
  const most = wordsIn(text, least_words) < least_words ? alone : MOST_WORDING;
  return Math.min(most, Math.max(0, block * share));
}

/** Counts words up to `most`. */
function wordsIn(text: string, most: number): number {
  const words = /[\p{L}\p{N}]+/gu;
  let count = 0;
  while (count < most && words.exec(text) !== null) count++;
  return count;
}

/**
 * Noisy-OR over rules and wording. Each pattern counts once, however often and in however many readings it matched, and
 * all of one rule together no more than `alone`, so that it takes two to refuse.
 * @param wording weight of the wording, 0 to 1
 */
export function riskOf(hits: readonly Hit[], wording: number, { alone }: Ballot): number {
  const rules = new Map<string, Map<string, number>>();
  for (const { rule, line, pattern, weight } of hits) {
    const patterns = rules.get(rule);
    if (patterns === undefined) rules.set(rule, new Map([[`${line}:${pattern}`, weight]]));
    else patterns.set(`${line}:${pattern}`, weight);
  }
  const voices = Array.from(rules.values(), patterns => Math.min(alone, noisyOr(patterns.values())));
  return noisyOr([...voices, wording]);
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
    clusters.push({ hits: together, start: from, risk: riskOf(together, 0, ballot) });
  }
  const loudest = clusters.sort((a, b) => b.risk - a.risk || a.start - b.start).slice(0, MOST_CLUSTERS);
  return loudest.map(cluster => cluster.hits);
}
