import {
  byCues,
  doubt,
  isOffered,
  isPleasantry,
  likeliest,
  named,
  overruled,
  saidElsewhere,
  settled,
  spoken,
  type Decision,
  type Opinion
} from './opinion.js';
import type { Scene } from './scene.js';
import { scores, type Score } from './score.js';
import { OUTSIDE, type RawHit } from './weigh.js';
import type { Slots } from './types.js';
import type { DecisionSettings } from './decision.js';

export interface DecisionRules {
  readonly settings: DecisionSettings;
  readonly yields: ReadonlySet<string>;
  /** Intents that are said beside any wish: those that yield, and those that accompany. */
  readonly beside: ReadonlySet<string>;
}

/** Acts on the best intent when it is strong and clear enough and no clause speaks clearly for another; asks otherwise. */
export function decide(
  hits: readonly RawHit[],
  scenes: readonly Scene[],
  slots: Slots,
  heard: Opinion,
  rules: DecisionRules
): Decision {
  // The words of a bare order number say nothing of a wish.
  const opinion = slots.only_slots ? { ...heard, shares: [], clauses: () => [] } : heard;
  const decision = choose(hits, scenes, slots, opinion, rules);
  const { intent } = decision;
  if (!isOffered(intent) || rules.yields.has(intent)) return decision;
  const other = saidElsewhere(intent, opinion, rules.beside, rules.settings);
  if (other === undefined) return decision;
  const why = `Asked: ${intent} was understood, but a clause speaks for ${other} by itself.`;
  return { ...decision, intent: 'unknown', candidates: [intent, other], ambiguous: true, why };
}

/** Weighs the hits against each other and against the cues. */
function choose(
  hits: readonly RawHit[],
  scenes: readonly Scene[],
  slots: Slots,
  opinion: Opinion,
  { settings, yields }: DecisionRules
): Decision {
  const all = scores(hits, settings);
  const wishes = all.filter(({ intent }) => !yields.has(intent));
  const onlyPolite = wishes.length === 0 && isPleasantry(hits, scenes, opinion, yields, settings);
  const ranked = (onlyPolite ? all : wishes).map(each => ({
    ...each,
    score: each.score * familiarity(scenes, settings, yields.has(each.intent))
  }));
  const [best] = ranked;
  const ask = (confidence: number, why: string): Decision => {
    const candidates = named(ranked, opinion, settings);
    return { intent: 'unknown', confidence, candidates, ambiguous: candidates.length > 1, why };
  };
  const cued = (): Decision | undefined => {
    const cues = byCues(opinion, ranked, scenes, settings);
    // A greeting beside something strange is no answer to it.
    return cues && yields.has(cues.intent) && cues.confidence < settings.pleasantry_share ? undefined : cues;
  };
  if (best === undefined) {
    const why = slots.only_slots
      ? 'The message holds an order number or address and no wish.'
      : `Asked: no phrase of any intent was found, and the words make none clear${likeliest(opinion)}.`;
    return cued() ?? ask(0, why);
  }
  const confidence = Math.round(best.score * 1000) / 1000;
  const phrase =
    hits.filter(({ intent }) => intent === best.intent).sort((a, b) => b.weight - a.weight)[0]?.phrase ?? '';
  const ground = `${best.intent} scores ${best.score.toFixed(2)} by "${phrase}"`;
  if (best.score < settings.act_at) {
    const why = `Asked: ${ground}, below ${settings.act_at}.`;
    return cued() ?? ask(confidence, why);
  }
  const rivals = onlyPolite ? [] : rivalsOf(best, ranked.slice(1), settings);
  if (rivals.length > 0) {
    const [rival] = rivals;
    const why = `Asked: ${ground}, and ${rival?.intent} ${rival?.score.toFixed(2)} could be meant too.`;
    const asked = { ...ask(confidence, why), ambiguous: true };
    const wishes = rivals.filter(({ intent }) => intent !== OUTSIDE);
    return wishes.some(each => isApart(each, best) || !readsSameWords(each, best))
      ? asked
      : (settled(opinion, [best, ...rivals], wishes.length === 0, settings) ?? asked);
  }
  const against = doubt(best, opinion, settings);
  if (against !== undefined) {
    const why = `Asked: ${ground}, but ${spoken(opinion, against)} for ${against}.`;
    const either = [best.intent, against].filter(isOffered);
    return (
      overruled(best, opinion, settings) ?? {
        intent: 'unknown',
        confidence,
        candidates: either,
        ambiguous: either.length > 1,
        why
      }
    );
  }
  return { intent: best.intent, confidence, candidates: [best.intent], ambiguous: false, why: `Acted: ${ground}.` };
}

/**
 * What else may be wished for: the second reading when it is close, and every second wish. Less is enough for a deed
 * than for a circumstance, and for a wish in a clause of its own than for a second reading of the same words.
 */
function rivalsOf(
  best: Score,
  others: readonly Score[],
  { margin, second_wish_at, second_deed_at, second_clause_at }: DecisionSettings
): Score[] {
  return others.filter((other, at) => {
    if (at === 0 && best.score - other.score < margin) return true;
    if (other.intent === OUTSIDE) return false;
    const least = Math.min(other.deed ? second_deed_at : second_wish_at, isApart(other, best) ? second_clause_at : 1);
    return other.score >= least;
  });
}

/** Whether it is wished for in a clause where the best intent is not spoken of. */
const isApart = (other: Score, best: Score): boolean => [...other.wished].some(clause => !best.said.has(clause));

/** Whether two intents are readings of the same words rather than two things said. */
function readsSameWords({ hit: one }: Score, { hit: other }: Score): boolean {
  const shared = one.used.filter(at => other.used.includes(at)).length;
  return one.sentence === other.sentence && shared * 2 >= Math.min(one.used.length, other.used.length);
}

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
