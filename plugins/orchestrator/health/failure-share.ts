import { SlidingSlices } from '../metrics/sliding-slices.js';

/** Requests of the last minute, and how many of them failed. */
export class FailureShare {
  readonly #slices = new SlidingSlices(() => ({ total: 0, failed: 0 }));

  record(failed: boolean, now: number): void {
    const slice = this.#slices.current(now);
    slice.total++;
    if (failed) slice.failed++;
  }

  /** From 0 to 1; 0 when there were no requests. */
  share(now: number): number {
    let [all, lost] = [0, 0];
    for (const { total, failed } of this.#slices.all(now)) {
      all += total;
      lost += failed;
    }
    return all === 0 ? 0 : lost / all;
  }

  clear(): void {
    this.#slices.clear();
  }
}
