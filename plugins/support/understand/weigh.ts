import type { Hit } from './types.js';
import type { DecisionSettings } from './decision.js';

/** The one intent that a foreign subject speaks for and not against. */
export const OUTSIDE = 'out_of_scope';

/** A phrase found in one sentence, before hits are weighed against each other. */
export interface RawHit extends Hit {
  readonly sentence: number;
  /** Token places within the sentence. */
  readonly from: number;
  readonly to: number;
  /** Tokens its elements took, and those of them that are deeds (cancel, refund). */
  readonly used: readonly number[];
  readonly deeds: readonly number[];
  readonly background: boolean;
  /** In a sentence with a foreign subject. */
  readonly foreign: boolean;
}

const NOT_WANTED = 'not wanted';
const PART = 'part of a longer phrase';
const CONTESTED = 'these words speak more for another intent';
const CIRCUMSTANCE = 'a circumstance beside a wish';

/** What each hit counts once all of them are known, with the reason where that is less than its weight. */
export function weigh(
  hits: readonly RawHit[],
  accompanies: ReadonlySet<string>,
  { contested, background }: DecisionSettings
): RawHit[] {
  const settled = hits.map(hit => ({ ...hit, ...contest(hit, hits, contested) }));
  const live = settled.filter(({ counts }) => counts > 0);
  const wished = new Set(live.filter(hit => isWish(hit) && !accompanies.has(hit.intent)).map(({ intent }) => intent));
  // A foreign subject in another sentence than the customer's question is part of a story.
  const shopTalk = live.filter(hit => hit.intent !== OUTSIDE && !hit.background && !hit.foreign);
  return settled.map(hit => {
    const elsewhere = hit.intent === OUTSIDE && shopTalk.some(({ sentence }) => sentence !== hit.sentence);
    const beside = hit.background && (elsewhere || [...wished].some(intent => intent !== hit.intent));
    return beside && hit.counts > 0 ? { ...hit, counts: hit.counts * background, note: CIRCUMSTANCE } : hit;
  });
}

const isWish = ({ background, foreign, deeds }: RawHit): boolean => !background && !foreign && deeds.length > 0;

/**
 * Where phrases of two intents read the same words, the longer phrase takes them from the shorter one inside it, and
 * the weightier reading leaves the other only `contested` of its weight.
 */
function contest(hit: RawHit, hits: readonly RawHit[], contested: number): Pick<Hit, 'counts' | 'note'> {
  if (hit.negated) return { counts: 0, note: NOT_WANTED };
  const rivals = hits.filter(other => !other.negated && other.intent !== hit.intent && sameWords(other, hit));
  if (rivals.some(other => swallows(other, hit))) return { counts: 0, note: PART };
  return rivals.some(other => other.weight > hit.weight)
    ? { counts: hit.weight * contested, note: CONTESTED }
    : { counts: hit.counts, note: hit.note };
}

/** Whether `other` reads the words of `hit` too: all its deeds, or most of its words when it names no deed. */
function sameWords(other: RawHit, hit: RawHit): boolean {
  if (other.sentence !== hit.sentence || other.from >= hit.to || hit.from >= other.to) return false;
  const shared = (of: readonly number[]): number => of.filter(at => other.used.includes(at)).length;
  return hit.deeds.length > 0 ? shared(hit.deeds) === hit.deeds.length : shared(hit.used) * 2 > hit.used.length;
}

function swallows(longer: RawHit, hit: RawHit): boolean {
  return (
    longer.from <= hit.from &&
    longer.to >= hit.to &&
    longer.used.length > hit.used.length &&
    longer.weight >= hit.weight
  );
}
