import type { CueShare } from './cues.js';
import type { Scene } from './scene.js';
import { OUTSIDE, scores, type RawHit, type Score } from './score.js';
import type { Slots, Understanding } from './types.js';
import type { DecisionSettings } from './vocabulary.js';

type Decision = Pick<Understanding, 'intent' | 'confidence' | 'candidates' | 'ambiguous' | 'why'>;

/** What single words and concepts say, the best intent first, and the words that say it. */
export interface Opinion {
  readonly shares: readonly CueShare[];
  words(intent: string): readonly string[];
}

export interface DecisionRules {
  readonly settings: DecisionSettings;
  readonly yields: ReadonlySet<string>;
  readonly accompanies: ReadonlySet<string>;
}

/** Weighs the hits against each other: acts on the best intent when it is strong and clear enough, asks otherwise. */
export function decide(
  hits: readonly RawHit[],
  scenes: readonly Scene[],
  slots: Slots,
  opinion: Opinion,
  { settings, yields, accompanies }: DecisionRules
): Decision {
  const all = scores(hits, accompanies, settings);
  const wishes = all.filter(({ intent }) => !yields.has(intent));
  const onlyPolite = wishes.length === 0 && isPleasantry(hits, scenes, opinion, yields, settings);
  const ranked = (onlyPolite ? all : wishes).map(each => ({
    ...each,
    score: each.score * familiarity(scenes, settings, yields.has(each.intent))
  }));
  const [best, second] = ranked;
  const cued = slots.only_slots ? undefined : byCues(opinion, ranked, scenes, settings);
  if (best === undefined) {
    if (cued !== undefined) return cued;
    const candidates = slots.only_slots ? [] : named([], opinion, settings);
    const why = slots.only_slots
      ? 'The message holds an order number or address and no wish.'
      : `Asked: no phrase of any intent was found, and the words make none clear${likeliest(opinion)}.`;
    return { intent: 'unknown', confidence: 0, candidates, ambiguous: candidates.length > 1, why };
  }
  const confidence = Math.round(best.score * 1000) / 1000;
  const lead = best.score - (second?.score ?? 0);
  const candidates = named(ranked, opinion, settings);
  const phrase =
    hits.filter(({ intent }) => intent === best.intent).sort((a, b) => b.weight - a.weight)[0]?.phrase ?? '';
  const ground = `${best.intent} scores ${best.score.toFixed(2)} by "${phrase}"`;
  if (best.score < settings.act_at) {
    if (cued !== undefined) return cued;
    const why = `Asked: ${ground}, below ${settings.act_at}.`;
    return { intent: 'unknown', confidence, candidates, ambiguous: candidates.length > 1, why };
  }
  if (second !== undefined && !onlyPolite && (lead < settings.margin || secondWish(best, ranked.slice(1), settings))) {
    const why = `Asked: ${ground}, and ${second.intent} ${second.score.toFixed(2)} could be meant too.`;
    return { intent: 'unknown', confidence, candidates, ambiguous: true, why };
  }
  const against = doubt(best, opinion, settings);
  if (against !== undefined) {
    const why = `Asked: ${ground}, but ${spoken(opinion, against)} for ${against}.`;
    const candidates = [best.intent, against].filter(isOffered);
    return { intent: 'unknown', confidence, candidates, ambiguous: true, why };
  }
  return { intent: best.intent, confidence, candidates: [best.intent], ambiguous: false, why: `Acted: ${ground}.` };
}

const isOffered = (intent: string): boolean => intent !== OUTSIDE && intent !== 'unknown';

const spoken = ({ words }: Opinion, intent: string): string => {
  const said = words(intent);
  return said.length === 0 ? 'the rest speaks' : `the words ${quoted(said)} speak`;
};

const quoted = (words: readonly string[]): string => words.map(word => `"${word}"`).join(', ');

