import type { DecisionSettings } from './decision.js';
import type { RawHit } from './weigh.js';

export interface Score {
  readonly intent: string;
  readonly score: number;
  /** Whether one of its hits names a deed. */
  readonly deed: boolean;
  /** Clauses of its hits, and those of them where it is wished for and not only a circumstance. */
  readonly said: ReadonlySet<number>;
  readonly wished: ReadonlySet<number>;
  /** Its strongest hit. */
  readonly hit: RawHit;
}

/** One score for each intent, the best first: its strongest hit, raised a little by its other hits. */
export function scores(hits: readonly RawHit[], { support }: DecisionSettings): Score[] {
  const doubt = new Map<string, { readonly hit: RawHit; readonly rest: number }>();
  for (const hit of hits.toSorted((a, b) => b.weight - a.weight)) {
    const { intent, counts } = hit;
    const before = doubt.get(intent);
    const rest = before === undefined ? 1 - counts : before.rest * (1 - counts * support);
    doubt.set(intent, { hit: before?.hit ?? hit, rest });
  }
  return [...doubt]
    .map(([intent, { hit, rest }]) => ({
      intent,
      hit,
      score: 1 - rest,
      deed: hits.some(hit => hit.intent === intent && hit.deeds.length > 0),
      said: sentences(hits, hit => hit.intent === intent),
      wished: sentences(hits, hit => hit.intent === intent && !hit.background && !hit.foreign)
    }))
    .sort((a, b) => b.score - a.score || (a.intent < b.intent ? -1 : 1));
}

const sentences = (hits: readonly RawHit[], test: (hit: RawHit) => boolean): ReadonlySet<number> =>
  new Set(hits.filter(test).map(({ sentence }) => sentence));
