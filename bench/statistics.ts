export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * The Mann-Whitney U test of two samples: U of the first, the standard score with ties corrected, and the two-sided
 * p by the normal approximation, which is good from twenty values each.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]) {
  const all = [...first.map(value => ({ value, own: true })), ...second.map(value => ({ value, own: false }))];
  all.sort((a, b) => a.value - b.value);
  let ranks = 0;
  let ties = 0;
  for (let i = 0; i < all.length;) {
    let end = i;
    while (end < all.length && all[end]!.value === all[i]!.value) end++;
    const rank = (i + 1 + end) / 2;
    const count = end - i;
    ties += count ** 3 - count;
    for (; i < end; i++) if (all[i]!.own) ranks += rank;
  }
  const [n, m, total] = [first.length, second.length, all.length];
  const u = ranks - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = deviation === 0 ? 0 : (u - (n * m) / 2) / deviation;
  return { u, z, p: 2 * upperTail(Math.abs(z)) };
}

/** Of the standard normal distribution, by Abramowitz and Stegun 26.2.17: absolute error below 7.5e-8. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  const polynomial = series.reduce((sum, coefficient) => (sum + coefficient) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