/** Whether a message of pleasantries holds nothing else: few words besides, or words that the cues take for polite too. */
function isPleasantry(
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
 * word says too little, and where phrases speak for another intent the cues must be sure.
 */
function byCues(
  { shares, words }: Opinion,
  ranked: readonly Score[],
  scenes: readonly Scene[],
  { cues_alone_at, cues_agree_at, cues_sure_at, name_at }: DecisionSettings
): Decision | undefined {
  const [top] = shares;
  if (top === undefined || !isOffered(top.intent) || scenes.some(({ foreign }) => foreign)) return undefined;
  const spoken = ranked.filter(({ score }) => score >= name_at);
  const others = spoken.some(({ intent }) => intent !== top.intent);
  const least = others ? cues_sure_at : spoken.length > 0 ? cues_agree_at : cues_alone_at;
  const said = words(top.intent);
  if (top.share < least || said.length < FEWEST_WORDS) return undefined;
  const confidence = Math.round(top.share * 1000) / 1000;
  const why = `Acted: the words ${quoted(said)} give ${top.intent} ${top.share.toFixed(2)} of 1, at least ${least}.`;
  return { intent: top.intent, confidence, candidates: [top.intent], ambiguous: false, why };
}

const FEWEST_WORDS = 2;

/** The intent for which the cues speak so clearly that the odds of the best phrase no longer hold. */
function doubt(best: Score, { shares }: Opinion, settings: DecisionSettings): string | undefined {
  const [top] = shares;
  const own = shares.find(({ intent }) => intent === best.intent);
  if (top === undefined || own === undefined) return undefined;
  const odds = (best.score / Math.max(1 - best.score, 0.001)) * (own.share / top.share);
  return odds < (best.intent === OUTSIDE ? settings.cues_refuse_odds : settings.cues_doubt_odds) ? top.intent : undefined;
}

/**
 * Whether another intent is wished for besides the best. Less is enough for a deed than for a circumstance, and for a
 * wish in a clause of its own than for a second reading of the same words.
 */
function secondWish(
  best: Score,
  others: readonly Score[],
  { second_wish_at, second_deed_at, second_clause_at }: DecisionSettings
): boolean {
  return others.some(other => {
    if (other.intent === OUTSIDE) return false;
    const apart = [...other.wished].some(clause => !best.said.has(clause));
    return other.score >= Math.min(other.deed ? second_deed_at : second_wish_at, apart ? second_clause_at : 1);
  });
}

/** What a question names: what phrases speak for, and what the words make likely where no two phrases differ. */
function named(
  ranked: readonly Score[],
  { shares }: Opinion,
  { name_at, cues_name_at, most_candidates }: DecisionSettings
): string[] {
  const spoken = ranked.filter(({ intent, score }) => score >= name_at && isOffered(intent));
  const likely = spoken.length > 1 ? [] : shares.filter(({ intent, share }) => share >= cues_name_at && isOffered(intent));
  return [...new Set([...spoken, ...likely].map(({ intent }) => intent))].slice(0, most_candidates);
}

const likeliest = ({ shares: [top] }: Opinion): string =>
  top === undefined ? '' : ` (${top.intent} ${top.share.toFixed(2)} of 1)`;

/**
 * 1, or less for a message of which many words are strange: it may be about something else. In a long message only
 * pleasantries suffer from them; a wish may stand at the end of any story.
 */
function familiarity(scenes: readonly Scene[], settings: DecisionSettings, pleasantry: boolean): number {
  const words = scenes.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const strange = scenes.reduce((sum, { unfamiliar }) => sum + unfamiliar, 0);
  const share = words === 0 ? 0 : strange / words;
  if ((words > settings.unfamiliar_words && !pleasantry) || share <= settings.unfamiliar_from) return 1;
  return (
    1 - settings.unfamiliar_discount * Math.min(1, (share - settings.unfamiliar_from) / (1 - settings.unfamiliar_from))
  );
}
