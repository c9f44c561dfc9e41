import type { Hit } from './types.js';
import type { DecisionSettings } from './vocabulary.js';

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

export interface Score {
  readonly intent: string;
  readonly score: number;
  /** Whether one of its hits names a deed. */
  readonly deed: boolean;
  /** Clauses of its hits, and those of them where it is wished for and not only a circumstance. */
  readonly said: ReadonlySet<number>;
  readonly wished: ReadonlySet<number>;
}

/**
 * Hits that still count. Where phrases of two intents read the same words, the longer phrase takes them from the
 * shorter one inside it, and the weightier reading leaves the other only `contested` of its weight.
 */
export function surviving(hits: readonly RawHit[], contested: number): RawHit[] {
  const counted = hits.filter(hit => !hit.negated);
  return counted.flatMap(hit => {
    const rivals = counted.filter(other => other.intent !== hit.intent && sameWords(other, hit));
    if (rivals.some(other => swallows(other, hit))) return [];
    return rivals.some(other => other.weight > hit.weight) ? [{ ...hit, weight: hit.weight * contested }] : [hit];
  });
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

/**
 * One score for each intent, the best first: its strongest hit, raised a little by its other hits.
 * A circumstance counts fully only when no other intent was wished for.
 */
export function scores(hits: readonly RawHit[], accompanies: ReadonlySet<string>, settings: DecisionSettings): Score[] {
  const wished = new Set(
    hits
      .filter(hit => !hit.background && !hit.foreign && hit.deeds.length > 0 && !accompanies.has(hit.intent))
      .map(hit => hit.intent)
  );
  // A foreign subject in another sentence than the customer's question is part of a story.
  const shopTalk = hits.filter(hit => hit.intent !== OUTSIDE && !hit.background && !hit.foreign);
  const elsewhere = (hit: RawHit): boolean =>
    hit.intent === OUTSIDE && shopTalk.some(({ sentence }) => sentence !== hit.sentence);
  const doubt = new Map<string, number>();
  for (const hit of hits.toSorted((a, b) => b.weight - a.weight)) {
    const others = elsewhere(hit) || [...wished].some(intent => intent !== hit.intent);
    const weight = hit.background && others ? hit.weight * settings.background : hit.weight;
    const before = doubt.get(hit.intent);
    doubt.set(hit.intent, before === undefined ? 1 - weight : before * (1 - weight * settings.support));
  }
  return [...doubt]
    .map(([intent, rest]) => ({
      intent,
      score: 1 - rest,
      deed: hits.some(hit => hit.intent === intent && hit.deeds.length > 0),
      said: sentences(hits, hit => hit.intent === intent),
      wished: sentences(hits, hit => hit.intent === intent && !hit.background && !hit.foreign)
    }))
    .sort((a, b) => b.score - a.score || (a.intent < b.intent ? -1 : 1));
}

const sentences = (hits: readonly RawHit[], test: (hit: RawHit) => boolean): ReadonlySet<number> =>
  new Set(hits.filter(test).map(({ sentence }) => sentence));
