import { createHistogram, type Histogram, type RecordableHistogram } from 'node:perf_hooks';
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

export const newHistogram = (): RecordableHistogram => createHistogram(RANGE);

export const recordMs = (histogram: RecordableHistogram, ms: number): void =>
  histogram.record(Math.min(Math.max(1, Math.round(ms * 1000)), RANGE.highest));

/** Null for a histogram with nothing in it. */
export function percentilesOf(histogram: Histogram): Percentiles {
  const at = (share: number) => (histogram.count === 0 ? null : histogram.percentile(share) / 1000);
  return { p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
}

/** Durations of the last minute. Recording costs well under a microsecond; old slices go as a whole. */
export class SlidingLatency {
  readonly #slices = new SlidingSlices(newHistogram);
  /** Of all time, for exporters that take sums. */
  count = 0;
  sumMs = 0;

  /** `now` is any monotonic clock in milliseconds, the same for every call. */
  record(ms: number, now: number): void {
    this.count++;
    this.sumMs += ms;
    recordMs(this.#slices.current(now), ms);
  }

  percentiles(now: number): Percentiles {
    const all = newHistogram();
    for (const slice of this.#slices.all(now)) all.add(slice);
    return percentilesOf(all);
  }
}
