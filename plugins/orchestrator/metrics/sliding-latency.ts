import { createHistogram } from 'node:perf_hooks';
import { SlidingSlices } from './sliding-slices.js';

/** Percentiles in milliseconds; null when nothing was recorded in the window. Off by at most one per cent. */
export interface Percentiles {
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** Microseconds; two figures keep a histogram at some kilobytes. */
const RANGE = { lowest: 1, highest: 3_600_000_000, figures: 2 } as const;

/** Durations of the last minute. Recording costs well under a microsecond; old slices go as a whole. */
export class SlidingLatency {
  readonly #slices = new SlidingSlices(() => createHistogram(RANGE));
  /** Of all time, for exporters that take sums. */
  count = 0;
  sumMs = 0;

  /** `now` is any monotonic clock in milliseconds, the same for every call. */
  record(ms: number, now: number): void {
    this.count++;
    this.sumMs += ms;
    this.#slices.current(now).record(Math.min(Math.max(1, Math.round(ms * 1000)), RANGE.highest));
  }

  percentiles(now: number): Percentiles {
    const used = this.#slices.all(now);
    if (used.length === 0) return { p50: null, p90: null, p95: null, p99: null };
    const all = createHistogram(RANGE);
    for (const slice of used) all.add(slice);
    const at = (share: number) => all.percentile(share) / 1000;
    return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
  }
}
