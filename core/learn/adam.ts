/** Adam over one array of numbers, which it changes in place. Deterministic. */
export class Adam {
  private readonly mean: Float64Array;
  private readonly spread: Float64Array;
  private steps = 0;

  /** @param stride how far one step goes at most, about */
  constructor(
    private readonly weights: Float64Array,
    private readonly stride: number
  ) {
    this.mean = new Float64Array(weights.length);
    this.spread = new Float64Array(weights.length);
  }

  step(slope: Float64Array): void {
    this.steps++;
    for (let at = 0; at < slope.length; at++) {
      const mean = (this.mean[at] = 0.9 * this.mean[at]! + 0.1 * slope[at]!);
      const spread = (this.spread[at] = 0.999 * this.spread[at]! + 0.001 * slope[at]! ** 2);
      const down = mean / (1 - 0.9 ** this.steps);
      this.weights[at]! -= (this.stride * down) / (Math.sqrt(spread / (1 - 0.999 ** this.steps)) + 1e-8);
    }
  }
}
