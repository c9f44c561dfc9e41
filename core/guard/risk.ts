/**
 * Noisy-OR: the chance that at least one of independent pieces of evidence is right, `1 − ∏(1 − w)`.
 * Weights outside 0 to 1 are clamped; no evidence is no risk.
 */
export function noisyOr(weights: Iterable<number>): number {
  let innocent = 1;
  for (const weight of weights) innocent *= 1 - Math.min(1, Math.max(0, weight));
  return 1 - innocent;
}
