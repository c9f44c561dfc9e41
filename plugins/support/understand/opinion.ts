import type { CueShare } from './cues.js';
import type { DecisionSettings } from './decision.js';
import type { Scene } from './scene.js';
import type { Score } from './score.js';
import type { Understanding } from './types.js';
import { OUTSIDE, type RawHit } from './weigh.js';

export type Decision = Pick<Understanding, 'intent' | 'confidence' | 'candidates' | 'ambiguous' | 'why'>;

/** What single words and concepts say, the best intent first, and the words that say it. */
export interface Opinion {
  readonly shares: readonly CueShare[];
  words(intent: string): readonly string[];
  /** What each clause says by itself, where there are several. */
  clauses(): readonly Opinion[];
}

/** One word says too little, unless the cues are sure. */
const FEWEST_WORDS = 2;

export const isOffered = (intent: string): boolean => intent !== OUTSIDE && intent !== 'unknown';

export const spoken = ({ words }: Opinion, intent: string): string => {
  const said = words(intent);
  return said.length === 0 ? 'the rest speaks' : `the words ${quoted(said)} speak`;
};

export const quoted = (words: readonly string[]): string => words.map(word => `"${word}"`).join(', ');

/** Whether a message of pleasantries holds nothing else: few words besides, or words that the cues take for polite too. */
export function isPleasantry(
  hits: readonly RawHit[],
  scenes: readonly Scene[],
  { shares }: Opinion,
  yields: ReadonlySet<string>,
  { pleasantry_words, pleasantry_share }: DecisionSettings
): boolean {
  const read = (sentence: number, at: number): boolean =>
    hits.some(hit => hit.sentence === sentence && hit.from <= at && at < hit.to);
  const besides = scenes.reduce(
    (sum, { tokens, filler }, sentence) =>
      sum + tokens.filter((_, at) => filler[at] !== true && !read(sentence, at)).length,
    0
  );
  const polite = shares.reduce((sum, { intent, share }) => (yields.has(intent) ? sum + share : sum), 0);
  return besides < pleasantry_words || polite >= pleasantry_share;
}

/**
 * The intent that the cues make clear where phrases say nothing, or too little. A foreign subject is left alone, one
 * word says too little; phrases that see two readings are not overruled, and one that sees another only by sure cues.
 */
export function byCues(
  opinion: Opinion,
  ranked: readonly Score[],
  scenes: readonly Scene[],
  { cues_alone_at, cues_agree_at, cues_inside_at, cues_sure_at, name_at, margin }: DecisionSettings
): Decision | undefined {
  const [top] = opinion.shares;
  if (top === undefined || !isOffered(top.intent) || scenes.some(({ foreign }) => foreign)) return undefined;
  const spoken = ranked.filter(({ score }) => score >= name_at).map(({ intent }) => intent);
  const others = spoken.filter(intent => intent !== top.intent);
  const least = others.some(isOffered)
    ? cues_sure_at
    : others.length > 0
      ? cues_inside_at
      : spoken.length > 0
        ? cues_agree_at
        : cues_alone_at;
  const clear = top.share >= least && top.share - (opinion.shares[1]?.share ?? 0) >= margin;
  return clear && isSpokenFor(opinion, top, cues_sure_at) ? acted(opinion, least) : undefined;
}

const isSpokenFor = ({ words }: Opinion, { intent, share }: CueShare, sure: number): boolean =>
  words(intent).length >= (share >= sure ? 1 : FEWEST_WORDS);

/** Acts on the likeliest intent of the cues. */
function acted({ shares: [top], words }: Opinion, least: number): Decision | undefined {
  if (top === undefined) return undefined;
  const { intent, share } = top;
  const why = `Acted: the words ${quoted(words(intent))} give ${intent} ${share.toFixed(2)} of 1, at least ${least}.`;
  return { intent, confidence: Math.round(share * 1000) / 1000, candidates: [intent], ambiguous: false, why };
}

/** Where phrases read the same words in several ways, or as another subject too: the reading that the cues make clear. */
export function settled(
  opinion: Opinion,
  readings: readonly Score[],
  oneWish: boolean,
  { cues_settle_at, cues_inside_at }: DecisionSettings
): Decision | undefined {
  const [top] = opinion.shares;
  const least = oneWish ? cues_inside_at : cues_settle_at;
  if (top === undefined || !isOffered(top.intent) || top.share < least) return undefined;
  return readings.some(({ intent }) => intent === top.intent) ? acted(opinion, least) : undefined;
}

/** Where the cues speak against a phrase that is not weighty: what they speak for, if they are clear. */
export function overruled(
  best: Score,
  opinion: Opinion,
  { cues_overrule_at, cues_inside_at, overruled_below }: DecisionSettings
): Decision | undefined {
  const [top] = opinion.shares;
  // A word of another subject that is only a circumstance is no wish to hold against.
  const least = best.intent === OUTSIDE && best.hit.background ? cues_inside_at : cues_overrule_at;
  if (top === undefined || !isOffered(top.intent) || top.share < least) return undefined;
  return best.score < overruled_below ? acted(opinion, least) : undefined;
}

/** The intent for which the cues speak so clearly that the odds of the best phrase no longer hold. */
export function doubt(best: Score, { shares }: Opinion, settings: DecisionSettings): string | undefined {
  const [top] = shares;
  const own = shares.find(({ intent }) => intent === best.intent);
  // That words say no wish is nothing against a phrase that says one.
  if (top === undefined || own === undefined || top === own || top.intent === 'unknown') return undefined;
  const odds = (best.score / Math.max(1 - best.score, 0.001)) * (own.share / top.share);
  return odds < (best.intent === OUTSIDE ? settings.cues_refuse_odds : settings.cues_doubt_odds)
    ? top.intent
    : undefined;
}

/** Another intent than the chosen one that a clause by itself speaks for clearly; one that is said beside any wish is none. */
export function saidElsewhere(
  chosen: string,
  opinion: Opinion,
  beside: ReadonlySet<string>,
  { cues_clause_at }: DecisionSettings
): string | undefined {
  return opinion.clauses().flatMap(({ shares: [top], words }) => {
    const other = top !== undefined && top.intent !== chosen && isOffered(top.intent) && !beside.has(top.intent);
    return other && top.share >= cues_clause_at && words(top.intent).length >= FEWEST_WORDS ? top.intent : [];
  })[0];
}

/** What a question names: what phrases speak for, and what the words make likely where no two phrases differ. */
export function named(
  ranked: readonly Score[],
  { shares, words }: Opinion,
  { name_at, cues_name_at, most_candidates }: DecisionSettings
): string[] {
  const spoken = ranked.filter(({ intent, score }) => score >= name_at && isOffered(intent));
  const isLikely = ({ intent, share }: CueShare): boolean =>
    share >= cues_name_at && isOffered(intent) && words(intent).length >= FEWEST_WORDS;
  const likely = spoken.length > 1 ? [] : shares.filter(isLikely);
  return [...new Set([...spoken, ...likely].map(({ intent }) => intent))].slice(0, most_candidates);
}

export const likeliest = ({ shares: [top] }: Opinion): string =>
  top === undefined ? '' : ` (${top.intent} ${top.share.toFixed(2)} of 1)`;
