import { softmax } from './model.js';
import type { Rows } from './rows.js';
import type { LearnSettings } from './settings.js';

/** Numbers that are being fitted; `weights` by n-gram, then label. */
export interface Fitting {
  readonly width: number;
  readonly weights: Float32Array;
  /** Sums of squared slopes, by which steps shorten. */
  readonly slopes: Float32Array;
  readonly base: Float64Array;
  readonly baseSlopes: Float64Array;
}

export const startFitting = (grams: number, width: number): Fitting => ({
  width,
  weights: new Float32Array(grams * width),
  slopes: new Float32Array(grams * width).fill(0.01),
  base: new Float64Array(width),
  baseSlopes: new Float64Array(width).fill(1)
});

/** Errors below this teach nothing. */
const SMALLEST_ERROR = 0.003;

/** What is chosen between for a row: weights `from…to` of each n-gram, of which `right` is right. */
export interface Choice {
  readonly from: number;
  readonly to: number;
  readonly right: number;
}

/**
 * One pass of stochastic descent with steps that shorten by number (AdaGrad), in an order that follows from `seed` alone.
 * @param choices of each label, what is chosen between where it is right
 */
export function descend(
  rows: Rows,
  fitting: Fitting,
  choices: readonly (readonly Choice[])[],
  { step, pull, seed }: Pick<LearnSettings, 'step' | 'pull'> & { readonly seed: number }
): void {
  const { width, weights, slopes, base, baseSlopes } = fitting;
  const { from, at, values, labels, weights: counts } = rows;
  const active = new Int32Array(width);
  const errors = new Float64Array(width);
  for (const row of shuffled(rows.labels.length, seed)) {
    const start = from[row]!;
    const end = from[row + 1]!;
    let actives = 0;
    for (const choice of choices[labels[row]!]!) {
      const shares = softmax(sumsOf(rows, fitting, row, choice));
      for (let nth = 0; nth < shares.length; nth++) {
        const label = choice.from + nth;
        const error = shares[nth]! - (label === choice.right ? 1 : 0);
        if (Math.abs(error) < SMALLEST_ERROR) continue;
        errors[actives] = error * counts[row]!;
        active[actives++] = label;
      }
    }
    for (let nth = 0; nth < actives; nth++) {
      const label = active[nth]!;
      baseSlopes[label]! += errors[nth]! * errors[nth]!;
      base[label]! -= (step * 0.1 * errors[nth]!) / Math.sqrt(baseSlopes[label]!);
    }
    for (let nth = start; nth < end; nth++) {
      const value = values[nth]!;
      const place = at[nth]! * width;
      for (let each = 0; each < actives; each++) {
        const weight = place + active[each]!;
        const slope = errors[each]! * value + pull * weights[weight]!;
        slopes[weight]! += slope * slope;
        weights[weight]! -= (step * slope) / Math.sqrt(slopes[weight]!);
      }
    }
  }
}

/** Sums of weights for what is chosen between. */
function sumsOf(
  { from, at, values }: Rows,
  { width, weights, base }: Fitting,
  row: number,
  choice: Choice
): Float64Array {
  const sums = base.slice(choice.from, choice.to);
  const many = sums.length;
  const end = from[row + 1]!;
  let nth = from[row]!;
  const placeOf = (nth: number) => at[nth]! * width + choice.from;
  // Eight at a time read and write each sum once; the order of the additions, and so every bit, stays.
  for (; nth + 7 < end; nth += 8) {
    let [a, b, c, d] = [placeOf(nth), placeOf(nth + 1), placeOf(nth + 2), placeOf(nth + 3)];
    let [e, f, g, h] = [placeOf(nth + 4), placeOf(nth + 5), placeOf(nth + 6), placeOf(nth + 7)];
    const [va, vb, vc, vd] = [values[nth]!, values[nth + 1]!, values[nth + 2]!, values[nth + 3]!];
    const [ve, vf, vg, vh] = [values[nth + 4]!, values[nth + 5]!, values[nth + 6]!, values[nth + 7]!];
    for (let label = 0; label < many; label++)
      sums[label] =
        sums[label]! +
        va * weights[a++]! +
        vb * weights[b++]! +
        vc * weights[c++]! +
        vd * weights[d++]! +
        ve * weights[e++]! +
        vf * weights[f++]! +
        vg * weights[g++]! +
        vh * weights[h++]!;
  }
  for (; nth < end; nth++)
    for (let label = 0, place = placeOf(nth); label < many; label++)
      sums[label]! += values[nth]! * weights[place + label]!;
  return sums;
}

/** All numbers below `length` in an order that follows from `seed`. */
export function shuffled(length: number, seed: number): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index);
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let left = length - 1; left > 0; left--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const other = (state >>> 0) % (left + 1);
    const here = order[left]!;
    order[left] = order[other]!;
    order[other] = here;
  }
  return order;
}
