const SLICES = 6;
const SLICE_MS = 10_000;

/** Requests of the last minute, and how many of them failed. */
export class FailureShare {
  readonly #total = new Uint32Array(SLICES);
  readonly #failed = new Uint32Array(SLICES);
  #slice = -1;

  record(failed: boolean, now: number): void {
    this.#turn(now);
    const at = this.#slice % SLICES;
    this.#total[at]!++;
    if (failed) this.#failed[at]!++;
  }

  /** From 0 to 1; 0 when there were no requests. */
  share(now: number): number {
    this.#turn(now);
    const total = this.#total.reduce((sum, n) => sum + n, 0);
    return total === 0 ? 0 : this.#failed.reduce((sum, n) => sum + n, 0) / total;
  }

  clear(): void {
    this.#total.fill(0);
    this.#failed.fill(0);
  }

  #turn(now: number): void {
    const slice = Math.floor(now / SLICE_MS);
    if (slice === this.#slice) return;
    const passed = this.#slice < 0 ? SLICES : Math.min(slice - this.#slice, SLICES);
    for (let i = 0; i < passed; i++) {
      this.#total[(slice - i) % SLICES] = 0;
      this.#failed[(slice - i) % SLICES] = 0;
    }
    this.#slice = slice;
  }
}
